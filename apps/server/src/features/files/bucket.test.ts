import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { BUCKET, type BucketServer, startBucketServer } from '../../../test/bucket-server.ts';
import { createWard, setElectionMode } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

let server: BucketServer;
let test: TestApp;
let officer: Client;

beforeAll(async () => {
  server = await startBucketServer();
  const { endpoint, keys } = server;
  test = await testApp({ bucket: { bucket: BUCKET, prefix: '', region: 'us-east-1', endpoint, keys } });
  await setElectionMode(test.database.db, true);
  const { ward, units } = await createWard(test.database.db, 1);
  officer = await test.as('polling_unit_officer', units[0] ?? ward);
});
afterAll(async () => {
  await test.close();
  await server.close();
});
beforeEach(() => {
  server.faults.length = 0;
  server.objects.clear();
});

const photo = async (background: string) =>
  await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();

async function upload(content: Buffer) {
  const head =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="sheet.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  return await officer.send({ method: 'POST', url: '/api/files', payload, headers });
}

async function download(id: string) {
  const headers = { authorization: `Bearer ${officer.token}` };
  return await test.app.fastify.inject({ url: `/api/files/${id}?variant=original`, headers });
}

async function rows(): Promise<number> {
  const { n } = await test.database.db
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

it('keeps a sheet and its pictures, and gives the original back byte for byte', async () => {
  const content = await photo('#e8e8dc');
  const stored = await upload(content);
  expect(stored.status).toBe(201);
  const kinds = new Set([...server.objects.keys()].map((key) => key.split('/')[0]));
  expect(kinds).toEqual(new Set(['original', 'thumbnail', 'view']));
  const fetched = await download(stored.json<string>('data.id'));
  expect(fetched.rawPayload.equals(content)).toBe(true);
});

it('refuses a sheet clearly while the bucket is busy, leaves no row of it, and takes it when it is back', async () => {
  const content = await photo('#dce8e8');
  const before = await rows();
  server.faults.push(...Array.from({ length: 60 }, () => 'busy' as const));
  const refused = await upload(content);
  expect([refused.status, refused.code]).toEqual([503, 'UNAVAILABLE']);
  expect(refused.headers['retry-after']).toBeDefined();
  expect(await rows()).toBe(before);
  server.faults.length = 0;
  expect((await upload(content)).status).toBe(201);
});

it('never shows a sheet that was changed in the bucket', async () => {
  const stored = await upload(await photo('#e8dce8'));
  for (const [key, kept] of server.objects) server.objects.set(key, { ...kept, content: Buffer.from('another sheet') });
  const fetched = await download(stored.json<string>('data.id'));
  expect([fetched.statusCode, fetched.json<{ code: string }>().code]).toEqual([409, 'FILE_CHANGED']);
  expect(fetched.headers['cache-control']).toBe('no-store');
});

it('answers that a sheet cannot be had for the moment where the bucket is away', async () => {
  const stored = await upload(await photo('#dcdce8'));
  server.faults.push(...Array.from({ length: 10 }, () => 'busy' as const));
  const fetched = await download(stored.json<string>('data.id'));
  expect([fetched.statusCode, fetched.json<{ code: string }>().code]).toEqual([503, 'UNAVAILABLE']);
  // Not kept for a day, as the sheet itself is.
  expect(fetched.headers['cache-control']).toBe('no-store');
});
