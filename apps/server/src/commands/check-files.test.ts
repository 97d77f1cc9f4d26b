import { buffer } from 'node:stream/consumers';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUCKET, type BucketServer, startBucketServer } from '../../test/bucket-server.ts';
import { createElection, createWard, place, setElectionMode, sheet } from '../../test/builders.ts';
import { testApp, type TestApp } from '../../test/harness.ts';
import { changeFiles, photoOf, sendFile } from '../../test/uploads.ts';
import { previewKey } from '../features/files/keys.ts';
import { receiptDigest } from '../features/results/receipt.ts';
import { storedVersions } from '../features/results/record-queries.ts';
import { checkFiles } from './check-files.ts';

interface Sent {
  id: string;
  sha256: string;
  submissionId: string;
  resultId: string;
}

type Uploaded = Pick<Sent, 'id' | 'sha256'>;

async function submissions(test: TestApp, count: number): Promise<Sent[]> {
  await setElectionMode(test.database.db, true);
  const { units } = await createWard(test.database.db, count);
  const election = await createElection(test.database.db);
  return await Promise.all(
    units.map(async (unit: LocationId, index) => {
      const officer = await test.as('polling_unit_officer', unit);
      const uploaded = await sendFile(officer, await photoOf(`#${(30 + 30 * index).toString(16)}4060`));
      const id = uploaded.json<string>('data.id');
      const body = { ...sheet(election, unit), sheetFileId: id };
      const reply = await officer.post('/results', body, { 'idempotency-key': `of-${unit}` });
      const { submissionId, id: resultId } = reply.json<{ submissionId: string; id: string }>('data');
      return { id, sha256: uploaded.json<string>('data.sha256'), submissionId, resultId };
    }),
  );
}

async function check(test: TestApp): Promise<{ problems: number; lines: string[] }> {
  const lines: string[] = [];
  const { database, files: store } = test.app.platform;
  const say = (line: string) => void lines.push(line);
  const problems = await checkFiles({ db: database.db, store, say, onProgress: () => undefined });
  return { problems, lines };
}

describe('files in a folder', () => {
  let test: TestApp;
  let sent: Sent[];
  const at = (sha256: string) =>
    path.join(test.app.platform.config.dataDir, 'files', 'original', sha256.slice(0, 2), sha256);
  beforeAll(async () => {
    test = await testApp();
    sent = await submissions(test, 6);
  });
  afterAll(() => test.close());

  it('are found as they were received, with their receipts', async () => {
    expect(await check(test)).toEqual({
      problems: 0,
      lines: [
        '6 files read, each as it was received.',
        '6 receipts made anew, each as it was given.',
        '0 receipts of collation forms made anew, each as it was given.',
        'Uploads, submissions, collation forms and decisions compared with the audit log, each as it says.',
      ],
    });
  });

  it('are named where they are missing, changed, exchanged or without a row, and so are receipts that do not fit', async () => {
    const [missing, changed, one, other, altered] = sent as [Sent, Sent, Sent, Sent, Sent];
    await rm(at(missing.sha256));
    await writeFile(at(changed.sha256), 'another photo');
    await changeFiles(test, one.id, `sha256 = '\\x${other.sha256}'`);
    await changeFiles(test, other.id, `sha256 = '\\x${one.sha256}'`);
    await test.asOwner(async (tx) => {
      await sql`alter table result_versions disable trigger result_versions_append_only`.execute(tx);
      await sql`update result_versions set votes[1] = votes[1] + 1 where result_id = ${altered.resultId}`.execute(tx);
    });
    await test.app.platform.files.put(`original/ab/${'ab'.repeat(32)}`, Buffer.from('left over'));
    const old = new Date(Date.now() - 25 * 3_600_000);
    await utimes(at('ab'.repeat(32)), old, old);
    const { problems, lines } = await check(test);
    const starting = (...words: string[]) => lines.filter((line) => words.every((word) => line.includes(word)));
    expect(starting('MISSING', missing.id)).toHaveLength(1);
    expect(starting('CHANGED', changed.id)).toHaveLength(1);
    expect(starting('EXCHANGED', `file ${one.id}`, one.submissionId, `now file ${other.id}`)).toHaveLength(1);
    expect(starting('EXCHANGED', `file ${other.id}`, other.submissionId, `now file ${one.id}`)).toHaveLength(1);
    expect(starting('RECEIPT', altered.submissionId)).toHaveLength(1);
    expect(starting('1 files of the store are named by no row')).toHaveLength(1);
    // The previews of both exchanged files are named after the digests of their own photos.
    expect(problems).toBe(lines.filter((line) => /^[A-Z]+:/.test(line)).length);
  });
});

