import {
  type AlertBatchId,
  type AlertBulkAction,
  type AlertGroupQuery,
  groupOf,
  RESOLVED_BY_SYSTEM,
} from '@ec/contract/alerts/bulk';
import type { AlertId, AlertPriority, AlertRule, AlertType } from '@ec/contract/alerts/schemas';
import type { UserId } from '@ec/contract/base/common';
import type { LocationId, LocationType } from '@ec/contract/geography/location-id';
import { type Role, ROLES } from '@ec/contract/permissions/roles';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { areaColumn } from '../../platform/database/places.ts';
import { allOf, textArray, uuidArray } from '../../platform/database/sql-parts.ts';
import {
  type Condition,
  conditions,
  type Filter,
  inGroup,
  OPEN,
  ownerGone,
  type ReaderNow,
  SEVERITY,
  snoozed,
  unread,
} from './queries.ts';

export interface GroupRow {
  rule: AlertRule;
  priority: AlertPriority;
  areaId: LocationId;
  count: number;
  open: number;
  unread: number;
  createdAt: Date;
  newest: { id: AlertId; title: string; message: string; type: AlertType };
}

export type Priorities = Record<AlertPriority, number>;

const ORDERS: Record<AlertGroupQuery['sort'], Condition> = {
  severity: sql`${SEVERITY}, max(a.seq) desc`,
  newest: sql`max(a.seq) desc`,
  count: sql`count(*) desc, max(a.seq) desc`,
};

