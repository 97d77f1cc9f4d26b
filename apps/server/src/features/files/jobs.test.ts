import { utimes } from 'node:fs/promises';
import path from 'node:path';
import type { FileId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { auditOf } from '../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { ageFile, changeFiles, photoOf, sendFile } from '../../../test/uploads.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { removeUnusedFiles } from './jobs.ts';
import { pictureKey, previewKey } from './keys.ts';

let test: TestApp;
let sender: Client;
let officer: Client;
let unit: LocationId;
beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  await setElectionMode(test.database.db, true);
  const { ward, units } = await createWard(test.database.db, 1);
  unit = units[0] ?? ward;
  sender = await test.as('state_admin', place('24'));
  officer = await test.as('polling_unit_officer', unit);
});
afterAll(() => test.close());

let colour = 0x10_00_00;
const photo = () => {
  colour += 0x01_02_03;
  return photoOf(`#${colour.toString(16)}`, 60, 40);
};
const CHAT = '/api/chat/files';
const DISPUTE = '/api/disputes/files';

async function upload(client: Client, content: Buffer, url?: string): Promise<string> {
  const reply = await sendFile(client, content, url);
  expect(reply.status).toBe(201);
  return reply.json<string>('data.id');
}

const look = () => removeUnusedFiles(test.app.platform, new AbortController().signal);
const shown = async (id: string, variant = 'original', client = sender) =>
  (await client.get(`/files/${id}?variant=${variant}`)).status;

async function stored(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of test.app.platform.files.list()) keys.push(key);
  return keys.sort();
}

async function send(fileId: string): Promise<number> {
  const body = { content: 'look', fileId, link: null, mentions: [] };
  const url = `/chat/channels/${place('24')}/messages`;
  return (await sender.post(url, body, { 'idempotency-key': `key-of-${fileId}` })).status;
}

async function submit(sheetFileId: string): Promise<{ status: number; code: string | undefined }> {
  const election = await createElection(test.database.db);
  const body = { ...sheet(election, unit), sheetFileId };
  return await officer.post('/results', body, { 'idempotency-key': `key-of-${sheetFileId}` });
}

describe('what is older than a day and belongs to nothing is removed, with its content', () => {
  let before: string[];
  beforeEach(async () => {
    before = await stored();
  });

  it('a picture that was never sent, and nothing else', async () => {
    const unsent = await upload(sender, await photo(), CHAT);
    const young = await upload(sender, await photo(), CHAT);
    const sent = await upload(sender, await photo(), CHAT);
    expect(await send(sent)).toBe(201);
    for (const id of [unsent, sent]) await ageFile(test, id);
    await look();
    expect([await shown(unsent), await shown(young), await shown(sent)]).toEqual([404, 200, 200]);
    expect((await stored()).length).toBe(before.length + 6);
    expect(await auditOf(test, unsent)).toEqual(['file.uploaded', 'file.removed']);
    expect(await send(unsent)).toBe(400);
  });

  it('a sheet that was never submitted, and none that was; the device must send the photo again', async () => {
    const lost = await upload(officer, await photo());
    const submitted = await upload(officer, await photo());
    expect((await submit(submitted)).status).toBe(201);
    for (const id of [lost, submitted]) await ageFile(test, id);
    await look();
    expect([await shown(lost, 'original', officer), await shown(submitted, 'view', officer)]).toEqual([404, 200]);
    expect((await stored()).length).toBe(before.length + 3);
    const late = await submit(lost);
    expect([late.status, late.code]).toEqual([400, 'SHEET_NOT_FOUND']);
  });

  it('an attachment of a dispute that was abandoned', async () => {
    const id = await upload(sender, await photo(), DISPUTE);
    await ageFile(test, id);
    await look();
    expect([await shown(id), await stored()]).toEqual([404, before]);
  });

  it('a profile picture that is no longer its person’s, as a row and as content alone', async () => {
    const url = '/api/users/upload-profile-picture';
    const picture = async () => {
      const reply = await sendFile(sender, await photo(), url, 'profilePicture');
      return /([\da-f-]{36})\.jpg/.exec(reply.text)?.[1] as FileId;
    };
    const own = await picture();
    await ageFile(test, own);
    // What a process that died between the upload and its end leaves: a row without a person, and content without a row.
    const [row, alone] = [crypto.randomUUID() as FileId, crypto.randomUUID() as FileId];
    await sql`insert into files (id, sha256, size, type, width, height, purpose, created_at)
      select ${row}, sha256, size, type, width, height, purpose, created_at from files where id = ${own}`.execute(
      test.database.db,
    );
    const { files, config } = test.app.platform;
    for (const id of [row, alone]) await files.put(pictureKey(id, 'full'), await photo());
    const old = new Date(Date.now() - 25 * 3_600_000);
    await utimes(path.join(config.dataDir, 'files', pictureKey(alone, 'full')), old, old);
    await look();
    const ofOwn = [pictureKey(own, 'full'), pictureKey(own, 'thumbnail')];
    expect(await stored()).toEqual([...before, ...ofOwn].sort());
  });

  it('a register without a decision in time, and content of an upload that broke off', async () => {
    const { files, config } = test.app.platform;
    const digest = Buffer.alloc(32, 7);
    const keys = ['imports/old.csv', previewKey(digest, 'view', digest)];
    for (const key of [...keys, 'imports/young.csv']) await files.put(key, Buffer.from('state,lga'));
    const old = new Date(Date.now() - 25 * 3_600_000);
    for (const key of keys) await utimes(path.join(config.dataDir, 'files', key), old, old);
    await look();
    expect(await stored()).toEqual([...before, 'imports/young.csv'].sort());
  });
});