describe('what is written past the application, as its role', () => {
  let test: TestApp;
  let sent: [Sent, Sent];
  beforeAll(async () => {
    test = await testApp();
    sent = (await submissions(test, 2)) as [Sent, Sent];
  });
  afterAll(() => test.close());

  /** Gives one row the previews of the other, as an update would. */
  const exchangePreviews = (one: string, other: string) =>
    sql`with d as (delete from files where id = ${one} returning *)
      insert into files (id, sha256, size, type, width, height, uploaded_by, created_at, purpose, view_sha256, thumbnail_sha256)
      select d.id, d.sha256, d.size, d.type, d.width, d.height, d.uploaded_by, d.created_at, d.purpose, b.view_sha256,
        b.thumbnail_sha256 from d, files b where b.id = ${other}`.execute(test.database.db);

  it('a row that is deleted and added again is refused where something refers to it', async () => {
    await expect(exchangePreviews(sent[0].id, sent[1].id)).rejects.toMatchObject({
      constraint: 'result_versions_sheet',
    });
    expect((await check(test)).problems).toBe(0);
  });

  it('each key to files restricts', async () => {
    const { rows } = await sql`select conname::text as name from pg_constraint
      where contype = 'f' and confrelid = 'files'::regclass and confdeltype <> 'r'`.execute(test.database.db);
    expect(rows).toEqual([]);
  });

  it('a version whose photo has no digest is refused', async () => {
    const made = sql`insert into result_versions (result_id, version, submission_id, votes, void_votes, accredited, sheet_file_id,
        idempotency_key, request_hash, digest, submitted_by, submitted_at)
      select result_id, 2, 'made up', votes, void_votes, accredited, sheet_file_id, 'made up', request_hash, digest, submitted_by,
        submitted_at from result_versions where result_id = ${sent[0].resultId}`;
    await expect(made.execute(test.database.db)).rejects.toThrow('result_versions_sheet_with_digest');
  });

  it('a version that the audit log does not have is named, though its receipt fits', async () => {
    const { resultId } = sent[0];
    for await (const version of storedVersions(test.database.db)) {
      if (version.resultId !== resultId) continue;
      const [first = 0, second = 0, ...others] = version.votes;
      const votes = [first - 1, second + 1, ...others];
      const digest = receiptDigest({ ...version, votes, version: 2 });
      await sql`insert into result_versions select result_id, 2 as version, 'made up' as submission_id, ${votes}::int[] as votes, void_votes,
          accredited, registered, boxes, flags, sheet_file_id, late, accepted_as, 'made up' as idempotency_key, request_hash,
          ${digest}::bytea as digest, submitted_by, submitted_at, device, sheet_sha256
        from result_versions where result_id = ${resultId}`.execute(test.database.db);
    }
    const { problems, lines } = await check(test);
    expect(lines).toContain('3 receipts made anew, each as it was given.');
    expect(lines).toContain('ENTRY: made up: the audit log does not have its submission with this digest.');
    expect(problems).toBe(1);
  });

  it('a submission of the audit log is named whose version is not stored', async () => {
    const { resultId } = sent[1];
    const { problems } = await check(test);
    await sql`insert into audit_entries (event, resource_id, new_values) select event, resource_id,
        new_values || '{"version": 5, "submissionId": "lost"}' from audit_entries
      where event = 'result.submitted' and resource_id = ${resultId}`.execute(test.database.db);
    const after = await check(test);
    expect(after.lines).toContain(
      `ENTRY: lost: the audit log has its submission, and version 5 of result ${resultId} is not stored.`,
    );
    expect(after.problems).toBe(problems + 1);
  });

  it('decisions are named that the store or the audit log alone has; honest ones are not', async () => {
    const { resultId } = sent[1];
    const { db } = test.database;
    const { problems } = await check(test);
    const { rows } = await sql<{ unit: LocationId; code: string }>`select u.parent_id as unit, u.code from results r
      join locations u on u.id = r.polling_unit_id where r.id = ${resultId}`.execute(db);
    const admin = await test.as('ward_admin', rows[0]?.unit ?? null);
    const which = `ENTRY: ${rows[0]?.code}: version 1 of result ${resultId}, `;
    expect((await admin.post(`/results/${resultId}/verify`, { version: 1 })).status).toBe(200);
    const contest = { resultId, version: 1, reason: 'The copies differ' };
    expect((await admin.post('/disputes', contest)).status).toBe(201);
    expect((await check(test)).problems).toBe(problems);
    await sql`insert into result_decisions (result_id, version, action, decided_by, decided_at)
      values (${resultId}, 1, 'verified', ${admin.person.id}, now())`.execute(db);
    await sql`insert into audit_entries (event, resource_id, user_id, new_values)
      values ('result.cancelled', ${resultId}, ${admin.person.id}, '{"version": 1}')`.execute(db);
    const { problems: found, lines } = await check(test);
    const by = admin.person.id;
    expect(lines).toContain(
      `${which}verified by ${by}: decided 2 times, of which the audit log has 1. Ask that person, and let the result be disputed.`,
    );
    expect(lines).toContain(
      `${which}cancelled by ${by}: the audit log has it 1 times, and 0 of these decisions are stored.`,
    );
    expect(found).toBe(problems + 2);
  });

  it('a file to which nothing refers is named, though the store fits', async () => {
    const sender = await test.as('state_admin', place('24'));
    const [one, other] = [
      await sendFile(sender, await photoOf('#112233'), '/api/chat/files'),
      await sendFile(sender, await photoOf('#332211'), '/api/chat/files'),
    ].map((reply) => reply.json<{ id: string; sha256: string }>('data')) as [Uploaded, Uploaded];
    const { problems } = await check(test);
    await exchangePreviews(one.id, other.id);
    const { files } = test.app.platform;
    const { rows } = await sql<{
      view: Buffer;
      thumbnail: Buffer;
    }>`select view_sha256 as view, thumbnail_sha256 as thumbnail
      from files where id = ${other.id}`.execute(test.database.db);
    for (const variant of ['view', 'thumbnail'] as const) {
      const keyOf = (of: Uploaded) => previewKey(Buffer.from(of.sha256, 'hex'), variant, rows[0]?.[variant] ?? null);
      await files.put(keyOf(one), await buffer(await files.get(keyOf(other))));
    }
    const after = await check(test);
    expect(after.lines).toContain(`ENTRY: file ${one.id}: its row is not what the audit log says of its upload.`);
    expect(after.problems).toBe(problems + 1);
  });

  it('versions from before the digests of photos are counted', async () => {
    await test.asOwner(async (tx) => {
      await sql`alter table result_versions disable trigger result_versions_append_only`.execute(tx);
      await sql`alter table result_versions drop constraint result_versions_sheet_with_digest`.execute(tx);
      await sql`update result_versions set sheet_sha256 = null where result_id = ${sent[1].resultId}`.execute(tx);
    });
    expect((await check(test)).lines).toContain('1 versions have a photo but no digest of it: only its id is proved.');
  });
});

