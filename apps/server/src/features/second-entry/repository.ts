import type { ResultId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { SecondEntryGround, SecondEntryId, SecondEntryStep } from '@ec/contract/second-entry/schemas';
import type { SecondEntryState } from '@ec/contract/second-entry/states';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { uuidArray } from '../../platform/database/sql-parts.ts';
import { newId } from '../../platform/runtime/ids.ts';
import type { CandidateRow } from './fill-queries.ts';

/** How far the audit chain was read, and its end; undefined while another process reads. */
export async function takeFillTurn(tx: Tx): Promise<{ position: number; head: number } | undefined> {
  const { rows } = await sql<{ position: number; head: number }>`select position,
    coalesce((select max(position) from audit_links), 0) as head from second_entry_progress for update skip locked`.execute(
    tx,
  );
  return rows[0];
}

export async function moveFillProgress(tx: Tx, position: number): Promise<void> {
  await tx.updateTable('second_entry_progress').set({ position }).execute();
}

/**
 * Adds sheets to the queue; a version that is in it already stays as it is. What became void, as its result was decided on while the policy asked for
 * no entry, begins anew; its arbiter and those who entered it before stay known.
 */
export async function insertEntries(
  tx: Tx,
  asked: readonly (CandidateRow & { ground: SecondEntryGround })[],
): Promise<void> {
  if (asked.length === 0) return;
  const rows = asked.map((row) => ({ ...row, id: newId<SecondEntryId>(), flagged: row.flags.length > 0 }));
  await sql`insert into second_entries (id, result_id, version, election_id, polling_unit_id, ground, state, flagged, total_votes,
      submitted_at, submitted_by)
    select id, "resultId", version, "electionId", "pollingUnitId", ground, 'waiting', flagged, "totalVotes", "submittedAt", "submittedBy"
    from json_to_recordset(${JSON.stringify(rows)}::json) as t (id uuid, "resultId" uuid, version int, "electionId" uuid,
      "pollingUnitId" bigint, ground text, flagged boolean, "totalVotes" int, "submittedAt" timestamptz, "submittedBy" uuid)
    on conflict (result_id, version, audit_id) do update set state = 'waiting', ground = excluded.ground, flagged = excluded.flagged,
      transcriber_id = null, lease_until = null, corrections = 0, figures = null, fields = '{}', updated_at = clock_timestamp()
      where second_entries.state = 'void'`.execute(tx);
}

/**
 * Ends the entries of versions that no longer count: a newer one came, or the result was decided on; an audit's while verified results stay so
 * or are disputed. Answers the units of those that waited for an arbiter.
 */
export async function voidEntries(tx: Tx, results: readonly ResultId[]): Promise<LocationId[]> {
  if (results.length === 0) return [];
  const { rows } = await sql<{ unit: LocationId; before: SecondEntryState }>`update second_entries s
    set state = 'void', updated_at = clock_timestamp() from results r, second_entries o
    where r.id = s.result_id and o.id = s.id and s.result_id = any (${`{${results.join(',')}}`}::uuid[])
      and s.state not in ('void', 'matched', 'wrong', 'illegible')
      and (s.version < r.version or case when s.audit_id is null then r.status not in ('pending', 'disputed') and s.state <> 'officer_asked'
        else r.status in ('returned', 'cancelled') end)
    returning s.polling_unit_id as unit, o.state as before`.execute(tx);
  const waited = rows.filter(({ before }) => before === 'differs' || before === 'unreadable');
  return [...new Set(waited.map(({ unit }) => unit))];
}

/** Locks the second entry until the transaction ends; false where there is none. */
export async function lockEntry(tx: Tx, id: SecondEntryId): Promise<boolean> {
  const { rows } = await sql`select from second_entries where id = ${id} for no key update`.execute(tx);
  return rows.length > 0;
}

export interface EntryChange {
  state: SecondEntryState;
  transcriber?: UserId | null;
  leaseUntil?: Date | null;
  corrections?: number;
  figures?: Readonly<Record<string, number | null>> | null;
  fields?: readonly string[];
  arbiter?: UserId;
}

/** What an entry begins with, of each transcriber. */
export const ANEW = { transcriber: null, leaseUntil: null, figures: null, fields: [], corrections: 0 } as const;

export async function changeEntry(tx: Tx, id: SecondEntryId, change: EntryChange): Promise<void> {
  const { state, transcriber, leaseUntil, corrections, figures, fields, arbiter } = change;
  await tx
    .updateTable('second_entries')
    .set({
      state,
      updated_at: sql<Date>`clock_timestamp()`,
      ...(transcriber !== undefined && { transcriber_id: transcriber }),
      ...(leaseUntil !== undefined && { lease_until: leaseUntil }),
      ...(corrections !== undefined && { corrections }),
      ...(figures !== undefined && { figures: figures === null ? null : JSON.stringify(figures) }),
      ...(fields !== undefined && { fields: [...fields] }),
      ...(arbiter !== undefined && { arbiter_id: arbiter }),
    })
    .where('id', '=', id)
    .execute();
}

/** Notes that the end of the officers' time was looked at. The state of the entries did not change. */
export async function markReminded(tx: Tx, ids: readonly SecondEntryId[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`update second_entries set reminded_at = ${now} where id = any (${uuidArray(ids)})`.execute(tx);
}

export async function insertStep(
  tx: Tx,
  entry: SecondEntryId,
  step: {
    step: SecondEntryStep['step'];
    by: UserId;
    at: Date;
    transcriber?: UserId | null;
    figures?: Readonly<Record<string, number | null>>;
    fields?: readonly string[];
    reason?: string | null;
  },
): Promise<void> {
  await tx
    .insertInto('second_entry_steps')
    .values({
      entry_id: entry,
      step: step.step,
      by_user_id: step.by,
      transcriber_id: step.transcriber ?? null,
      figures: step.figures ? JSON.stringify(step.figures) : null,
      fields: [...(step.fields ?? [])],
      reason: step.reason ?? null,
      created_at: step.at,
    })
    .execute();
}

export async function setTranscriber(tx: Tx, id: UserId, transcriber: boolean): Promise<void> {
  await tx.updateTable('users').set({ transcriber }).where('id', '=', id).execute();
}
