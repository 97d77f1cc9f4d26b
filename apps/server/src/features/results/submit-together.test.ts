import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createWard, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';
import { buildApp } from '../../app.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { compareTallies } from './tally-repository.ts';

let test: TestApp;
let election: ElectionId;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
});
afterAll(() => test.close());

interface Officer {
  unit: LocationId;
  client: Client;
}

async function officersOfWard(count: number): Promise<Officer[]> {
  const { units } = await createWard(test.database.db, count);
  const clients = await Promise.all(units.map((unit) => test.as('polling_unit_officer', unit)));
  return clients.map((client, index) => ({ client, unit: units[index] as LocationId }));
}

const key = (unit: LocationId) => ({ 'idempotency-key': `key-of-${unit}` });
const submit = ({ client, unit }: Officer, changes = {}) =>
  client.post('/results', { ...sheet(election, unit), ...changes }, key(unit));
const outcomeOf = (reply: Reply) => [reply.status, reply.code ?? reply.json<number>('data.version')];

/** The rows that submissions of these units left. */
async function stored(units: readonly LocationId[]) {
  const { rows } = await sql<Record<'results' | 'versions' | 'entries' | 'events', number>>`
    select count(*)::int as results,
      (select count(*)::int from result_versions v join results r on r.id = v.result_id
        where r.polling_unit_id = any (${[...units]}::bigint[])) as versions,
      (select count(*)::int from audit_entries a where a.event = 'result.submitted'
        and a.area_id = any (${[...units]}::bigint[])) as entries,
      (select count(*)::int from events e where e.payload->>'type' = 'result.changed'
        and (e.payload->>'pollingUnitId')::bigint = any (${[...units]}::bigint[])) as events
    from results where polling_unit_id = any (${[...units]}::bigint[])`.execute(test.database.db);
  return rows[0];
}

const once = (count: number) => ({ results: count, versions: count, entries: count, events: count });

describe('submissions of one moment', () => {
  it('are each judged by themselves: those that are refused store nothing, and the others do not notice', async () => {
    const officers = await officersOfWard(30);
    const fault = (index: number) =>
      [
        {},
        { votes: { APC: 1 } },
        { sheetFileId: '0190aaaa-0000-7000-8000-000000000000' },
        { electionId: '0190aaaa-0000-7000-8000-000000000000' },
        { voidVotes: index },
      ][index % 5] ?? {};
    const replies = await Promise.all(officers.map((officer, index) => submit(officer, fault(index))));
    const expected = [
      [201, 1],
      [400, 'MISSING_PARTY'],
      [400, 'SHEET_NOT_FOUND'],
      [404, 'ELECTION_NOT_FOUND'],
      [201, 1],
    ];
    expect(replies.map(outcomeOf)).toEqual(officers.map((_, index) => expected[index % 5]));
    expect(await stored(officers.map(({ unit }) => unit))).toEqual(once(12));
    expect(await compareTallies(test.database.db, election)).toEqual([]);
  });

  it('answer everybody their own receipt, signed with what they sent', async () => {
    const officers = await officersOfWard(25);
    const replies = await Promise.all(officers.map((officer, index) => submit(officer, { voidVotes: index % 3 })));
    const details = await Promise.all(
      officers.map(({ client }, index) => client.get(`/results/${replies[index]?.json<string>('data.id')}`)),
    );
    const told = details.map(
      (detail) => detail.json<{ submissionId: string; voidVotes: number }[]>('data.versions')[0],
    );
    expect(told.map((version) => version?.submissionId)).toEqual(
      replies.map((reply) => reply.json<string>('data.submissionId')),
    );
    expect(told.map((version) => version?.voidVotes)).toEqual(officers.map((_, index) => index % 3));
    const entries = await test.database.db
      .selectFrom('audit_entries')
      .select(['user_id', 'area_id'])
      .where('event', '=', 'result.submitted')
      .where(
        'area_id',
        'in',
        officers.map(({ unit }) => unit),
      )
      .execute();
    const byUnit = new Map(entries.map((entry) => [entry.area_id, entry.user_id]));
    expect(officers.map(({ unit }) => byUnit.get(unit))).toEqual(officers.map(({ client }) => client.person.id));
  });

  it('do not pay for one that the database refuses', async () => {
    const officers = await officersOfWard(20);
    const refused = officers[7] as Officer;
    await test.asOwner(async (tx) => {
      await sql`create function refuse_one() returns trigger language plpgsql as $$
        begin raise exception 'not this one'; end $$`.execute(tx);
      await sql`create trigger refuse_one before insert on results for each row
        when (new.polling_unit_id = ${sql.raw(String(refused.unit))}) execute function refuse_one()`.execute(tx);
    });
    const replies = await Promise.all(officers.map((officer) => submit(officer)));
    await test.asOwner(async (tx) => void (await sql`drop trigger refuse_one on results`.execute(tx)));
    expect(replies.map(outcomeOf)).toEqual(
      officers.map((officer) => (officer === refused ? [500, 'INTERNAL'] : [201, 1])),
    );
    expect(await stored(officers.map(({ unit }) => unit))).toEqual(once(19));
    expect((await submit(refused)).status).toBe(201);
    expect(await compareTallies(test.database.db, election)).toEqual([]);
  });

  it('arrive once though two servers are sent the same by everybody', async () => {
    const officers = await officersOfWard(30);
    const database = openDatabase(test.database.url, { max: 4 });
    const other = await buildApp({ config: test.app.platform.config, database, clock: test.clock });
    const toOther = ({ client, unit }: Officer) =>
      other.fastify.inject({
        method: 'POST',
        url: '/api/results',
        headers: { authorization: `Bearer ${client.token}`, ...key(unit) },
        payload: sheet(election, unit),
      });
    const [here, there] = await Promise.all([
      Promise.all(officers.map((officer) => submit(officer))),
      Promise.all(officers.toReversed().map(toOther)),
    ]);
    const digests = there.toReversed().map((reply) => reply.json<{ data: { digest: string } }>().data.digest);
    expect(here.map((reply) => reply.json<string>('data.digest'))).toEqual(digests);
    expect(await stored(officers.map(({ unit }) => unit))).toEqual(once(30));
    expect(await compareTallies(test.database.db, election)).toEqual([]);
    await other.close();
    await database.close();
  });

  it('stand where everybody sends again what was returned, beside new ones', async () => {
    const officers = await officersOfWard(12);
    await Promise.all(officers.slice(0, 6).map((officer) => submit(officer)));
    const replies = await Promise.all(
      officers.map(({ client, unit }, index) =>
        client.post(
          '/results',
          { ...sheet(election, unit), voidVotes: index },
          { 'idempotency-key': `second-${unit}` },
        ),
      ),
    );
    expect(replies.map(outcomeOf)).toEqual(officers.map((_, index) => [201, index < 6 ? 2 : 1]));
    expect(await compareTallies(test.database.db, election)).toEqual([]);
  });
});
