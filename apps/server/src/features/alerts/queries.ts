import { type AlertGroupOf, groupOf } from '@ec/contract/alerts/bulk';
import type { AlertAudience, AlertId, AlertListQuery, AlertRule, AlertState } from '@ec/contract/alerts/schemas';
import type { UserId } from '@ec/contract/base/common';
import { chainOf, type LocationId, NATION } from '@ec/contract/geography/location-id';
import { ADMIN_ROLES, type Role } from '@ec/contract/permissions/roles';
import { type RawBuilder, sql } from 'kysely';
import { bigintArray, type Db } from '../../platform/database/database.ts';
import { areaColumn, chainColumns, inAreas } from '../../platform/database/places.ts';
import { allOf, likeEscaped, personLink, textArray, uuidArray } from '../../platform/database/sql-parts.ts';
import type { AlertsTable } from '../../platform/database/tables/alerts.ts';
import {
  EFFECTIVE_STATUS,
  PERSON_COLUMNS,
  type PersonRow,
  privilegesLapsed,
  takenUp,
  toHolder,
} from '../../platform/identity/person.ts';
import type { OrganisationState } from '../../platform/runtime/organisation.ts';
import { type Administrator, countOf, officesOf, reachOf, type Reader, rulesOf, rulesReaching } from './rules.ts';

interface Link {
  id: UserId;
  name: string;
  role: Role;
}

export interface AlertRow {
  id: AlertId;
  seq: number;
  rule: AlertsTable['rule'];
  type: AlertsTable['type'];
  priority: AlertsTable['priority'];
  title: string;
  message: string;
  areaId: LocationId;
  electionId: AlertsTable['election_id'];
  source: AlertsTable['source'];
  resultId: AlertsTable['result_id'];
  /** What it is about, as its rule has it. */
  key: string;
  person: Link | null;
  raisedBy: Link | null;
  createdAt: Date;
  acknowledgedBy: Link | null;
  acknowledgedAt: Date | null;
  owner: Link | null;
  /** The owner cannot take care of it any more; then it is as without one. */
  ownerGone: boolean;
  note: string | null;
  levelId: LocationId;
  escalatedAt: Date | null;
  resolvedAt: Date | null;
  resolvedBy: Link | null;
  snoozedUntil: Date | null;
  isRead: boolean;
}

export interface AlertReader extends Reader {
  userId: UserId;
}

/** Snoozes end by the clock. */
export interface ReaderNow {
  reader: AlertReader;
  now: Date;
}

export type Condition = RawBuilder<unknown>;
const inside = (areas: readonly LocationId[]) => (areas.includes(NATION) ? sql`true` : inAreas('a.area_id', areas));

const oneOf = (rules: readonly AlertRule[]) => sql`a.rule = any (${`{${rules.join(',')}}`}::text[])`;

/** The alerts that the reader can see: in their areas, with rules and counts that they may see. */
export function reaching(reader: Reader): Condition {
  const rules = rulesReaching(reader);
  const source = countOf(reader);
  const parts: Condition[] = [inside(reader.areas), oneOf(rules)];
  if (source) parts.push(sql`(a.source is null or a.source = ${source})`);
  return allOf(parts);
}

/** Neither read individually nor covered by the user's "read up to" mark, which counts for what they saw when they set it. */
export function unread(reader: AlertReader): Condition {
  const { userId } = reader;
  return sql`a.seq > coalesce((select read_through from alert_read_marks
      where user_id = ${userId} and (reach is null or reach = ${reachOf(reader)})), 0)
    and not exists (select from alert_reads r where r.user_id = ${userId} and r.alert_seq = a.seq)`;
}

export const OPEN = sql`a.acknowledged_at is null and a.resolved_at is null`;

/** True where the account of the owner is deleted or not active, holds no office above the alert's place any more, or its privileges have lapsed. */
export const ownerGone = (now: Date) => sql<boolean>`(a.owner_id is not null and not exists (select from users u
  where u.id = a.owner_id and u.status <> 'DELETED' and ${EFFECTIVE_STATUS} = 'ACTIVE'
    and u.role = any (${textArray(ADMIN_ROLES)}) and u.area_id in (${chainColumns('a.area_id')})
    and not ${privilegesLapsed(sql`u.id`, now)}
    and not exists (select from moderator_privileges p where p.user_id = u.id and p.areas <> '{}'
      and not p.areas && array[${chainColumns('a.area_id')}])))`;

/** The reader's snooze of the alert, if it lasts. */
const snooze = ({ reader, now }: ReaderNow) =>
  sql`from alert_snoozes s where s.user_id = ${reader.userId} and s.alert_id = a.id and s.until > ${now}`;
export const snoozed = (who: ReaderNow): Condition => sql`exists (select ${snooze(who)})`;