it('leaves the content to another file that has the same', async () => {
  const content = await photo();
  const [unsent, sent] = [await upload(sender, content, CHAT), await upload(sender, content, CHAT)];
  expect(await send(sent)).toBe(201);
  for (const id of [unsent, sent]) await ageFile(test, id);
  await look();
  expect([await shown(unsent), await shown(sent), await shown(sent, 'view')]).toEqual([404, 200, 200]);
});

it('never removes the content of an upload of the same at that moment', async () => {
  const content = await photo();
  for (let again = 0; again < 8; again++) {
    await ageFile(test, await upload(sender, content, CHAT));
    const [fresh] = await Promise.all([upload(sender, content, CHAT), look(), look()]);
    for (const variant of ['original', 'view', 'thumbnail']) expect(await shown(fresh, variant)).toBe(200);
    await ageFile(test, fresh);
  }
});

it('never removes a photo to which something comes to refer at that moment', async () => {
  const content = await photo();
  const id = await upload(sender, content, CHAT);
  await ageFile(test, id);
  await send(await upload(sender, await photo(), CHAT));
  let looked: Promise<void> | undefined;
  await inTransaction(test.database.db, async (tx) => {
    await sql`insert into chat_messages (channel_id, sender_id, sender_role, content, file_id, idempotency_key, request_hash, created_at)
      values (${place('24')}, ${sender.person.id}, 'state_admin', 'x', ${id}, 'at-that-moment', '\\x00', now())`.execute(
      tx,
    );
    // The job finds the file without a message, and waits for this transaction with its removal.
    looked = look();
    const waits = () =>
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(tx);
    await expect.poll(async () => (await waits()).rows.length).toBeGreaterThan(0);
  });
  await looked;
  expect([await shown(id), await shown(id, 'view')]).toEqual([200, 200]);
});

it('shows a photo of before, of whose pictures no digest was noted, by making them anew', async () => {
  const id = await upload(sender, await photo(), CHAT);
  await changeFiles(test, id, 'view_sha256 = null, thumbnail_sha256 = null');
  expect([await shown(id, 'view'), await shown(id, 'thumbnail')]).toEqual([200, 200]);
});
