import type { AnnouncementId, AnnouncementQuery } from '@ec/contract/announcements/schemas';
import type { UserId } from '@ec/contract/base/common';
import { chainOf, type LocationId, NATION } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { type RawBuilder, sql } from 'kysely';
import { inAreas } from '../../platform/database/places.ts';
import { bigintArray, type Db } from '../../platform/database/database.ts';
import { allOf, likeEscaped, personLink } from '../../platform/database/sql-parts.ts';
import { isAuthor, isEditor, type Person } from './rules.ts';
import type { AnnouncementsTable } from '../../platform/database/tables/messages.ts';

interface Link {
  id: UserId;
  name: string;
  role: Role;
}

export interface AnnouncementRow {
  id: AnnouncementId;
  title: string;
  content: string;
  priority: AnnouncementsTable['priority'];
  roles: AnnouncementsTable['roles'];
  areas: LocationId[];
  authorAreas: LocationId[];
  createdBy: UserId;
  createdByName: string;
  createdRole: Role;
  createdAt: Date;
  editedAt: Date | null;
  editedBy: Link | null;
  expiresAt: Date | null;
  pinnedAt: Date | null;
  withdrawnAt: Date | null;
  withdrawnBy: Link | null;
  withdrawReason: string | null;
  changedByName: string;
  version: number;
  sending: number;
  wasRead: boolean;
}

/** The reader, and the time that decides what has expired. */
export interface Reading {
  person: Person;
  now: Date;
}

type Condition = RawBuilder<unknown>;

const current = ({ now }: Reading): Condition =>
  sql`a.withdrawn_at is null and (a.expires_at is null or a.expires_at > ${now})`;

/** Addressed to the reader: one of its areas equals or contains one of theirs. */
function reaching({ person }: Reading): Condition {
  if (person.levels.announcements === 'none') return sql`false`;
  const holding = [...new Set(person.areas.flatMap(chainOf))];
  return sql`((a.roles = '{}' or ${person.role} = any (a.roles)) and a.areas && ${bigintArray(holding)}::bigint[])`;
}

/** Written by the reader or editable by them: see looksAfter. */
function lookedAfter({ person }: Reading): Condition {
  if (!isEditor(person) && !isAuthor(person)) return sql`false`;
  const whose = isEditor(person) ? sql`true` : sql`a.created_by = ${person.userId}`;
  if (person.areas.includes(NATION)) return whose;
  return sql`(${whose} and not exists (
    select from unnest(a.areas) as each (area) where not ${inAreas('each.area', person.areas)}))`;
}

const isRead = ({ person }: Reading): Condition => sql`exists (
  select from announcement_reads r where r.announcement_id = a.id and r.user_id = ${person.userId} and r.sending = a.sending)`;
const isUnread = (reading: Reading): Condition => sql`not ${isRead(reading)}`;

const visible = (reading: Reading): Condition =>
  sql`((${current(reading)} and ${reaching(reading)}) or ${lookedAfter(reading)})`;

function shown(reading: Reading, show: AnnouncementQuery['show']): Condition {
  switch (show) {
    case 'current':
      return sql`${current(reading)} and (${reaching(reading)} or ${lookedAfter(reading)})`;
    case 'past':
      return sql`not (${current(reading)}) and ${lookedAfter(reading)}`;
    case 'mine':
      return sql`a.created_by = ${reading.person.userId} and ${lookedAfter(reading)}`;
  }
}

function where(reading: Reading, { show, priority, unread, q }: AnnouncementQuery): Condition {
  const parts = [shown(reading, show)];
  if (priority) parts.push(sql`a.priority = ${priority}`);
  if (unread) parts.push(current(reading), reaching(reading), isUnread(reading));
  if (q) {
    const words = `%${likeEscaped(q)}%`;
    parts.push(sql`(a.title ilike ${words} or a.content ilike ${words})`);
  }
  return allOf(parts);
}

const ORDER = sql`(a.pinned_at is not null) desc, a.created_at desc, a.id desc`;

/** The page is selected before its rows are joined. */
async function select(
  db: Db,
  reading: Reading,
  condition: Condition,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<AnnouncementRow[]> {
  const { rows } = await sql<AnnouncementRow>`select a.id, a.title, a.content, a.priority, a.roles, a.areas,
      a.author_areas as "authorAreas", a.created_by as "createdBy", author.name as "createdByName",
      a.created_role as "createdRole", a.created_at as "createdAt", a.edited_at as "editedAt",
      ${personLink('editor')} as "editedBy", a.expires_at as "expiresAt", a.pinned_at as "pinnedAt",
      a.withdrawn_at as "withdrawnAt", ${personLink('ender')} as "withdrawnBy", a.withdraw_reason as "withdrawReason",
      changer.name as "changedByName", a.version, a.sending, ${isRead(reading)} as "wasRead"
    from (select * from announcements a where ${condition} order by ${ORDER} limit ${limit} offset ${offset}) a
    join users author on author.id = a.created_by join users changer on changer.id = a.changed_by
    left join users editor on editor.id = a.edited_by left join users ender on ender.id = a.withdrawn_by
    order by ${ORDER}`.execute(db);
  return rows;
}

async function count(db: Db, condition: Condition): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from announcements a where ${condition}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** One page of the announcements that the reader sees, pinned first, then newest. */
export async function listAnnouncements(
  db: Db,
  reading: Reading,
  query: AnnouncementQuery,
  page: { limit: number; offset: number },
): Promise<{ rows: AnnouncementRow[]; total: number }> {
  const condition = where(reading, query);
  const [rows, total] = await Promise.all([select(db, reading, condition, page), count(db, condition)]);
  return { rows, total };
}

/** One announcement; undefined if the reader cannot see it. */
export async function findAnnouncement(
  db: Db,
  reading: Reading,
  id: AnnouncementId,
): Promise<AnnouncementRow | undefined> {
  const [row] = await select(db, reading, sql`a.id = ${id} and ${visible(reading)}`, { limit: 1 });
  return row;
}

const unread = (reading: Reading) => allOf([current(reading), reaching(reading), isUnread(reading)]);

/** The number of unread current announcements for the reader. */
export async function countUnread(db: Db, reading: Reading): Promise<number> {
  return await count(db, unread(reading));
}

/** The urgent ones of these. */
export async function listUrgent(db: Db, reading: Reading, limit: number): Promise<AnnouncementRow[]> {
  return await select(db, reading, sql`a.priority = 'urgent' and ${unread(reading)}`, { limit });
}