/** The most severe first. */
export const SEVERITY = sql`array_position(array['critical', 'high', 'medium', 'low'], a.priority)`;
const ORDERS: Record<AlertListQuery['sort'], Condition> = {
  newest: sql`a.seq desc`,
  oldest: sql`a.seq`,
  severity: sql`${SEVERITY}, a.seq desc`,
};

/** The page is selected before its rows are joined. */
async function select(
  db: Db,
  who: ReaderNow,
  parts: readonly Condition[],
  { limit, offset = 0, sort = 'newest' }: { limit: number; offset?: number; sort?: AlertListQuery['sort'] },
): Promise<AlertRow[]> {
  const order = ORDERS[sort];
  const { rows } = await sql<AlertRow>`select a.id, a.seq, a.rule, a.type, a.priority, a.title, a.message,
      a.area_id as "areaId", a.election_id as "electionId", a.source, a.result_id as "resultId", a.dedupe_key as key, ${personLink('u')} as person,
      ${personLink('b')} as "raisedBy", a.created_at as "createdAt", ${personLink('k')} as "acknowledgedBy",
      a.acknowledged_at as "acknowledgedAt", ${personLink('o')} as owner, ${ownerGone(who.now)} as "ownerGone", a.note, a.level_id as "levelId",
      a.escalated_at as "escalatedAt", a.resolved_at as "resolvedAt", ${personLink('d')} as "resolvedBy",
      (select s.until ${snooze(who)}) as "snoozedUntil", not (${unread(who.reader)}) as "isRead"
    from (select a.* from alerts a where ${allOf(parts)} order by ${order} limit ${limit} offset ${offset}) a
    left join users u on u.id = a.user_id
    left join users b on b.id = a.raised_by
    left join users k on k.id = a.acknowledged_by
    left join users o on o.id = a.owner_id
    left join users d on d.id = a.resolved_by
    order by ${order}`.execute(db);
  return rows;
}

/** One alert; undefined if the reader cannot see it. */
export async function findAlert(db: Db, who: ReaderNow, id: AlertId): Promise<AlertRow | undefined> {
  const [row] = await select(db, who, [sql`a.id = ${id}`, reaching(who.reader)], { limit: 1 });
  return row;
}

/** The alert about this subject; undefined if there is none that the reader can see. */
export async function findByKey(db: Db, who: ReaderNow, key: string): Promise<AlertRow | undefined> {
  const [row] = await select(db, who, [sql`a.dedupe_key = ${key}`, reaching(who.reader)], { limit: 1 });
  return row;
}

/** Those of the alerts that the reader can see. */
export async function listByIds(db: Db, who: ReaderNow, ids: readonly AlertId[]): Promise<AlertRow[]> {
  if (ids.length === 0) return [];
  return await select(db, who, [sql`a.id = any (${uuidArray(ids)})`, reaching(who.reader)], { limit: ids.length });
}

export type Filter = Partial<
  Pick<AlertListQuery, 'priority' | 'type' | 'rule' | 'unread' | 'state' | 'electionId' | 'q' | 'group'>
> & {
  audience?: AlertAudience;
  /** Snoozed ones too. */
  all?: boolean;
  /** Raised at or after this time. */
  since?: Date;
  area?: LocationId | undefined;
};

const STATES: Record<AlertState, (who: ReaderNow) => Condition> = {
  open: () => OPEN,
  acknowledged: () => sql`a.acknowledged_at is not null and a.resolved_at is null`,
  mine: ({ reader }) => sql`a.owner_id = ${reader.userId} and a.resolved_at is null`,
  unresolved: () => sql`a.resolved_at is null`,
  resolved: () => sql`a.resolved_at is not null`,
  snoozed,
};

/** The alerts of the group. */
export const inGroup = ({ rule, priority, level, areaId }: AlertGroupOf): Condition =>
  sql`(a.rule = ${rule} and a.priority = ${priority} and ${inside([areaId])} and ${areaColumn('a.area_id', level)} = ${areaId})`;

/** Searches title, message, and the names and codes of the place and those that contain it. */
function searched(q: string): Condition {
  const words = `%${likeEscaped(q)}%`;
  const places = sql`(select id from locations
    where search like ${words.toLowerCase()} or code like ${`${likeEscaped(q.toUpperCase())}%`})`;
  return sql`(a.title ilike ${words} or a.message ilike ${words} or a.area_id in ${places}
    or ${areaColumn('a.area_id', 'ward')} in ${places} or ${areaColumn('a.area_id', 'lga')} in ${places}
    or ${areaColumn('a.area_id', 'state')} in ${places})`;
}

