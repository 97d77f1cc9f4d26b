import type { ContestDayId, ElectionId, UserId } from '@ec/contract/base/common';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Locks the day, so that concurrent changes of it run one after another. */
export async function lockContestDay(tx: Tx, id: ContestDayId): Promise<void> {
  await sql`select from contest_days where id = ${id} for update`.execute(tx);
}

/** Locks the elections in the order of their ids: none gets a result, another date or another day meanwhile. */
export async function lockElections(tx: Tx, ids: readonly ElectionId[]): Promise<void> {
  await sql`select from elections where id = any (${[...ids]}::uuid[]) order by id for update`.execute(tx);
}

export async function insertContestDay(
  tx: Tx,
  day: { id: ContestDayId; date: string; name: string; createdBy: UserId | null },
): Promise<void> {
  const { id, date, name, createdBy } = day;
  await tx.insertInto('contest_days').values({ id, date, name, created_by: createdBy }).execute();
}

export async function updateContestDay(
  tx: Tx,
  id: ContestDayId,
  changes: { date: string; name: string },
): Promise<void> {
  await tx
    .updateTable('contest_days')
    .set({ ...changes, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteContestDay(tx: Tx, id: ContestDayId): Promise<void> {
  await tx.deleteFrom('contest_days').where('id', '=', id).execute();
}

/** Puts the elections into the day, or takes them out of any. */
export async function assignElections(tx: Tx, ids: readonly ElectionId[], day: ContestDayId | null): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('elections')
    .set({ contest_day_id: day })
    .where('id', 'in', [...ids])
    .execute();
}
