import type { ElectionId, ResultId } from '@ec/contract/base/common';
import { leadingParty } from '@ec/contract/results/sheet';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, place, setElectionMode } from '../../test/builders.ts';
import { raised, type Reported, reportedUnit, submitFor } from '../../test/disputes.ts';
import { type Client, type TestApp, testApp } from '../../test/harness.ts';
import { inTransaction } from '../platform/database/database.ts';
import { recountAll } from './recount-all.ts';

let test: TestApp;
let election: ElectionId;
let lga: Client;
let at: Reported;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
  lga = await test.as('lga_admin', place('24-11'));
});
beforeEach(async () => {
  at = await reportedUnit(test, election);
});
afterAll(() => test.close());

const decide = async (by: Client, id: ResultId, decision: string, version = 1) => {
  const reply = await by.post(`/results/${id}/${decision}`, { version, reason: 'Seen on the sheet' });
  expect(reply.status, reply.text).toBe(200);
};

async function recount(): Promise<{ faults: number; lines: string[] }> {
  const lines: string[] = [];
  const faults = await recountAll(test.database.db, (line) => void lines.push(line));
  return { faults, lines };
}

/** The database allows this only to its owner, who disables the trigger. */
async function change(id: ResultId, columns: string): Promise<void> {
  await test.asOwner(async (tx) => {
    await sql`alter table results disable trigger results_keep_to_record`.execute(tx);
    await sql`update results set ${sql.raw(columns)} where id = ${id}`.execute(tx);
    await sql`alter table results enable always trigger results_keep_to_record`.execute(tx);
  });
}

/** Restores the result with the statement of docs/operations.md. */
async function putBack(id: ResultId): Promise<void> {
  await sql`update results r set (version, status, votes, void_votes, total_votes, accredited, registered, leading_party, flags,
      submitted_by, submitted_at, decided_by, decided_at, reason) = (select version, status, votes, void_votes, total_votes,
      accredited, registered, leading_party, flags, submitted_by, submitted_at, decided_by, decided_at, reason
      from results_as_recorded where id = r.id) where r.id = ${id}`.execute(test.database.db);
}

