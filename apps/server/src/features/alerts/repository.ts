import type { AlertId, AlertRule } from '@ec/contract/alerts/schemas';
import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { NewAlert } from './judge-rules.ts';
import { ownerGone } from './queries.ts';

export interface Turn {
  /** Links up to this position are processed. */
  position: number;
  afterEntry: number;
  head: number;
  /** The last link; equal to the head's if the chain is intact. */
  last: number;
}

/** Locks the rules' position until the transaction ends; undefined if another process holds it. */
export async function takeTurn(tx: Tx): Promise<Turn | undefined> {
  const { rows } = await sql<Turn>`
    select greatest(p.position, 0) as position, p.after_entry as "afterEntry", (select position from audit_chain) as head,
      (select greatest(c.position, max(l.position)) from audit_chain c left join audit_links l on l.position > c.position
        group by c.position) as last
    from alert_progress p for update of p skip locked`.execute(tx);
  return rows[0];
}

export async function moveProgress(tx: Tx, position: number): Promise<void> {
  await tx.updateTable('alert_progress').set({ position }).execute();
}

/** Moves the place up to which photos were compared. */
export async function movePhotoProgress(tx: Tx, position: number): Promise<void> {
  await tx.updateTable('photo_progress').set({ position }).execute();
}

/** Moves the place up to which wards were looked at for unusual results. */
export async function moveUnusualProgress(tx: Tx, position: number): Promise<void> {
  await tx.updateTable('unusual_progress').set({ position }).execute();
}

/** Records each photo submitted for a unit for the first time; returns the positions of those submissions. */
export async function noteSheets(
  tx: Tx,
  sheets: readonly { position: number; sheet: string; unitId: LocationId }[],
): Promise<number[]> {
  if (sheets.length === 0) return [];
  const { rows } = await sql<{ position: number }>`insert into alert_sheets (sha256, polling_unit_id, position)
    select distinct on (sheet, "unitId") decode(sheet, 'hex'), "unitId", position
    from jsonb_to_recordset(${JSON.stringify(sheets)}::jsonb) as t (sheet text, "unitId" bigint, position bigint)
    order by sheet, "unitId", position
    on conflict do nothing returning position`.execute(tx);
  return rows.map(({ position }) => position);
}

export interface StoredAlert extends NewAlert {
  id: AlertId;
  level: LocationId;
  escalates: boolean;
  createdAt: Date;
}

/** Advisory lock id; must be unique. */
const NUMBERING = 7_254_001;

/**
 * Stores the alerts that are not stored yet, in order, and returns them. Numbers are issued one transaction after another, so that a reader who has
 * read up to a number has seen all alerts up to it.
 */