it('files in a bucket are checked in the same way', async () => {
  const server: BucketServer = await startBucketServer();
  const { endpoint, keys } = server;
  const test = await testApp({ bucket: { bucket: BUCKET, prefix: '', region: 'us-east-1', endpoint, keys } });
  try {
    const [sent] = (await submissions(test, 1)) as [Sent];
    expect((await check(test)).problems).toBe(0);
    const key = `original/${sent.sha256.slice(0, 2)}/${sent.sha256}`;
    const kept = server.objects.get(key);
    if (kept) server.objects.set(key, { ...kept, content: Buffer.from('another photo'), metadata: {} });
    expect((await check(test)).lines).toContain(`CHANGED: file ${sent.id} (${key}).`);
    server.objects.delete(key);
    expect((await check(test)).lines).toContain(`MISSING: file ${sent.id} (${key}).`);
  } finally {
    await test.close();
    await server.close();
  }
});

it('a store that cannot be read is no sound one', async () => {
  const test = await testApp();
  try {
    await submissions(test, 1);
    const folder = path.join(test.app.platform.config.dataDir, 'files');
    for (const name of await readdir(folder))
      if (name === 'original') await rm(path.join(folder, name), { recursive: true });
    expect((await check(test)).problems).toBe(1);
  } finally {
    await test.close();
  }
});