describe('a recount', () => {
  it('finds each result as its versions and decisions say, whatever was decided', async () => {
    const resubmitted = await reportedUnit(test, election);
    await decide(resubmitted.admin, resubmitted.id, 'return');
    await submitFor(resubmitted.officer, election, resubmitted.unit, { voidVotes: 5, accreditedVoters: 145 });
    const replaced = await reportedUnit(test, election);
    await submitFor(replaced.officer, election, replaced.unit, { voidVotes: 7, accreditedVoters: 150 });
    await decide(replaced.admin, replaced.id, 'verify', 2);
    const contested = await reportedUnit(test, election);
    await decide(contested.admin, contested.id, 'verify');
    await raised(contested.admin, contested.id);
    await decide(lga, contested.id, 'return');
    await submitFor(contested.officer, election, contested.unit);
    await raised(contested.admin, contested.id, { version: 2 });
    await decide(lga, contested.id, 'verify', 2);
    const cancelled = await reportedUnit(test, election, { accreditedVoters: 100 });
    await decide(cancelled.admin, cancelled.id, 'cancel');
    const { faults, lines } = await recount();
    expect(lines).toContain('Results compared with their versions and decisions, each as they say.');
    expect(faults).toBe(0);
  });

  it.each([
    ['votes', `votes = '{0,43,88,2,3}'`, 'votes is {0,43,88,2,3}, in its version 1 {31,12,88,2,3}'],
    ['void votes', 'void_votes = 9', 'void_votes is 9, in its version 1 4'],
    ['the total', 'total_votes = 999', 'total_votes is 999, in its version 1 140'],
    ['accredited voters', 'accredited = 999', 'accredited is 999, in its version 1 141'],
    ['registered voters', 'registered = null', 'registered is nothing, in its version 1 500'],
    ['the leading party', `leading_party = 'APC'`, 'leading_party is APC, in its version 1 LP'],
    ['flags', `flags = '{LATE}'`, 'flags is {LATE}, in its version 1 {}'],
    ['who sent it', "submitted_by = (select id from users where role = 'lga_admin' limit 1)", 'submitted_by is '],
    ['when it was sent', `submitted_at = '2020-01-01Z'`, 'submitted_at is 2020-01-01'],
    ['its version', 'version = 7', 'it says it is version 7, its newest is 1'],
    ['its status', `status = 'verified'`, 'status is verified, by its decisions pending'],
    ['who decided', 'decided_by = submitted_by', 'decided_by is '],
    ['when it was decided', `decided_at = '2020-01-01Z'`, 'decided_at is 2020-01-01'],
    ['why it was decided', `reason = 'Made up'`, 'reason is Made up, by its decisions nothing'],
  ])(
    'names a result of which %s was changed, with its unit, what stands where and what to do',
    async (_, columns, says) => {
      await change(at.id, columns);
      const { lines } = await recount();
      const { rows } = await sql<{ code: string }>`select code from locations where id = ${at.unit}`.execute(
        test.database.db,
      );
      const named = lines.filter((line) => line.includes(at.id) && line.includes('Do what docs/operations.md says'));
      expect(named).toHaveLength(1);
      expect(named[0]).toContain(`  ${rows[0]?.code}, official, Presidential election, result ${at.id}: ${says}`);
      await putBack(at.id);
      expect((await recount()).faults).toBe(0);
    },
  );

  it('names a status that an earlier decision gave, and results without a version or an election', async () => {
    await decide(at.admin, at.id, 'verify');
    await raised(at.admin, at.id);
    await change(at.id, `status = 'verified'`);
    const [lone, lost] = [await createElection(test.database.db), '00000000-0000-4000-8000-000000000000' as ElectionId];
    for (const [index, of] of [lone, lost].entries())
      await sql`insert into results (id, election_id, polling_unit_id, source, status, version, votes, void_votes, total_votes,
          accredited, submitted_by, submitted_at)
        select gen_random_uuid(), ${of}, polling_unit_id, 'official', 'pending', ${index + 1}::int, votes, 0, 0, 0, submitted_by, now()
        from results where id = ${at.id}`.execute(test.database.db);
    const { lines } = await recount();
    expect(lines.join('\n')).toContain(`result ${at.id}: status is verified, by its decisions disputed. Do`);
    expect(lines.join('\n')).toContain('it says it is version 1, and no version of it is stored. Do');
    expect(lines.join('\n')).toContain(`there is no election ${lost} any more. Do`);
    await sql`delete from results where election_id in (${lone}, ${lost})`.execute(test.database.db);
    await putBack(at.id);
    expect((await recount()).faults).toBe(0);
  });

  it.each([
    { APC: 9, PDP: 9, LP: 1, NNPP: 0, Others: 0 },
    { APC: 0, PDP: 0, LP: 0, NNPP: 0, Others: 0 },
    { APC: 1, PDP: 2, LP: 3, NNPP: 4, Others: 5 },
  ])('knows the leading party as the sheet does: %o', async (votes) => {
    const sent = { accreditedVoters: 141, votes, voidVotes: 0, zeroVotesConfirmed: true };
    const { id } = await reportedUnit(test, election, sent);
    const { rows } = await sql<{ leading: string | null }>`select leading_party as leading from results_as_recorded
      where id = ${id}`.execute(test.database.db);
    expect(rows).toEqual([{ leading: leadingParty(votes) }]);
    expect((await recount()).faults).toBe(0);
  });
});

describe('as the application’s role, a result is refused', () => {
  const refused = { code: '42501' };

  it.each([
    ['other figures', `votes = '{0,43,88,2,3}', leading_party = 'LP'`],
    ['a status without a decision', `status = 'verified', decided_by = submitted_by, decided_at = now()`],
    ['no flags', `flags = '{LATE}'`],
    ['another unit', 'polling_unit_id = polling_unit_id - polling_unit_id % 10000'],
    ['another count', `source = 'grassroots'`],
  ])('%s', async (_, columns) => {
    const changed = sql`update results set ${sql.raw(columns)} where id = ${at.id}`.execute(test.database.db);
    await expect(changed).rejects.toMatchObject(refused);
  });

  it('an earlier version', async () => {
    await submitFor(at.officer, election, at.unit, { voidVotes: 5, accreditedVoters: 145 });
    const back = sql`update results r set version = 1, void_votes = v.void_votes, total_votes = 140, accredited = v.accredited,
        submitted_at = v.submitted_at from result_versions v where v.result_id = r.id and v.version = 1 and r.id = ${at.id}`;
    await expect(back.execute(test.database.db)).rejects.toMatchObject(refused);
  });

  it('to be deleted and added again, and to be judged by a table of the session’s own', async () => {
    const again = sql`with d as (delete from results where id = ${at.id} returning *)
      insert into results select d.* from d`.execute(test.database.db);
    // The code depends on the PostgreSQL version: 18 has its own for a RESTRICT key.
    await expect(again).rejects.toMatchObject({ code: expect.stringMatching(/^(23001|23503)$/) });
    const shadowed = inTransaction(test.database.db, async (tx) => {
      await sql`create temporary view results_as_recorded as select * from public.results`.execute(tx);
      await sql`update results set void_votes = 9 where id = ${at.id}`.execute(tx);
    });
    await expect(shadowed).rejects.toThrow('would say something else than its newest version');
  });
});
