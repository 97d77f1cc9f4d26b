import type { DisputeId, ElectionId, ResultId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Level } from '@ec/contract/permissions/default-levels';
import type { ManagedRole } from '@ec/contract/permissions/default-levels';
import { expect } from 'vitest';
import { createWard, sheet } from './builders.ts';
import type { Client, Reply, TestApp } from './harness.ts';
import { setLevel } from './levels.ts';

/** A unit of a new ward in Ikeja whose officer has sent its result. */
export interface Reported {
  ward: LocationId;
  unit: LocationId;
  officer: Client;
  /** The ward's admin. */
  admin: Client;
  id: ResultId;
}

let keys = 0;

export async function submitFor(
  officer: Client,
  election: ElectionId,
  unit: LocationId,
  changes: object = {},
): Promise<ResultId> {
  keys += 1;
  const body = { ...sheet(election, unit), ...changes };
  const reply = await officer.post('/results', body, { 'idempotency-key': `dispute-${keys}` });
  expect(reply.status).toBe(201);
  return reply.json<ResultId>('data.id');
}

export async function reportedUnit(test: TestApp, election: ElectionId, changes: object = {}): Promise<Reported> {
  const { ward, units } = await createWard(test.database.db, 1);
  const unit = units[0] ?? ward;
  const [officer, admin] = await Promise.all([test.as('polling_unit_officer', unit), test.as('ward_admin', ward)]);
  return { ward, unit, officer, admin, id: await submitFor(officer, election, unit, changes) };
}

export const raise = async (by: Client, resultId: ResultId, changes: object = {}): Promise<Reply> =>
  await by.post('/disputes', { resultId, version: 1, reason: 'The agents’ copies differ', ...changes });

export async function raised(by: Client, resultId: ResultId, changes: object = {}): Promise<DisputeId> {
  const reply = await raise(by, resultId, changes);
  expect(reply.status).toBe(201);
  return reply.json<DisputeId>('data.id');
}

/** Sets what a role may do with disputes. */
export async function setDisputeLevel(test: TestApp, role: ManagedRole, level: Level): Promise<void> {
  await setLevel(test, role, 'disputes', level);
}

/** Titles of the person's notifications about the dispute, oldest first. */
export async function notificationsOf(test: TestApp, person: Client, dispute: DisputeId): Promise<string[]> {
  const rows = await test.database.db
    .selectFrom('notifications')
    .select('title')
    .where('user_id', '=', person.person.id)
    .where('action_url', '=', `/disputes/${dispute}`)
    .orderBy('id')
    .execute();
  return rows.map(({ title }) => title);
}

/** Results in dispute without an open record, or the other way round. */
export async function strayDisputes(test: TestApp): Promise<number> {
  const { rows } = await test.database.pool.query<{ n: number }>(`select count(*)::int as n from results r
    left join disputes d on d.result_id = r.id and d.resolved_at is null where (r.status = 'disputed') <> (d.id is not null)`);
  return rows[0]?.n ?? -1;
}
