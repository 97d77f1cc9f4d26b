import { readFile } from 'node:fs/promises';
import type { ElectionId } from '@ec/contract/base/common';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createElection, place, setElectionMode } from '../../../test/builders.ts';
import { raised, reportedUnit, strayDisputes } from '../../../test/disputes.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let election: ElectionId;
let lga: Client;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
  lga = await test.as('lga_admin', place('24-11'));
});
afterAll(() => test.close());

/** The part of the migration that creates disputes from earlier decisions, read from its file. */
async function earlierDisputes(): Promise<string> {
  const file = await readFile(new URL('../../../migrations/0005-disputes-and-dashboards.sql', import.meta.url), 'utf8');
  const [, part] = /-- The disputes of before[^\n]*\n(.*?)\n\n-- /s.exec(file) ?? [];
  if (part === undefined) throw new Error('the migration has no such part');
  return part;
}

it('a store of before gets a record of each dispute, resolved by the decision that followed', async () => {
  const { db } = test.database;
  const open = await reportedUnit(test, election);
  await raised(open.admin, open.id);
  const twice = await reportedUnit(test, election);
  await raised(twice.admin, twice.id);
  await lga.post(`/results/${twice.id}/verify`, { version: 1, comment: 'Agrees' });
  await raised(twice.admin, twice.id);
  await lga.post(`/results/${twice.id}/cancel`, { version: 1, reason: 'Invented' });
  const calm = await reportedUnit(test, election);
  await calm.admin.post(`/results/${calm.id}/verify`, { version: 1 });
  const read = async () =>
    await sql`select result_id, election_id, source, polling_unit_id, version, reason, raised_by, raised_role,
        resolved_as, resolved_by, (select array_agg(concat_ws(' ', kind, by_user_id, text, n.resolved_as) order by n.id)
          from dispute_entries n where n.dispute_id = d.id) as course
      from disputes d order by result_id, resolved_as nulls last`.execute(db);
  const { rows: before } = await read();
  expect(before).toHaveLength(3);

  const part = await earlierDisputes();
  await test.asOwner(async (tx) => {
    await sql`alter table dispute_entries disable trigger dispute_entries_append_only`.execute(tx);
    await sql`delete from dispute_entries`.execute(tx);
    await sql`delete from disputes`.execute(tx);
    await sql.raw(part).execute(tx);
    await sql`alter table dispute_entries enable trigger dispute_entries_append_only`.execute(tx);
  });
  expect((await read()).rows).toEqual(before);
  expect(await strayDisputes(test)).toBe(0);
});

it.each([`update dispute_entries set text = 'nothing'`, 'delete from dispute_entries'])(
  'what was said in a dispute is not changed even by who owns the database: %s',
  async (statement) => {
    await expect(test.asOwner(async (tx) => void (await sql.raw(statement).execute(tx)))).rejects.toThrow(
      'dispute_entries is append-only',
    );
  },
);
