import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createWard, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type Reply, testApp, type TestApp } from '../../../test/harness.ts';
import { photoOf, sendFile } from '../../../test/uploads.ts';
import { sha256 } from '../../platform/runtime/ids.ts';
import { receiptDigest } from './receipt.ts';
import { storedVersions } from './record-queries.ts';
import { compareTallies } from './tally-repository.ts';

let test: TestApp;
let election: ElectionId;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
});
afterAll(() => test.close());

interface Officer {
  unit: LocationId;
  ward: LocationId;
  client: Client;
}

async function officer(): Promise<Officer> {
  const { ward, units } = await createWard(test.database.db, 1);
  const unit = units[0] ?? ward;
  return { unit, ward, client: await test.as('polling_unit_officer', unit) };
}

let shade = 0;
/** A photo that no other test has. */
async function photo(): Promise<{ content: Buffer; sha256: string; declared: { sha256: string } }> {
  shade += 1;
  const content = await photoOf(`#${(0x10_00_00 + shade * 0x01_03_07).toString(16).padStart(6, '0')}`);
  const hex = sha256(content).toString('hex');
  return { content, sha256: hex, declared: { sha256: hex } };
}

const submit = ({ client, unit }: Officer, body: object, key: string): Promise<Reply> =>
  client.post('/results', { ...sheet(election, unit), ...body }, { 'idempotency-key': `${key}-${unit}` });
const resultOf = async (client: Client, reply: Reply) =>
  (await client.get(`/results/${reply.json<string>('data.id')}`)).json<Record<string, unknown>>('data');
const photosOf = async (resultId: string) =>
  (
    await sql<{
      version: number;
      part: string;
      fileId: string;
    }>`select version, part, file_id as "fileId" from version_photos
      where result_id = ${resultId} order by version, part`.execute(test.database.db)
  ).rows;

