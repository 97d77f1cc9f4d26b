import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode } from '../../../../test/builders.ts';
import { enter, formOf } from '../../../../test/collations.ts';
import { type Client, type TestApp, testApp } from '../../../../test/harness.ts';
import { changeFiles, photoOf, sendFile } from '../../../../test/uploads.ts';
import { checkFiles } from '../../../commands/check-files.ts';
import { recountAll } from '../../../commands/recount-all.ts';

interface Page {
  id: string;
  sha256: string;
}

let test: TestApp;
let election: ElectionId;
let ward: LocationId;
let units: LocationId[];
let admin: Client;
let lga: Client;
let state: Client;
let id: string;
let submissionId: string;
let sheet: Page;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  await setElectionMode(test.database.db, true);
  lga = await test.as('lga_admin', place('24-11'));
  state = await test.as('state_admin', place('24'));
});
afterAll(() => test.close());
beforeEach(async () => {
  election = await createElection(test.database.db);
  ({ ward, units } = await createWard(test.database.db, 2));
  admin = await test.as('ward_admin', ward);
  sheet = await page(admin);
  const sent = await enter(admin, formOf(election, ward, units, { sheetFileIds: [sheet.id] }));
  ({ id, submissionId } = sent.json<{ id: string; submissionId: string }>('data'));
});

let shade = 0;
/** A photo that no other test has sent. */
async function page(by: Client): Promise<Page> {
  shade += 1;
  const colour = `#${(shade % 16).toString(16)}0${Math.floor(shade / 16).toString(16)}0ff`;
  const sent = await sendFile(by, await photoOf(colour), '/api/collations/files');
  return sent.json<Page>('data');
}

const decide = async (by: Client, action: string, body: object = {}, version = 1) => {
  const words =
    action === 'verify' ? {} : { reason: 'Seen on it', ...(action === 'return' && { ground: 'unreadable' }) };
  const reply = await by.post(`/collations/${id}/${action}`, { version, ...words, ...body });
  expect(reply.status, reply.text).toBe(200);
};
const addPage = async () => {
  const added = await page(admin);
  const reply = await admin.post(`/collations/${id}/pages`, { version: 1, sheetFileIds: [added.id] });
  expect(reply.status, reply.text).toBe(200);
  return added;
};

async function recount(): Promise<{ faults: number; lines: string[] }> {
  const lines: string[] = [];
  const faults = await recountAll(test.database.db, (line) => void lines.push(line));
  return { faults, lines: lines.filter((line) => line.includes(id) || line.startsWith('Collation forms')) };
}
async function check(): Promise<string[]> {
  const lines: string[] = [];
  const { database, files: store } = test.app.platform;
  await checkFiles({
    db: database.db,
    store,
    say: (line) => void lines.push(line),
    onProgress: () => undefined,
  });
  return lines;
}
/** What the check says that it did not say before the change. */
async function newlySaid(change: () => Promise<unknown>): Promise<string[]> {
  const before = new Set(await check());
  await change();
  return (await check()).filter((line) => /^[A-Z]+: /.test(line) && !before.has(line));
}

/** What the database allows only to its owner, who switches the trigger off. */
const forced = async (table: string, trigger: string, statement: string) =>
  await test.asOwner(async (tx) => {
    await sql.raw(`alter table ${table} disable trigger ${trigger}`).execute(tx);
    await sql.raw(statement).execute(tx);
    await sql.raw(`alter table ${table} enable always trigger ${trigger}`).execute(tx);
  });
const changeForm = async (columns: string) =>
  await forced('collations', 'collations_keep_to_record', `update collations set ${columns} where id = '${id}'`);
/** Restores the form with the statement of docs/operations.md. */
const putBack = async () =>
  await sql`update collations c set (version, form_code, status, submitted_by, submitted_at, decided_by, decided_at, reason,
    out_of_date_at) = (select version, form_code, status, submitted_by, submitted_at, decided_by, decided_at, reason, out_of_date_at
    from collations_as_recorded where id = c.id) where c.id = ${id}`.execute(test.database.db);