export async function insertAlerts(tx: Tx, alerts: readonly StoredAlert[]): Promise<Set<AlertId>> {
  if (alerts.length === 0) return new Set();
  await sql`select pg_advisory_xact_lock(${NUMBERING})`.execute(tx);
  const { rows } = await sql<{ id: AlertId }>`insert into alerts (id, rule, type, priority, title, message, area_id,
      election_id, source, result_id, user_id, dedupe_key, raised_by, created_at, level_id, escalates)
    select id, rule, type, priority, title, message, "areaId", "electionId", source, "resultId", "userId", key, "raisedBy",
      "createdAt", level, escalates
    from jsonb_array_elements(${JSON.stringify(alerts)}::jsonb) with ordinality as each (alert, place)
    cross join jsonb_to_record(alert) as t (id uuid, rule text, type text, priority text, title text, message text,
      "areaId" bigint, "electionId" uuid, source text, "resultId" uuid, "userId" uuid, key text, "raisedBy" uuid,
      "createdAt" timestamptz, level bigint, escalates boolean)
    order by place
    on conflict (dedupe_key) do nothing returning id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Marks one alert as read by the user; false if it was read before. */
export async function markRead(tx: Tx, userId: UserId, seq: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('alert_reads')
    .values({ user_id: userId, alert_seq: seq })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}

/** Marks all alerts up to the number as read by the user, of those that they see by this reach; a mark of another reach ends. */
export async function markReadThrough(tx: Tx, userId: UserId, seq: number, reach: string): Promise<void> {
  await sql`insert into alert_read_marks as m (user_id, read_through, reach) values (${userId}, ${seq}, ${reach})
    on conflict (user_id) do update set reach = excluded.reach, read_through = case
      when coalesce(m.reach, excluded.reach) = excluded.reach then greatest(m.read_through, excluded.read_through)
      else excluded.read_through end`.execute(tx);
  await tx.deleteFrom('alert_reads').where('user_id', '=', userId).where('alert_seq', '<=', seq).execute();
}

/** Locks the alert until the transaction ends. */
export async function lockAlert(tx: Tx, id: AlertId): Promise<void> {
  await sql`select from alerts where id = ${id} for update`.execute(tx);
}

export async function storeAcknowledgement(
  tx: Tx,
  id: AlertId,
  taken: { by: UserId; ownerId: UserId; note: string | null; at: Date },
): Promise<void> {
  await tx
    .updateTable('alerts')
    .set({
      acknowledged_by: taken.by,
      owner_id: taken.ownerId,
      note: taken.note,
      acknowledged_at: taken.at,
      batch_id: null,
    })
    .where('id', '=', id)
    .execute();
}

export interface WaitingAlert extends Pick<NewAlert, 'rule' | 'type' | 'priority' | 'title' | 'message' | 'areaId'> {
  id: AlertId;
  level: LocationId;
  /** It was acknowledged, and its owner is gone. */
  left: boolean;
}

const UNACKNOWLEDGED = {
  which: sql`a.acknowledged_at is null`,
  since: sql`coalesce(a.escalated_at, a.created_at)`,
};

/** Days for which an acknowledged alert is looked after: accounts closed after an election must not send up all that its people once settled. */
const CARED_FOR_DAYS = 7;
const leftAt = (now: Date) => ({
  which: sql`a.acknowledged_at > ${now}::timestamptz - make_interval(days => ${CARED_FOR_DAYS}) and ${ownerGone(now)}
    and not exists (select from elections e where e.id = a.election_id and e.status = 'archived')`,
  since: sql`greatest(a.acknowledged_at, a.escalated_at)`,
});

/**
 * Alerts unacknowledged since they were raised or last escalated, oldest first, and those that their owner left, acknowledged in the last days and not
 * of an archived election; locked until the transaction ends.
 */
export async function lockWaiting(
  tx: Tx,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<WaitingAlert[]> {
  const waiting: WaitingAlert[] = [];
  // Two statements: the first has an index.
  for (const { which, since } of [UNACKNOWLEDGED, leftAt(now)]) {
    const { rows } = await sql<WaitingAlert>`
      select a.id, a.rule, a.type, a.priority, a.title, a.message, a.area_id as "areaId", a.level_id as level,
        a.acknowledged_at is not null as left
      from alerts a where ${which} and a.resolved_at is null and a.escalates and a.level_id <> 10000000000000
        and ${since} <= ${before}
      order by ${since}, a.seq limit ${limit - waiting.length} for update of a skip locked`.execute(tx);
    waiting.push(...rows);
  }
  return waiting;
}

/** Stores each alert's new level. */
export async function storeLevels(
  tx: Tx,
  moves: readonly { id: AlertId; level: LocationId }[],
  at: Date,
): Promise<void> {
  await sql`update alerts a set level_id = t.level, escalated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as t (id uuid, level bigint) where a.id = t.id`.execute(
    tx,
  );
}

/** The unresolved alerts of the rule, acknowledged or not. */
export async function listUnresolved(db: Db, rule: AlertRule): Promise<AlertId[]> {
  const rows = await db
    .selectFrom('alerts')
    .select('id')
    .where('rule', '=', rule)
    .where('resolved_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Marks the alerts as resolved. */
export async function resolveAlerts(tx: Tx, ids: readonly AlertId[], at: Date): Promise<void> {
  await tx.updateTable('alerts').set({ resolved_at: at, batch_id: null }).where('id', 'in', ids).execute();
}
