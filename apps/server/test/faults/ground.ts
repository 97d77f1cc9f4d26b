import { randomUUID } from 'node:crypto';
import type { AuditVerification } from '@ec/contract/audit/schemas';
import type { ElectionId } from '@ec/contract/base/common';
import { type LocationId, NATION } from '@ec/contract/geography/location-id';
import type { Receipt } from '@ec/contract/results/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { verifyStored } from '../../src/features/audit/verify-service.ts';
import { findRecordDifferences } from '../../src/features/results/record-queries.ts';
import { compareTallies } from '../../src/features/results/tally-repository.ts';
import { type Database, inTransaction } from '../../src/platform/database/database.ts';
import { openSession } from '../../src/platform/identity/sessions.ts';
import { call, until } from './calls.ts';
import { createElection, createPerson, createWard, type Person, sheet } from '../builders.ts';

export interface SignedIn {
  person: Person;
  token: string;
}

export interface Officer extends SignedIn {
  unit: LocationId;
}

export interface Ground {
  election: ElectionId;
  ward: LocationId;
  officers: Officer[];
  admin: SignedIn;
}

/** A new user of the role, signed in. */
export async function newUser(database: Database, role: Role, area: LocationId, now = new Date()): Promise<SignedIn> {
  const person = await createPerson(database.db, { role, area });
  const { accessToken } = await inTransaction(database.db, (tx) =>
    openSession(tx, { userId: person.id, ip: '127.0.0.1', userAgent: 'test', now }),
  );
  return { person, token: accessToken };
}

/**
 * A live election whose polls have just closed, a ward with an officer in each of its units, and a national admin. Waits until
 * each of the servers, which remember the election mode for a while, lets the officers in.
 */
export async function prepareGround(
  database: Database,
  servers: readonly { origin: string }[],
  units: number,
): Promise<Ground> {
  const now = new Date();
  const closesAt = new Date(now.getTime() - 60_000);
  const election = await createElection(database.db, {
    electionDate: closesAt.toISOString().slice(0, 10),
    opensAt: new Date(closesAt.getTime() - 6 * 3_600_000),
    closesAt,
  });
  await sql`update election_mode set is_on = true`.execute(database.db);
  const { ward, units: ids } = await createWard(database.db, units);
  const officers: Officer[] = [];
  for (const unit of ids) officers.push({ unit, ...(await newUser(database, 'polling_unit_officer', unit, now)) });
  for (const { origin } of servers)
    await until(
      ({ status }) => status === 200,
      () => call(origin, 'GET', '/results/desk', { token: officers[0]?.token ?? '' }),
    );
  return { election, ward, officers, admin: await newUser(database, 'national_admin', NATION, now) };
}

/** A submission as a phone sends it: always the same under its key. */
export function submissionOf({ election }: Ground, officer: Officer, place: number) {
  const body = sheet(election, officer.unit);
  const votes = { ...body.votes, APC: place % 120, PDP: 0, LP: 12, NNPP: 2, Others: 1 };
  return { token: officer.token, body: { ...body, votes }, headers: { 'idempotency-key': randomUUID() } };
}

/**
 * Every acknowledged submission is stored once with its digest, nothing else is, the kept totals are those of a recount,
 * each has its audit entry, and the chain holds.
 */
export async function expectNothingLost(
  database: Database,
  elections: readonly ElectionId[],
  receipts: readonly Receipt[],
): Promise<void> {
  const { rows: stored } = await sql<{ id: string; digest: string }>`
    select v.submission_id as id, encode(v.digest, 'hex') as digest
    from result_versions v join results r on r.id = v.result_id
    where r.election_id = any (${elections}::uuid[]) order by 1`.execute(database.db);
  const acknowledged = receipts.map(({ submissionId: id, digest }) => ({ id, digest }));
  expect(stored).toEqual(acknowledged.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  for (const election of elections) expect(await compareTallies(database.db, election)).toEqual([]);
  expect(await findRecordDifferences(database.db)).toEqual([]);
  const { rows: told } = await sql<{ id: string }>`
    select new_values ->> 'submissionId' as id from audit_entries where event = 'result.submitted' and resource_id in
      (select id::text from results where election_id = any (${elections}::uuid[])) order by 1`.execute(database.db);
  expect(told.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
  await expectWholeChain(database);
}

/** Waits until every audit entry has its link. */
export async function allLinked(database: Database): Promise<void> {
  const unlinked = async () => {
    const { rows } = await sql<{ id: number }>`select e.id from audit_entries e
      where not exists (select from audit_links l where l.entry_id = e.id) limit 1`.execute(database.db);
    return rows.length;
  };
  await vi.waitFor(async () => expect(await unlinked()).toBe(0), { timeout: 30_000, interval: 200 });
}

/** Every audit entry has its link, and every link holds. */
export async function expectWholeChain(database: Database): Promise<void> {
  await allLinked(database);
  for (let from: number | null = 0; from !== null; ) {
    const { problems, next }: AuditVerification = await verifyStored(database.db, { from, most: 50_000 });
    expect(problems).toEqual([]);
    from = next;
  }
}