describe('a recount', () => {
  it('finds each form as its versions, decisions and pages say, whatever was done with it', async () => {
    await decide(lga, 'return');
    await addPage();
    await decide(lga, 'return');
    await addPage();
    await decide(lga, 'return', { ground: 'figures' });
    await enter(admin, formOf(election, ward, units, { sheetFileIds: [sheet.id] }));
    await decide(lga, 'verify', {}, 2);
    await decide(admin, 'dispute', {}, 2);
    await decide(state, 'verify', {}, 2);
    const { faults, lines } = await recount();
    expect(lines).toEqual(['Collation forms compared with their versions and decisions, each as they say.']);
    expect(faults).toBe(0);
  });

  it.each([
    ['its status', `status = 'verified'`, 'status is verified, by its decisions pending'],
    ['its version', 'version = 7', 'it says it is version 7, its newest is 1'],
    ['its code', `form_code = 'EC8C'`, 'form_code is EC8C, in its version 1 EC8B'],
    ['when it was sent', `submitted_at = '2020-01-01Z'`, 'submitted_at is 2020-01-01'],
    ['why it was decided', `reason = 'Made up'`, 'reason is Made up, by its decisions nothing'],
    ['that it is up to date', `out_of_date_at = '2020-01-01Z'`, 'out_of_date_at is 2020-01-01'],
  ])('names a form of which %s was changed', async (_, columns, says) => {
    await changeForm(columns);
    const { faults, lines } = await recount();
    expect(faults).toBe(1);
    expect(lines[0]).toContain(`, agent, Presidential election, form ${id}: ${says}`);
    expect(lines[0]).toContain('Do what docs/operations.md says');
    await putBack();
    expect((await recount()).faults).toBe(0);
  });

  it('finds forms that waited again for their review before the migration as they say', async () => {
    await decide(lga, 'return');
    await addPage();
    const file = await readFile(
      new URL('../../../../migrations/0063-collations-as-recorded.sql', import.meta.url),
      'utf8',
    );
    const [part = ''] = /^update collation_photos.*?;$/ms.exec(file) ?? [];
    expect(part).not.toBe('');
    const of = `update collation_photos set after_decision = null where collation_id = '${id}'`;
    await forced('collation_photos', 'collation_photos_append_only', of);
    expect((await recount()).lines.join('\n')).toContain('status is pending, by its decisions returned');
    await forced('collation_photos', 'collation_photos_append_only', part);
    expect((await recount()).faults).toBe(0);
  });

  it('names a returned form that was made to wait again without a page', async () => {
    await decide(lga, 'return');
    await changeForm(`status = 'pending', decided_by = null, decided_at = null, reason = null`);
    expect((await recount()).lines.join('\n')).toContain('status is pending, by its decisions returned');
    await putBack();
  });
});

