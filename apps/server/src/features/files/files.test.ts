import type { LocationId } from '@ec/contract/geography/location-id';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let officer: Client;
let ward: LocationId;
let unit: LocationId;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  await setElectionMode(test.database.db, true);
  const made = await createWard(test.database.db, 2);
  ward = made.ward;
  unit = made.units[0] ?? ward;
  officer = await test.as('polling_unit_officer', unit);
});
afterAll(() => test.close());

const picture = (width = 900, height = 600) => sharp({ create: { width, height, channels: 3, background: '#e8e8dc' } });

async function upload(content: Buffer, name = 'sheet.jpg', client = officer): Promise<Reply> {
  const boundary = 'test-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return await client.send({
    method: 'POST',
    url: '/api/files',
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
}

it('keeps the original byte for byte and shows an upright picture without metadata', async () => {
  const original = await picture()
    .withExif({ IFD0: { Copyright: 'A person at 6.5N 3.3E' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const stored = await upload(original);
  expect(stored.status).toBe(201);
  expect(stored.json('data')).toMatchObject({ type: 'image/jpeg', size: original.length });
  const id = stored.json<string>('data.id');
  const fetched = await test.app.fastify.inject({
    url: `/api/files/${id}?variant=original`,
    headers: { authorization: `Bearer ${officer.token}` },
  });
  expect(fetched.rawPayload.equals(original)).toBe(true);
  const view = await test.app.fastify.inject({
    url: `/api/files/${id}`,
    headers: { authorization: `Bearer ${officer.token}` },
  });
  const shown = await sharp(view.rawPayload).metadata();
  expect([shown.width, shown.height, shown.exif]).toEqual([600, 900, undefined]);
});

const damaged = async () => (await picture().jpeg().toBuffer()).subarray(0, 2500);
const bomb = async () =>
  await sharp({ create: { width: 12_000, height: 9000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
const cases: [string, () => Promise<Buffer>, string, number, string][] = [
  [
    'a text file that is called a picture',
    async () => Buffer.from('a'.repeat(5000)),
    'sheet.png',
    415,
    'FILE_NOT_IMAGE',
  ],
  ['a GIF', async () => await picture().gif().toBuffer(), 'sheet.jpg', 415, 'FILE_NOT_IMAGE'],
  [
    'mark-up',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'sheet.png',
    415,
    'FILE_NOT_IMAGE',
  ],
  ['a picture that was cut off', damaged, 'sheet.jpg', 400, 'FILE_DAMAGED'],
  [
    'more than 10 MB',
    async () => Buffer.concat([await picture().jpeg().toBuffer(), Buffer.alloc(10 * 1024 * 1024)]),
    'sheet.jpg',
    413,
    'FILE_TOO_LARGE',
  ],
  ['a bomb of pixels', bomb, 'sheet.png', 413, 'IMAGE_TOO_LARGE'],
  ['an empty file', async () => Buffer.alloc(0), 'sheet.jpg', 400, 'FILE_MISSING'],
];
it.each(cases)('refuses %s and stores nothing', async (_, content, name, status, code) => {
  const before = await test.database.db
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  const reply = await upload(await content(), name);
  expect([reply.status, reply.code]).toEqual([status, code]);
  const after = await test.database.db
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  expect(after).toEqual(before);
});

it('refuses a request that carries no file', async () => {
  expect((await officer.post('/files', {})).code).toBe('FILE_MISSING');
});

it('is seen by its uploader and the reviewers of the area only', async () => {
  const id = (await upload(await picture().png().toBuffer(), 'sheet.png')).json<string>('data.id');
  const reviewer = await test.as('ward_admin', ward);
  expect((await reviewer.get(`/files/${id}`)).status).toBe(404);
  const election = await createElection(test.database.db);
  const sent = await officer.post(
    '/results',
    { ...sheet(election, unit), sheetFileId: id },
    { 'idempotency-key': 'with-sheet' },
  );
  expect(sent.status).toBe(201);
  expect((await reviewer.get(`/files/${id}`)).status).toBe(200);
  const observer = await test.as('gpuo', unit);
  const stranger = await test.as('state_admin', place('19'));
  expect((await observer.get(`/files/${id}`)).status).toBe(404);
  expect((await stranger.get(`/files/${id}`)).status).toBe(404);
});

it("cannot be attached to another's result", async () => {
  const id = (await upload(await picture().png().toBuffer(), 'sheet.png')).json<string>('data.id');
  const neighbour = await test.as('polling_unit_officer', (unit + 1) as LocationId);
  const election = await createElection(test.database.db);
  const reply = await neighbour.post(
    '/results',
    { ...sheet(election, (unit + 1) as LocationId), sheetFileId: id },
    { 'idempotency-key': 'stolen-sheet' },
  );
  expect([reply.status, reply.code]).toEqual([400, 'SHEET_NOT_FOUND']);
});