/** One page of the groups by rule, priority and area of the level, and their number. */
export async function listGroups(
  db: Db,
  who: ReaderNow,
  filter: Filter & { level: LocationType },
  { limit, offset, sort }: { limit: number; offset: number; sort: AlertGroupQuery['sort'] },
): Promise<{ rows: GroupRow[]; total: number }> {
  const parts = allOf(conditions(who, filter));
  const area = areaColumn('a.area_id', filter.level);
  const { rows } = await sql<GroupRow & { total: number }>`
    select g.*, json_build_object('id', n.id, 'title', n.title, 'message', n.message, 'type', n.type) as newest,
      n.created_at as "createdAt"
    from (
      select a.rule, a.priority, ${area} as "areaId", count(*) as count, count(*) filter (where ${OPEN}) as open,
        count(*) filter (where ${unread(who.reader)}) as unread, max(a.seq) as seq, count(*) over () as total,
        row_number() over (order by ${ORDERS[sort]}) as place
      from alerts a where ${parts} group by 1, 2, 3 order by place limit ${limit} offset ${offset}
    ) g join alerts n on n.seq = g.seq order by g.place`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

const NONE: Priorities = { critical: 0, high: 0, medium: 0, low: 0 };

/** The alerts of the filter by priority. */
export async function countPriorities(db: Db, who: ReaderNow, filter: Filter): Promise<Priorities> {
  const { rows } = await sql<{ priority: AlertPriority; count: number }>`
    select a.priority, count(*) as count from alerts a where ${allOf(conditions(who, filter))} group by 1`.execute(db);
  return { ...NONE, ...Object.fromEntries(rows.map(({ priority, count }) => [priority, count])) };
}

export interface Chosen {
  filter: Filter;
  ids?: readonly AlertId[] | undefined;
  groups?: readonly string[] | undefined;
  /** Number of the newest alert meant. */
  through: number;
}

/** The alerts chosen, as far as the reader sees them. */
function chosen(who: ReaderNow, { filter, ids, groups, through }: Chosen): Condition[] {
  const parts = [...conditions(who, filter), sql`a.seq <= ${through}`];
  if (ids) parts.push(sql`a.id = any (${uuidArray(ids)})`);
  if (groups) {
    const named = groups.flatMap((key) => groupOf(key) ?? []).map(inGroup);
    parts.push(named.length > 0 ? sql`(${sql.join(named, sql` or `)})` : sql`false`);
  }
  return parts;
}

/** True where the reader may change the owner: see mayPassOn in rules.ts. */
function passable({ reader: { userId, role }, now }: ReaderNow): Condition {
  const below = (Object.keys(ROLES) as Role[]).filter((each) => ROLES[role].level < ROLES[each].level);
  return sql`(a.owner_id is null or ${userId} in (a.owner_id, a.acknowledged_by)
    or exists (select from users w where w.id = a.owner_id and w.role = any (${textArray(below)})) or ${ownerGone(now)})`;
}

/** The alerts on which the action has an effect. */
function eligible(who: ReaderNow, action: AlertBulkAction, ownerId: UserId | undefined): Condition {
  const unresolved = sql`a.resolved_at is null`;
  switch (action) {
    case 'acknowledge':
      return OPEN;
    case 'assign':
      return sql`${unresolved} and ${passable(who)}
        ${ownerId === undefined ? sql`` : sql`and a.owner_id is distinct from ${ownerId}`}`;
    case 'resolve':
      return sql`${unresolved} and ${passable(who)} and a.rule <> all (${textArray(RESOLVED_BY_SYSTEM)})`;
    case 'snooze':
      return unresolved;
    case 'wake':
      return snoozed(who);
  }
}

export interface BulkSum extends Priorities {
  meant: number;
  changed: number;
  firstArea: LocationId | null;
  lastArea: LocationId | null;
  rules: AlertRule[];
}

/** What the action would change of the alerts chosen. */
export async function sumOfBulk(
  db: Db,
  who: ReaderNow,
  choice: Chosen,
  { action, ownerId }: { action: AlertBulkAction; ownerId?: UserId | undefined },
): Promise<BulkSum> {
  const fits = sql`filter (where ${eligible(who, action, ownerId)})`;
  const of = (priority: AlertPriority) =>
    sql`count(*) filter (where a.priority = ${priority} and ${eligible(who, action, ownerId)})`;
  const { rows } = await sql<BulkSum>`select count(*) as meant, count(*) ${fits} as changed,
      ${of('critical')} as critical, ${of('high')} as high, ${of('medium')} as medium, ${of('low')} as low,
      min(a.area_id) ${fits} as "firstArea", max(a.area_id) ${fits} as "lastArea",
      coalesce(array_agg(distinct a.rule) ${fits}, '{}') as rules
    from alerts a where ${allOf(chosen(who, choice))}`.execute(db);
  return rows[0] ?? { ...NONE, meant: 0, changed: 0, firstArea: null, lastArea: null, rules: [] };
}

export interface BulkRow {
  id: AlertId;
  rule: AlertRule;
  priority: AlertPriority;
  areaId: LocationId;
  ownerId: UserId | null;
  note: string | null;
}

/** The alerts that the action changes, locked until the transaction ends; always in the same order, so that two of them do not wait for each other. */
export async function lockChosen(
  tx: Tx,
  who: ReaderNow,
  choice: Chosen,
  { action, ownerId, limit }: { action: AlertBulkAction; ownerId?: UserId | undefined; limit: number },
): Promise<BulkRow[]> {
  const { rows } =
    await sql<BulkRow>`select a.id, a.rule, a.priority, a.area_id as "areaId", a.owner_id as "ownerId", a.note
    from alerts a where ${allOf(chosen(who, choice))} and ${eligible(who, action, ownerId)}
    order by a.seq limit ${limit} for update of a`.execute(tx);
  return rows;
}

/** The batch's alerts that nothing else has changed since and that the user still sees. */
export async function lockUndoable(tx: Tx, who: ReaderNow, batchId: AlertBatchId): Promise<BulkRow[]> {
  const { rows } =
    await sql<BulkRow>`select a.id, a.rule, a.priority, a.area_id as "areaId", a.owner_id as "ownerId", a.note
    from alerts a where ${allOf(conditions(who, { all: true }))} and (a.batch_id = ${batchId}
      or exists (select from alert_snoozes z where z.alert_id = a.id and z.batch_id = ${batchId}))
    order by a.seq for update of a`.execute(tx);
  return rows;
}