describe('figures whose photo follows', () => {
  it('are received at once, count as pending, and have their photo when it arrives', async () => {
    const sender = await officer();
    const { content, declared } = await photo();
    const reply = await submit(sender, { photo: declared }, 'first');
    expect(reply.status).toBe(201);
    expect(reply.json('data')).toMatchObject({
      status: 'pending',
      photo: 'awaited',
      sheetSha256: declared.sha256,
      originalSha256: null,
    });
    expect(await resultOf(sender.client, reply)).toMatchObject({ photo: 'awaited', sheetFileId: null });
    const tallies = await test.database.db
      .selectFrom('tallies')
      .select(['status', 'units'])
      .where('area_id', '=', sender.ward)
      .execute();
    expect(tallies).toEqual([{ status: 'pending', units: 1 }]);

    const stored = await sendFile(sender.client, content);
    expect(stored.json('data.joined')).toEqual([{ resultId: reply.json('data.id'), version: 1, part: 'sheet' }]);
    const result = await resultOf(sender.client, reply);
    expect(result).toMatchObject({ photo: 'received', sheetFileId: stored.json('data.id') });
    expect(result['digest']).toBe(reply.json('data.digest'));
    const { rows } = await sql`select event, area_id as "areaId", new_values->>'sha256' as sha256 from audit_entries
      where event = 'result.photo_received' and resource_id = ${reply.json<string>('data.id')}`.execute(
      test.database.db,
    );
    expect(rows).toEqual([{ event: 'result.photo_received', areaId: sender.unit, sha256: declared.sha256 }]);
    const again = await submit(sender, { photo: declared }, 'first');
    expect([again.status, again.json('data.photo')]).toEqual([200, 'received']);
  });

  it('have it at once where it arrived before them', async () => {
    const sender = await officer();
    const { content, declared } = await photo();
    const stored = await sendFile(sender.client, content);
    expect(stored.json('data.joined')).toEqual([]);
    const reply = await submit(sender, { photo: declared }, 'after');
    expect(reply.json('data.photo')).toBe('received');
    expect(await resultOf(sender.client, reply)).toMatchObject({ sheetFileId: stored.json('data.id') });
  });

  it('have the copy first and the original later, and the receipt covers both', async () => {
    const sender = await officer();
    const [copy, original] = [await photo(), await photo()];
    const reply = await submit(sender, { photo: { ...copy.declared, originalSha256: original.sha256 } }, 'copy');
    expect(reply.json('data')).toMatchObject({ sheetSha256: copy.sha256, originalSha256: original.sha256 });
    await sendFile(sender.client, copy.content);
    expect(await resultOf(sender.client, reply)).toMatchObject({ photo: 'received', originalFileId: null });
    const stored = await sendFile(sender.client, original.content);
    expect(stored.json('data.joined')).toMatchObject([{ part: 'original' }]);
    expect(await resultOf(sender.client, reply)).toMatchObject({ originalFileId: stored.json('data.id') });
  });

  it('make the digest of the third form, which is made anew from what is stored', async () => {
    const sender = await officer();
    const { content, declared } = await photo();
    const reply = await submit(sender, { photo: { ...declared, originalSha256: (await photo()).sha256 } }, 'digest');
    await sendFile(sender.client, content);
    for await (const version of storedVersions(test.database.db)) {
      expect(receiptDigest(version).equals(version.digest)).toBe(true);
    }
    const other = await submit(await officer(), { photo: { ...declared, originalSha256: null } }, 'digest');
    expect(other.json('data.digest')).not.toBe(reply.json('data.digest'));
  });

  it('never get a photo of another person, or another photo', async () => {
    const [sender, stranger] = [await officer(), await officer()];
    const { content, declared } = await photo();
    const reply = await submit(sender, { photo: declared }, 'stranger');
    const theirs = await sendFile(stranger.client, content);
    expect(theirs.json('data.joined')).toEqual([]);
    expect(await resultOf(sender.client, reply)).toMatchObject({ photo: 'awaited' });
    const other = await sendFile(sender.client, (await photo()).content);
    expect(other.json('data.joined')).toEqual([]);
    for (const file of [theirs, other]) {
      await expect(
        sql`insert into version_photos (result_id, version, part, file_id, received_at)
          values (${reply.json<string>('data.id')}, 1, 'sheet', ${file.json<string>('data.id')}, now())`.execute(
          test.database.db,
        ),
      ).rejects.toMatchObject({ code: '42501' });
    }
    expect(await resultOf(sender.client, reply)).toMatchObject({ photo: 'awaited' });
  });

  it('keep the photos of replaced versions with those versions', async () => {
    const sender = await officer();
    const [first, second] = [await photo(), await photo()];
    const reply = await submit(sender, { photo: first.declared }, 'one');
    await submit(sender, { photo: second.declared, voidVotes: 1 }, 'two');
    const late = await sendFile(sender.client, first.content);
    expect(late.json('data.joined')).toMatchObject([{ version: 1 }]);
    expect(await resultOf(sender.client, reply)).toMatchObject({ version: 2, photo: 'awaited', sheetFileId: null });
    const third = await submit(sender, { photo: first.declared, voidVotes: 2 }, 'three');
    expect(third.json('data')).toMatchObject({ version: 3, photo: 'received' });
    expect((await photosOf(reply.json('data.id'))).map(({ version }) => version)).toEqual([1, 3]);
  });

  it('are refused with both a declared and a stored photo, and under one key with another photo', async () => {
    const sender = await officer();
    const { content, declared } = await photo();
    const stored = await sendFile(sender.client, content);
    const both = await submit(sender, { photo: declared, sheetFileId: stored.json('data.id') }, 'both');
    expect([both.status, both.code]).toEqual([400, 'VALIDATION_FAILED']);
    await submit(sender, { photo: declared }, 'key');
    const other = await submit(sender, { photo: (await photo()).declared }, 'key');
    expect([other.status, other.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });

  it('find their photo however the two cross', async () => {
    const officers = await Promise.all(Array.from({ length: 12 }, officer));
    const crossings = officers.map(async (sender) => {
      const { content, declared } = await photo();
      const [reply] = await Promise.all([
        submit(sender, { photo: declared }, 'cross'),
        sendFile(sender.client, content),
      ]);
      return await resultOf(sender.client, reply);
    });
    for (const result of await Promise.all(crossings)) expect(result['photo']).toBe('received');
  });
});

describe('the photo that arrives', () => {
  it('is refused where it is not what the device announced', async () => {
    const sender = await officer();
    const [sent, meant] = [await photo(), await photo()];
    const payload = Buffer.concat([
      Buffer.from(`--b\r\ncontent-disposition: form-data; name="sha256"\r\n\r\n${meant.sha256}\r\n`),
      Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'),
      sent.content,
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const reply = await sender.client.send({ method: 'POST', url: '/api/files', payload, headers });
    expect([reply.status, reply.code]).toEqual([409, 'FILE_NOT_ANNOUNCED']);
  });

  it('stays as long as a version has it, and its row is for its readers', async () => {
    const sender = await officer();
    const { content, declared } = await photo();
    await submit(sender, { photo: declared }, 'seen');
    const id = (await sendFile(sender.client, content)).json<string>('data.id');
    const admin = await test.as('ward_admin', sender.ward);
    expect((await admin.get(`/files/${id}?variant=original`)).status).toBe(200);
    const elsewhere = await test.as('ward_admin', (await officer()).ward);
    expect((await elsewhere.get(`/files/${id}`)).status).toBe(404);
    const asOwner = (statement: RawBuilder<unknown>) =>
      test.asOwner(async (tx) => {
        await statement.execute(tx);
      });
    await expect(asOwner(sql`delete from files where id = ${id}`)).rejects.toMatchObject({
      constraint: 'version_photos_file',
    });
    await expect(asOwner(sql`update version_photos set part = 'original'`)).rejects.toThrow('version_photos');
  });
});

describe('a decision before the photo', () => {
  it('to verify says by what the figures were verified', async () => {
    const sender = await officer();
    const { content, declared } = await photo();
    const reply = await submit(sender, { photo: declared }, 'decide');
    const id = reply.json<string>('data.id');
    const admin = await test.as('ward_admin', sender.ward);
    const bare = await admin.post(`/results/${id}/verify`, { version: 1 });
    expect([bare.status, bare.code]).toEqual([409, 'PHOTO_AWAITED']);
    const list = await admin.get(`/results/review?electionId=${election}&area=${sender.unit}`);
    expect(list.json('data.units.0.photo')).toBe('awaited');
    const said = await admin.post(`/results/${id}/verify`, { version: 1, comment: 'Read out by phone, twice' });
    expect(said.json('data')).toMatchObject({ status: 'verified', photo: 'awaited' });
    await sendFile(sender.client, content);
    expect(await resultOf(admin, reply)).toMatchObject({ status: 'verified', photo: 'received' });
    expect(await compareTallies(test.database.db, election)).toEqual([]);
  });

  it('needs no comment once the photo is there', async () => {
    const sender = await officer();
    const { content, declared } = await photo();
    const reply = await submit(sender, { photo: declared }, 'there');
    await sendFile(sender.client, content);
    const admin = await test.as('ward_admin', sender.ward);
    const verified = await admin.post(`/results/${reply.json<string>('data.id')}/verify`, { version: 1 });
    expect(verified.json('data.status')).toBe('verified');
  });
});

describe('the original of a copy', () => {
  it('is requested once by a reviewer of the area, and its officer is notified by SMS', async () => {
    const sender = await officer();
    const [copy, original] = [await photo(), await photo()];
    const declared = { ...copy.declared, originalSha256: original.sha256 };
    const reply = await submit(sender, { photo: declared }, 'ask');
    const path = `/results/${reply.json<string>('data.id')}/ask-original`;
    await sendFile(sender.client, copy.content);
    const admin = await test.as('ward_admin', sender.ward);
    const elsewhere = await test.as('ward_admin', (await officer()).ward);
    expect(await resultOf(admin, reply)).toMatchObject({ can: { askOriginal: true } });
    expect(await resultOf(sender.client, reply)).toMatchObject({ can: { askOriginal: false } });
    expect((await elsewhere.post(path, { version: 1 })).status).toBe(404);
    expect((await sender.client.post(path, { version: 1 })).status).toBe(403);
    expect((await admin.post(path, { version: 2 })).code).toBe('CONFLICT');

    const both = await Promise.all([admin.post(path, { version: 1 }), admin.post(path, { version: 1 })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]?.json('data')).toMatchObject({ can: { askOriginal: false }, originalAskedAt: expect.any(String) });
    const desk = await sender.client.get('/results/desk');
    const versions =
      desk.json<{ result: { versions: { originalAskedAt: string | null }[] } | null }[]>('data.elections');
    expect(versions.flatMap(({ result }) => result?.versions ?? [])[0]?.originalAskedAt).not.toBeNull();
    const told = await test.database.db
      .selectFrom('messages')
      .select(['channel', 'body'])
      .where('recipient', '=', sender.client.person.phone)
      .execute();
    expect(told).toEqual([
      { channel: 'sms', body: expect.stringMatching(/^Original photo requested: Open the console/) },
    ]);

    await sendFile(sender.client, original.content);
    expect((await admin.post(path, { version: 1 })).code).toBe('NO_ORIGINAL_AWAITED');
  });

  it('cannot be requested where none was declared', async () => {
    const sender = await officer();
    const reply = await submit(sender, { photo: (await photo()).declared }, 'none');
    const admin = await test.as('ward_admin', sender.ward);
    const asked = await admin.post(`/results/${reply.json<string>('data.id')}/ask-original`, { version: 1 });
    expect([asked.status, asked.code]).toEqual([409, 'NO_ORIGINAL_AWAITED']);
  });
});

describe('a returned result', () => {
  const returned = async (sender: Officer) => {
    const reply = await submit(sender, {}, 'return');
    const admin = await test.as('ward_admin', sender.ward);
    const path = `/results/${reply.json<string>('data.id')}/return`;
    expect((await admin.post(path, { version: 1, reason: 'Box 6 is not legible.' })).status).toBe(200);
    return await test.database.db
      .selectFrom('messages')
      .select(['channel', 'body'])
      .where('recipient', '=', sender.client.person.phone)
      .execute();
  };

  it('is sent by SMS to an officer who chose nothing', async () => {
    const sent = await returned(await officer());
    expect(sent).toEqual([
      { channel: 'sms', body: expect.stringMatching(/^Result returned: .*was returned to you: Box 6/) },
    ]);
  });

  it('reaches the officer who is at the unit now, too', async () => {
    const sender = await officer();
    const reply = await submit(sender, {}, 'moved');
    const { db } = test.database;
    const [elsewhere] = (await createWard(db, 1)).units;
    await db.updateTable('users').set({ area_id: elsewhere }).where('id', '=', sender.client.person.id).execute();
    const present = await test.as('polling_unit_officer', sender.unit);
    const admin = await test.as('ward_admin', sender.ward);
    await admin.post(`/results/${reply.json<string>('data.id')}/return`, { version: 1, reason: 'Box 6' });
    expect((await present.get('/notifications')).text).toContain('was returned to its officers: Box 6');
  });

  it('is not, to one who switched that off', async () => {
    const sender = await officer();
    const off = { choices: { returned: { sms: false } } };
    expect((await sender.client.patch('/notifications/preferences', off)).status).toBe(200);
    expect(await returned(sender)).toEqual([]);
  });
});
