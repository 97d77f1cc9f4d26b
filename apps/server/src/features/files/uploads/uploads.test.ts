import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { OPEN_UPLOADS, PART_TYPE, UPLOAD_KEPT_MS } from '@ec/contract/uploads/schemas';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createWard, setElectionMode, sheet } from '../../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../../test/harness.ts';
import { listen } from '../../../../test/stream.ts';
import { photoOf } from '../../../../test/uploads.ts';
import { sha256 } from '../../../platform/runtime/ids.ts';
import { removeUnfinished } from './jobs.ts';

let test: TestApp;
let election: ElectionId;
let origin: string;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
  origin = await listen(test);
});
afterAll(() => test.close());

async function officer(): Promise<{ unit: LocationId; client: Client }> {
  const { ward, units } = await createWard(test.database.db, 1);
  const unit = units[0] ?? ward;
  return { unit, client: await test.as('polling_unit_officer', unit) };
}

let shade = 0;
async function photo(): Promise<{ content: Buffer; sha256: string }> {
  shade += 1;
  const content = await photoOf(`#${(0x20_00_00 + shade * 0x01_05_03).toString(16).padStart(6, '0')}`, 900, 700);
  return { content, sha256: sha256(content).toString('hex') };
}

/** A photo that does not compress: some hundred kilobytes. */
const noise = () =>
  sharp(randomBytes(400 * 300 * 3), { raw: { width: 400, height: 300, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();

interface Answer {
  status: number;
  code: string | undefined;
  offset: string | null;
  location: string | null;
}

/** One call of the protocol, over a real connection. */
async function tus(
  client: Client,
  method: string,
  path: string,
  { body, headers = {} }: { body?: Buffer; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${client.token}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    code: text ? (JSON.parse(text) as { code?: string }).code : undefined,
    offset: answer.headers.get('upload-offset'),
    location: answer.headers.get('location'),
  };
}

const metadataOf = (hex: string) => `sha256 ${Buffer.from(hex).toString('base64')}`;

async function begin(client: Client, size: number, hex: string): Promise<string> {
  const headers = { 'upload-length': String(size), 'upload-metadata': metadataOf(hex) };
  const answer = await tus(client, 'POST', '/uploads', { headers });
  expect(answer.status).toBe(201);
  return answer.location?.replace('/api', '') ?? '';
}

const part = (client: Client, path: string, offset: number, body: Buffer) =>
  tus(client, 'PATCH', path, { body, headers: { 'upload-offset': String(offset), 'content-type': PART_TYPE } });
const offsetOf = async (client: Client, path: string) => Number((await tus(client, 'HEAD', path)).offset);

/** Sends the head of a part from the beginning, and some of its bytes. */
async function beginPart(client: Client, path: string, length: number, sent: Buffer) {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = [
    `PATCH /api${path} HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${client.token}`,
    'tus-resumable: 1.0.0',
    `content-type: ${PART_TYPE}`,
    'upload-offset: 0',
    `content-length: ${length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(sent);
  return socket;
}

/** The connection of a part is lost when the first of its bytes are stored. */
async function cutOff(client: Client, path: string, length: number, sent: Buffer): Promise<void> {
  const socket = await beginPart(client, path, length, sent);
  await expect.poll(() => offsetOf(client, path)).toBeGreaterThan(0);
  socket.destroy();
}

describe('an upload in parts', () => {
  it('arrives part by part and joins the result that declared it', async () => {
    const { unit, client } = await officer();
    const { content, sha256: hex } = await photo();
    const path = await begin(client, content.length, hex);
    const half = Math.floor(content.length / 2);
    expect(await part(client, path, 0, content.subarray(0, half))).toMatchObject({ status: 204, offset: String(half) });
    const body = { ...sheet(election, unit), photo: { sha256: hex } };
    const reply = await client.post('/results', body, { 'idempotency-key': `upload-${unit}` });
    expect(reply.json('data.photo')).toBe('awaited');
    expect((await part(client, path, half, content.subarray(half))).status).toBe(204);
    const finished = await client.post(`${path}/finish`, {});
    expect(finished.json('data')).toMatchObject({
      sha256: hex,
      size: content.length,
      joined: [{ resultId: reply.json('data.id'), version: 1, part: 'sheet' }],
    });
    const again = await client.post(`${path}/finish`, {});
    expect(again.json('data')).toEqual(finished.json('data'));
    const result = await client.get(`/results/${reply.json<string>('data.id')}`);
    expect(result.json('data')).toMatchObject({ photo: 'received', sheetFileId: finished.json('data.id') });
  });

  it('goes on behind the bytes that came before a cut', async () => {
    const { client } = await officer();
    const content = await noise();
    const hex = sha256(content).toString('hex');
    const path = await begin(client, content.length, hex);
    await cutOff(client, path, content.length, content.subarray(0, 40_000));
    await expect.poll(() => offsetOf(client, path)).toBe(40_000);
    expect((await part(client, path, 40_000, content.subarray(40_000))).status).toBe(204);
    expect((await client.post(`${path}/finish`, {})).json('data.sha256')).toBe(hex);
  });

  it('takes each byte once, also when it is sent twice', async () => {
    const { client } = await officer();
    const { content, sha256: hex } = await photo();
    const path = await begin(client, content.length, hex);
    const answers = await Promise.all([0, 1, 2, 3].map(() => part(client, path, 0, content)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409, 409, 409]);
    expect(await part(client, path, 0, content.subarray(0, 10))).toMatchObject({
      status: 409,
      code: 'UPLOAD_ELSEWHERE',
    });
    expect((await client.post(`${path}/finish`, {})).json('data.sha256')).toBe(hex);
  });

  it('refuses parts out of order and beyond the length, and keeps what it has', async () => {
    const { client } = await officer();
    const { content, sha256: hex } = await photo();
    const path = await begin(client, content.length, hex);
    expect(await part(client, path, 100, content.subarray(100, 200))).toMatchObject({ code: 'UPLOAD_ELSEWHERE' });
    await part(client, path, 0, content.subarray(0, 100));
    const beyond = await part(client, path, 100, Buffer.concat([content.subarray(100), Buffer.from('more')]));
    expect([beyond.status, beyond.code]).toEqual([413, 'FILE_TOO_LARGE']);
    const early = await client.post(`${path}/finish`, {});
    expect([early.status, early.code]).toEqual([409, 'UPLOAD_ELSEWHERE']);
    const offset = await offsetOf(client, path);
    await part(client, path, offset, content.subarray(offset));
    expect((await client.post(`${path}/finish`, {})).json('data.sha256')).toBe(hex);
  });

  it('refuses a part at a wrong offset at once, and waits for no more of it', async () => {
    const { client } = await officer();
    const { content, sha256: hex } = await photo();
    const path = await begin(client, content.length, hex);
    await part(client, path, 0, content.subarray(0, 100));
    const socket = await beginPart(client, path, content.length, content.subarray(0, 10));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'close');
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 409 [^]*UPLOAD_ELSEWHERE/);
    expect(await offsetOf(client, path)).toBe(100);
  });

  it('is for its person alone', async () => {
    const [{ client }, stranger] = [await officer(), await officer()];
    const { content, sha256: hex } = await photo();
    const path = await begin(client, content.length, hex);
    expect((await tus(stranger.client, 'HEAD', path)).status).toBe(404);
    expect(await part(stranger.client, path, 0, content)).toMatchObject({ status: 404, code: 'UPLOAD_NOT_FOUND' });
    expect((await stranger.client.post(`${path}/finish`, {})).code).toBe('UPLOAD_NOT_FOUND');
    expect((await tus(stranger.client, 'DELETE', path)).status).toBe(404);
    expect(await offsetOf(client, path)).toBe(0);
    expect((await tus(client, 'DELETE', path)).status).toBe(204);
    expect((await tus(client, 'HEAD', path)).status).toBe(404);
  });

  it('is refused whole where its bytes are not those that were announced', async () => {
    const { client } = await officer();
    const [sent, meant] = [await photo(), await photo()];
    const path = await begin(client, sent.content.length, meant.sha256);
    await part(client, path, 0, sent.content);
    const finished = await client.post(`${path}/finish`, {});
    expect([finished.status, finished.code]).toEqual([409, 'FILE_NOT_ANNOUNCED']);
    expect((await tus(client, 'HEAD', path)).status).toBe(404);
  });

  it.each([
    ['no digest', { 'upload-length': '100' }, 400, 'UPLOAD_REFUSED'],
    ['a digest that is none', { 'upload-length': '100', 'upload-metadata': metadataOf('abc') }, 400, 'UPLOAD_REFUSED'],
    ['no length', { 'upload-metadata': metadataOf('ab'.repeat(32)) }, 400, 'UPLOAD_REFUSED'],
    [
      '10 MB and a byte',
      { 'upload-length': '10485761', 'upload-metadata': metadataOf('ab'.repeat(32)) },
      413,
      'FILE_TOO_LARGE',
    ],
  ])('does not begin with %s', async (_, headers, status, code) => {
    const { client } = await officer();
    expect(await tus(client, 'POST', '/uploads', { headers })).toMatchObject({ status, code });
  });

  it('takes a part of the right type only', async () => {
    const { client } = await officer();
    const { content, sha256: hex } = await photo();
    const path = await begin(client, content.length, hex);
    const headers = { 'upload-offset': '0', 'content-type': 'application/json' };
    const refused = await tus(client, 'PATCH', path, { body: Buffer.from('{}'), headers });
    expect([refused.status, refused.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(await offsetOf(client, path)).toBe(0);
  });

  it('gives its place to newer ones where a person begins many', async () => {
    const { client } = await officer();
    const paths: string[] = [];
    for (let index = 0; index <= OPEN_UPLOADS; index += 1) paths.push(await begin(client, 10, (await photo()).sha256));
    const statuses = await Promise.all(paths.map(async (path) => (await tus(client, 'HEAD', path)).status));
    expect(statuses).toEqual([404, ...Array.from({ length: OPEN_UPLOADS }, () => 200)]);
  });

  it('is removed when it was not finished in time, and the officer is notified', async () => {
    const { unit, client } = await officer();
    const { content, sha256: hex } = await photo();
    const path = await begin(client, content.length, hex);
    await part(client, path, 0, content.subarray(0, 500));
    const body = { ...sheet(election, unit), photo: { sha256: hex } };
    await client.post('/results', body, { 'idempotency-key': `late-${unit}` });
    const id = path.split('/').at(-1) ?? '';
    const begun = new Date(test.clock.now().getTime() - UPLOAD_KEPT_MS - 1000);
    await sql`update uploads set created_at = ${begun} where id = ${id}`.execute(test.database.db);
    await removeUnfinished(test.app.platform);
    expect((await tus(client, 'HEAD', path)).status).toBe(404);
    const left = await sql`select from upload_parts where upload_id = ${id}`.execute(test.database.db);
    expect(left.rows).toHaveLength(0);
    const told = await client.get('/notifications');
    expect(told.json<{ title: string }[]>('data.notifications').map(({ title }) => title)).toEqual([
      'Photo not received',
    ]);
  });
});
