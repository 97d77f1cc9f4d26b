import type { UserId } from '@ec/contract/base/common';
import type { SecondEntryId } from '@ec/contract/second-entry/schemas';
import { DESK_MINUTES } from '@ec/contract/second-entry/policy';
import { VERDICTS, type Verdict } from '@ec/contract/second-entry/states';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { textArray } from '../../platform/database/sql-parts.ts';

/** A condition: where `s` checks a desk version, the person entered no earlier version of the sheet. */
export const newToDesk = (person: UserId) => sql<boolean>`not exists (select from desk_versions k
  join second_entries y on y.result_id = k.result_id join second_entry_steps x on x.entry_id = y.id
  where k.result_id = s.result_id and k.version = s.version and x.by_user_id = ${person}::uuid
    and x.step in ('entered', 'unreadable'))`;

/** The last verdict on a second entry. */
export interface LastVerdict {
  verdict: Verdict;
  by: UserId;
  at: Date;
}

export async function lastVerdict(db: Db, id: SecondEntryId): Promise<LastVerdict | undefined> {
  const { rows } =
    await sql<LastVerdict>`select step as verdict, by_user_id as by, created_at as at from second_entry_steps
    where entry_id = ${id} and step = any (${textArray(VERDICTS)}) order by id desc limit 1`.execute(db);
  return rows[0];
}

/** Who had the desk version of the entry made; undefined where there is none. */
export async function deskMaker(db: Db, id: SecondEntryId): Promise<UserId | undefined> {
  const row = await db.selectFrom('desk_versions').select('decided_by').where('entry_id', '=', id).executeTakeFirst();
  return row?.decided_by;
}

const MINUTES = sql`e.configuration -> 'secondEntry' -> 'deskMinutes'`;

/**
 * Entries whose officer was asked to correct the figures and has not within the minutes of the policy, locked, without those that were looked at before
 * or that another process looks at.
 */
export async function takeUnanswered(tx: Tx, now: Date, limit: number): Promise<SecondEntryId[]> {
  const { rows } = await sql<{ id: SecondEntryId }>`select s.id from second_entries s
    join results r on r.id = s.result_id and r.version = s.version and r.status = 'returned'
    join elections e on e.id = s.election_id and e.status <> 'archived'
    where s.state = 'officer_asked' and s.reminded_at is null and exists (select from second_entry_steps x
      where x.entry_id = s.id and x.step = 'officer_wrong' and x.created_at
        + make_interval(mins => case jsonb_typeof(${MINUTES}) when 'number' then (${MINUTES})::int else ${DESK_MINUTES}::int end) <= ${now})
    order by s.id limit ${limit} for update of s skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}
