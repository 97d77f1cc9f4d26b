import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { place } from '../../../test/builders.ts';
import { auditOf } from '../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { forgetUnsentPictures } from './jobs.ts';

let test: TestApp;
let sender: Client;
beforeAll(async () => {
  test = await testApp();
  sender = await test.as('state_admin', place('24'));
});
afterAll(() => test.close());

const picture = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();

async function upload(content: Buffer, url = '/api/chat/files'): Promise<string> {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const reply = await sender.send({ method: 'POST', url, payload, headers });
  expect(reply.status).toBe(201);
  return reply.json<string>('data.id');
}

const age = (id: string) =>
  sql`update files set created_at = now() - interval '25 hours' where id = ${id}`.execute(test.database.db);
const look = () => forgetUnsentPictures(test.app.platform, new AbortController().signal);
const shown = async (id: string, variant = 'original') => (await sender.get(`/files/${id}?variant=${variant}`)).status;

async function stored(): Promise<number> {
  let count = 0;
  for await (const _ of test.app.platform.files.list()) count += 1;
  return count;
}

async function send(fileId: string): Promise<number> {
  const body = { content: 'look', fileId, link: null, mentions: [] };
  const url = `/chat/channels/${place('24')}/messages`;
  return (await sender.post(url, body, { 'idempotency-key': `key-of-${fileId}` })).status;
}

it('takes away after a day what was never sent, with its content, and nothing else', async () => {
  const before = await stored();
  const [unsent, young, sent] = [
    await upload(await picture('#112233')),
    await upload(await picture('#223344')),
    await upload(await picture('#334455')),
  ];
  const forDispute = await upload(await picture('#445566'), '/api/disputes/files');
  expect(await send(sent)).toBe(201);
  for (const id of [unsent, sent, forDispute]) await age(id);
  await look();
  expect([await shown(unsent), await shown(young), await shown(sent), await shown(forDispute)]).toEqual([
    404, 200, 200, 200,
  ]);
  expect(await stored()).toBe(before + 9);
  expect(await auditOf(test, unsent)).toEqual(['file.uploaded', 'file.removed']);
  expect(await send(unsent)).toBe(400);
});

it('leaves the content to another file that has the same', async () => {
  const content = await picture('#556677');
  const [unsent, sent] = [await upload(content), await upload(content)];
  expect(await send(sent)).toBe(201);
  for (const id of [unsent, sent]) await age(id);
  await look();
  expect([await shown(unsent), await shown(sent)]).toEqual([404, 200]);
});

it('never takes the content from somebody who uploads the same at that moment', async () => {
  const content = await picture('#667788');
  for (let again = 0; again < 8; again++) {
    await age(await upload(content));
    const [fresh] = await Promise.all([upload(content), look(), look()]);
    for (const variant of ['original', 'view', 'thumbnail']) expect(await shown(fresh, variant)).toBe(200);
    await age(fresh);
  }
});