export function conditions(who: ReaderNow, filter: Filter): Condition[] {
  const { audience, priority, type, rule, unread: onlyUnread, state, electionId, area, q, group, all, since } = filter;
  const { reader } = who;
  const parts: Condition[] = [reaching(reader)];
  // The security page shows what is open, whatever the reader snoozed.
  if (state !== 'snoozed' && !audience && !all) parts.push(sql`not ${snoozed(who)}`);
  if (group !== undefined) {
    const of = groupOf(group);
    parts.push(of ? inGroup(of) : sql`false`);
  }
  if (area !== undefined) parts.push(inside([area]));
  if (since) parts.push(sql`a.created_at >= ${since}`);
  if (audience) parts.push(oneOf(rulesOf(audience)));
  if (priority) parts.push(sql`a.priority = ${priority}`);
  if (type) parts.push(sql`a.type = ${type}`);
  if (rule) parts.push(sql`a.rule = ${rule}`);
  if (electionId) parts.push(sql`a.election_id = ${electionId}`);
  if (onlyUnread) parts.push(unread(reader));
  if (state) parts.push(STATES[state](who));
  if (q) parts.push(searched(q));
  return parts;
}

/** One page of the alerts that the reader can see, and the total. */
export async function listAlerts(
  db: Db,
  who: ReaderNow,
  filter: Filter,
  page: { limit: number; offset: number; sort?: AlertListQuery['sort'] },
): Promise<{ rows: AlertRow[]; total: number }> {
  const parts = conditions(who, filter);
  const [rows, count] = await Promise.all([
    select(db, who, parts, page),
    sql<{ total: number }>`select count(*) as total from alerts a where ${allOf(parts)}`.execute(db),
  ]);
  return { rows, total: count.rows[0]?.total ?? 0 };
}

/** The next alerts of an export, newest first: those with a number below `below`. */
export async function listForExport(
  db: Db,
  who: ReaderNow,
  filter: Filter,
  { below, limit }: { below: number | null; limit: number },
): Promise<AlertRow[]> {
  const parts = conditions(who, filter);
  return await select(db, who, below === null ? parts : [...parts, sql`a.seq < ${below}`], { limit });
}

/** The numbers of unread and of unacknowledged alerts for the reader, counted up to `most`. */
export async function countAlerts(db: Db, who: ReaderNow, most: number): Promise<{ unread: number; open: number }> {
  const shown = conditions(who, {});
  const upTo = (parts: readonly Condition[]) =>
    sql`(select count(*) from (select from alerts a where ${allOf(parts)} limit ${most}) a)`;
  const { rows } = await sql<{ unread: number; open: number }>`
    select ${upTo([...shown, unread(who.reader)])} as unread, ${upTo([...shown, OPEN])} as open`.execute(db);
  return rows[0] ?? { unread: 0, open: 0 };
}

/** The open alerts of the audience `security` for the reader, newest first, and their total. */
export async function listSecurityAlerts(
  db: Db,
  who: ReaderNow,
  page: { limit: number; offset: number },
): Promise<{ rows: AlertRow[]; total: number }> {
  return await listAlerts(db, who, { audience: 'security', state: 'open' }, page);
}

/** The number of the newest alert; 0 if there is none. */
export async function newestSeq(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select coalesce(max(seq), 0) as seq from alerts`.execute(db);
  return rows[0]?.seq ?? 0;
}

/** The newest alert that the reader sees; undefined without any. */
export async function newestAlert(db: Db, who: ReaderNow): Promise<AlertRow | undefined> {
  const [row] = await select(db, who, [reaching(who.reader)], { limit: 1 });
  return row;
}

interface AdministratorOfPlace extends Administrator {
  id: UserId;
}

/** The active administrators who have taken up their accounts and may take care of alerts, of the places and all areas that hold them, by their area. */
export async function listAdministrators(
  db: Db,
  places: readonly LocationId[],
  { organisation, now }: { organisation: OrganisationState; now: Date },
): Promise<Map<LocationId, AdministratorOfPlace[]>> {
  const areas = [...new Set(places.flatMap(chainOf))];
  const roles = officesOf(organisation.levels);
  const { rows } = await sql<PersonRow & { id: UserId; role: Role }>`
    select u.id, ${PERSON_COLUMNS} from users u left join moderator_privileges p on p.user_id = u.id
    where u.area_id = any (${bigintArray(areas)}::bigint[]) and u.role = any (${`{${roles.join(',')}}`}::text[])
      and u.status <> 'DELETED' and ${EFFECTIVE_STATUS} = 'ACTIVE' and ${takenUp('u')} order by u.id`.execute(db);
  const people = rows.flatMap((row): AdministratorOfPlace[] => {
    if (row.area_id === null) return [];
    const { areas: own } = toHolder(row, { userId: row.id, levels: organisation.levels[row.role], now });
    return [{ id: row.id, role: row.role, area: row.area_id, areas: own }];
  });
  return Map.groupBy(people, ({ area }) => area);
}