describe('the check of the files', () => {
  const at = (sha256: string) =>
    path.join(test.app.platform.config.dataDir, 'files', 'original', sha256.slice(0, 2), sha256);

  it('finds forms, their pages and decisions as they were received', async () => {
    await decide(lga, 'return');
    await addPage();
    await decide(lga, 'verify');
    const said = await check();
    expect(said.filter((line) => /^[A-Z]+: /.test(line))).toEqual([]);
    expect(said.join('\n')).toMatch(/\d+ receipts of collation forms made anew, each as it was given\./);
  });

  it('names a photo that is missing, changed or another than was sent with the form', async () => {
    const added = await addPage();
    const found = await newlySaid(async () => {
      await rm(at(added.sha256));
      await writeFile(at(sheet.sha256), 'another photo');
    });
    expect(found.toSorted()).toEqual(
      [
        `CHANGED: file ${sheet.id} (original/${sheet.sha256.slice(0, 2)}/${sheet.sha256}).`,
        `MISSING: file ${added.id} (original/${added.sha256.slice(0, 2)}/${added.sha256}).`,
      ].toSorted(),
    );
    const other = await page(admin);
    const exchanged = await newlySaid(() => changeFiles(test, sheet.id, `sha256 = '\\x${other.sha256}'`));
    expect(exchanged.find((line) => line.startsWith('EXCHANGED'))).toBe(
      `EXCHANGED: file ${sheet.id} names another photo than was submitted with ${submissionId}; no file has the submitted one.`,
    );
  });

  it('names a form whose rows or figures are not those of its receipt', async () => {
    const row = `insert into collation_rows (collation_id, version, child_id, position, votes)
      values ('${id}', 1, ${ward}, 9, '{1}')`;
    // The application's role may add rows, so this needs no trigger switched off.
    expect(await newlySaid(() => sql.raw(row).execute(test.database.db))).toEqual([
      `RECEIPT: ${submissionId}: the stored values do not give the digest of its receipt.`,
    ]);
    const { submissionId: second } = (
      await enter(admin, formOf(election, ward, units, { officerName: 'Another' }))
    ).json<{ submissionId: string }>('data');
    const figures = `update collation_versions set votes[1] = votes[1] + 1 where collation_id = '${id}' and version = 2`;
    expect(await newlySaid(() => forced('collation_versions', 'collation_versions_append_only', figures))).toEqual([
      `RECEIPT: ${second}: the stored values do not give the digest of its receipt.`,
    ]);
  });

  it('names what the audit log does not have, and what it alone has', async () => {
    const by = lga.person.id;
    const lines = await newlySaid(async () => {
      await sql`insert into collation_decisions (collation_id, version, action, decided_by, decided_at)
        values (${id}, 1, 'acknowledged', ${by}, now())`.execute(test.database.db);
      await sql`insert into audit_entries (event, resource_id, user_id, new_values) values
        ('collation.disputed', ${id}, ${by}, '{"version": 1}'),
        ('collation.pages_added', ${id}, ${by}, '{"version": 1, "pages": [{"page": 4, "sha256": "ab"}]}'),
        ('collation.entered', ${id}, ${by}, '{"version": 5, "digest": "ab", "submissionId": "lost"}')`.execute(
        test.database.db,
      );
    });
    expect(lines.toSorted()).toEqual(
      [
        `ENTRY: ${submissionId}, acknowledged by ${by}: stored 1 times, of which the audit log has 0.`,
        `ENTRY: ${submissionId}, disputed by ${by}: the audit log has it 1 times, of which 0 are stored as it says.`,
        `ENTRY: page 4 of ${submissionId}, added by ${by}: the audit log has it 1 times, of which 0 are stored as it says.`,
        'ENTRY: lost: the audit log has it 1 times, of which 0 are stored as it says.',
      ].toSorted(),
    );
  });
});

describe('the database refuses', () => {
  const refused = /append-only|would say something else|is not the page/;

  it.each([
    ['another status', `status = 'verified'`],
    ['another version', 'version = 2'],
    ['another count', `source = 'portal'`],
    ['another area', 'area_id = area_id - area_id % 10000000'],
    ['out of date without a decision', 'out_of_date_at = now()'],
  ])('a form %s', async (_, columns) => {
    const changed = sql`update collations set ${sql.raw(columns)} where id = ${id}`;
    await expect(changed.execute(test.database.db)).rejects.toThrow(refused);
    const asReplica = test.asOwner(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await changed.execute(tx);
    });
    await expect(asReplica).rejects.toThrow(refused);
  });

  it.each(['collation_versions', 'collation_rows', 'collation_photos', 'collation_decisions', 'published_sheets'])(
    'to change or delete rows of %s, also of its owner who switches triggers off for replication',
    async (table) => {
      const column = table === 'published_sheets' ? 'note = null' : 'version = 9';
      for (const statement of [`update ${table} set ${column}`, `delete from ${table}`, `truncate ${table} cascade`]) {
        const asReplica = test.asOwner(async (tx) => {
          await sql`set local session_replication_role = replica`.execute(tx);
          await sql.raw(statement).execute(tx);
        });
        await expect(asReplica, statement).rejects.toThrow(/append-only/);
      }
    },
  );

  it('a page that is another file than it says, or another person’s', async () => {
    const [own, other] = [await page(admin), await page(lga)];
    const add = async ({ id: file }: Page, sha256: string, by: UserId) =>
      await sql`insert into collation_photos (collation_id, version, page, file_id, sha256, added_by, added_at)
        values (${id}, 1, 2, ${file}, decode(${sha256}, 'hex'), ${by}, now())`.execute(test.database.db);
    await expect(add(own, other.sha256, admin.person.id)).rejects.toThrow(refused);
    await expect(add(other, other.sha256, admin.person.id)).rejects.toThrow(refused);
    await add(own, own.sha256, admin.person.id);
  });
});
