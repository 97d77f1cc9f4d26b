import type { ApprovalEntry, ApprovalId, ApprovalStatus, ApprovalType, Priority } from '@ec/contract/approvals/schemas';
import type { FileId, UserId } from '@ec/contract/base/common';
import { type LocationId, NATION } from '@ec/contract/geography/location-id';
import { decideAccess } from '@ec/contract/permissions/decide-access';
import type { Role } from '@ec/contract/permissions/roles';
import { sql } from 'kysely';
import { inAreas } from '../../platform/database/places.ts';
import type { Db } from '../../platform/database/database.ts';
import type { PersonData } from '../../platform/database/tables/users.ts';
import type { PhoneReader } from '../../platform/identity/phones.ts';
import type { FileRow } from '../files/queries.ts';
import { matchingPeople, searchTerms } from '../users/search-queries.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { visibleRequesters } from '../users/rules.ts';
import { READERS } from './rules.ts';

interface NamedPerson {
  id: UserId;
  name: string;
  email: string | null;
  role: Role;
  area: LocationId | null;
}

export interface RequestRow {
  id: ApprovalId;
  type: ApprovalType;
  status: ApprovalStatus;
  priority: Priority;
  requesterId: UserId;
  requesterName: string;
  requesterRole: Role;
  requesterArea: LocationId | null;
  targetUserId: UserId;
  targetName: string;
  targetRole: Role;
  targetArea: LocationId | null;
  /** The person as they are now. */
  targetData: PersonData;
  area: LocationId | null;
  userData: PersonData;
  previousData: PersonData | null;
  justification: string;
  requiredInfo: string[] | null;
  infoComment: string | null;
  decidedBy: NamedPerson | null;
  decidedAt: Date | null;
  decisionComment: string | null;
  createdAt: Date;
}

type Office = Pick<PersonData, 'role' | 'area'>;

/** The facts that determine the approver and the urgency of a request. */
export type RequestGround = Pick<
  RequestRow,
  | 'status'
  | 'priority'
  | 'requesterId'
  | 'requesterRole'
  | 'requesterArea'
  | 'targetUserId'
  | 'targetRole'
  | 'targetArea'
> & { userData: Office; previousData: Office | null };

/** The reader, who sees their own requests and those of lower roles in their areas. */
export interface Reader extends PhoneReader {
  requesters: readonly Role[];
}

export interface RequestFilter {
  status?: ApprovalStatus | undefined;
  type?: ApprovalType | undefined;
  priority?: readonly Priority[] | undefined;
  mine?: boolean | undefined;
  q?: string | undefined;
}

const COLUMNS = sql`r.id, r.type, r.status, r.priority, r.requester_id as "requesterId", q.name as "requesterName",
  r.requester_role as "requesterRole", r.requester_area_id as "requesterArea", r.target_user_id as "targetUserId",
  t.name as "targetName", t.role as "targetRole", t.area_id as "targetArea",
  json_build_object('name', t.name, 'firstName', t.first_name, 'lastName', t.last_name, 'email', t.email, 'phone', t.phone, 'role', t.role,
    'area', t.area_id, 'personalArea', t.personal_area_id, 'status', coalesce(t.status_before, t.status)) as "targetData", r.area_id as area, r.user_data as "userData", r.previous_data as "previousData",
  r.justification, r.required_info as "requiredInfo", r.info_comment as "infoComment", r.decided_at as "decidedAt",
  r.decision_comment as "decisionComment", r.created_at as "createdAt",
  case when d.id is not null then json_build_object('id', d.id, 'name', d.name, 'email', d.email, 'role', d.role, 'area', d.area_id) end as "decidedBy"`;
const PEOPLE = sql`join users q on q.id = r.requester_id join users t on t.id = r.target_user_id
  left join users d on d.id = r.decided_by`;

type Condition = ReturnType<typeof sql>;

const roleArray = (roles: readonly Role[]) => sql`${`{${roles.join(',')}}`}::text[]`;

function visible(reader: Reader, mine = false): Condition {
  const own = sql`r.requester_id = ${reader.userId}`;
  if (mine) return own;
  const nation = reader.areas.includes(NATION);
  const inside = nation ? sql`true` : inAreas('r.area_id', reader.areas);
  return sql`(${own} or (r.requester_role = any (${roleArray(reader.requesters)}) and ${inside}))`;
}

function where(reader: Reader, filter: RequestFilter): Condition {
  const parts = [visible(reader, filter.mine)];
  if (filter.status) parts.push(sql`r.status = ${filter.status}`);
  if (filter.type) parts.push(sql`r.type = ${filter.type}`);
  if (filter.priority) parts.push(sql`r.priority = any (${`{${filter.priority.join(',')}}`}::text[])`);
  for (const term of searchTerms(filter.q)) {
    const people = [...matchingPeople(reader, [term], 't'), ...matchingPeople(reader, [term], 'q')];
    parts.push(sql`(${sql.join(people, sql` or `)} or lower(r.id::text) like ${term})`);
  }
  return sql.join(parts, sql` and `);
}

/** Pending ones by urgency, then oldest first; decided ones newest first. */
const ORDER = sql`(r.status = 'PENDING') desc,
  case when r.status = 'PENDING' then array_position(array['URGENT', 'HIGH', 'MEDIUM', 'LOW'], r.priority) end,
  case when r.status = 'PENDING' then r.created_at end, r.decided_at desc, r.id`;

export async function listRequests(
  db: Db,
  reader: Reader,
  filter: RequestFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: RequestRow[]; total: number }> {
  const condition = where(reader, filter);
  const [rows, count] = await Promise.all([
    sql<RequestRow>`select ${COLUMNS} from approval_requests r ${PEOPLE} where ${condition}
      order by ${ORDER} limit ${page.limit} offset ${page.offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from approval_requests r ${PEOPLE} where ${condition}`.execute(db),
  ]);
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 };
}

export async function findRequest(db: Db, reader: Reader, id: ApprovalId): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`select ${COLUMNS} from approval_requests r ${PEOPLE}
    where r.id = ${id} and ${visible(reader)}`.execute(db);
  return rows[0];
}

/** Number of pending requests searched for those the reader can decide on, most urgent first. */
const LOOKED_THROUGH = 5000;

/** Matching pending requests of others that the reader sees; the caller filters those they can decide on. */
export async function waitingRequests(db: Db, reader: Reader, filter: RequestFilter = {}): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`select ${COLUMNS} from approval_requests r ${PEOPLE}
    where r.requester_id <> ${reader.userId} and ${where(reader, { ...filter, status: 'PENDING' })}
    order by ${ORDER} limit ${LOOKED_THROUGH}`.execute(db);
  return rows;
}

/** The same requests with only the columns needed for counting. */
export async function waitingGrounds(db: Db, reader: Reader): Promise<RequestGround[]> {
  const { rows } = await sql<RequestGround>`select r.status, r.priority, r.requester_id as "requesterId",
      r.requester_role as "requesterRole", r.requester_area_id as "requesterArea", r.target_user_id as "targetUserId",
      t.role as "targetRole", t.area_id as "targetArea",
      json_build_object('role', r.user_data->'role', 'area', r.user_data->'area') as "userData",
      case when r.previous_data is not null then
        json_build_object('role', r.previous_data->'role', 'area', r.previous_data->'area') end as "previousData"
    from approval_requests r join users t on t.id = r.target_user_id
    where r.requester_id <> ${reader.userId} and ${where(reader, { status: 'PENDING' })}
    order by ${ORDER} limit ${LOOKED_THROUGH}`.execute(db);
  return rows;
}

export interface EntryRow {
  kind: ApprovalEntry['kind'];
  by: { id: UserId; name: string; role: Role } | null;
  comment: string | null;
  requiredInfo: string[] | null;
  attachments: FileId[];
  at: Date;
}

export async function listEntries(db: Db, id: ApprovalId): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`select e.kind, e.comment, e.required_info as "requiredInfo", e.created_at as at,
      array(select x.file_id from approval_entry_files x where x.entry_id = e.id order by x.file_id) as attachments,
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'role', u.role) end as by
    from approval_entries e left join users u on u.id = e.by_user_id
    where e.request_id = ${id} order by e.id`.execute(db);
  return rows;
}

export async function countRequests(
  db: Db,
  reader: Reader,
  mine: boolean,
): Promise<{ pending: number; approved: number; rejected: number; averageHours: number | null; asked: number }> {
  const { rows } = await sql<{
    pending: number;
    approved: number;
    rejected: number;
    averageHours: number | null;
    asked: number;
  }>`
    select count(*) filter (where r.status = 'PENDING') as pending,
      count(*) filter (where r.status = 'APPROVED') as approved,
      count(*) filter (where r.status = 'REJECTED') as rejected,
      (avg(extract(epoch from r.decided_at - r.created_at)) filter (where r.status in ('APPROVED', 'REJECTED')) / 3600)::float8 as "averageHours",
      count(*) filter (where r.status = 'PENDING' and r.required_info is not null and r.requester_id = ${reader.userId}) as asked
    from approval_requests r where ${visible(reader, mine)}`.execute(db);
  return rows[0] ?? { pending: 0, approved: 0, rejected: 0, averageHours: null, asked: 0 };
}

/** Decided requests, latest decision first. */
export async function listDecided(
  db: Db,
  reader: Reader,
  filter: RequestFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: RequestRow[]; total: number }> {
  const condition = sql`r.status <> 'PENDING' and ${where(reader, filter)}`;
  const [rows, count] = await Promise.all([
    sql<RequestRow>`select ${COLUMNS} from approval_requests r ${PEOPLE} where ${condition}
      order by r.decided_at desc, r.id limit ${page.limit} offset ${page.offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from approval_requests r ${PEOPLE} where ${condition}`.execute(db),
  ]);
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 };
}

/** The actor as a reader of requests. */
export function readerOf(actor: Actor): Reader {
  const { userId, role, areas, levels } = actor;
  return { userId, role, areas, levels, requesters: visibleRequesters(role) };
}

/** Those of the pictures that the person uploaded for an answer and that are in none yet. */
export async function unusedPictures(db: Db, ids: readonly FileId[], userId: UserId): Promise<FileId[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: FileId }>`select f.id from files f
    where f.id in (${sql.join([...ids])}) and f.purpose = 'approval' and f.uploaded_by = ${userId}
      and not exists (select from approval_entry_files x where x.file_id = f.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** The picture of an answer as far as the person may see it: one that they uploaded, or one of a request that they may read. */
export async function findAnswerPicture(db: Db, actor: Actor, id: FileId): Promise<FileRow | undefined> {
  const reads = decideAccess({ ...actor, electionMode: true }, READERS).allowed;
  const { rows } = await sql<FileRow>`select f.id, f.sha256, f.view_sha256 as "viewSha256",
      f.thumbnail_sha256 as "thumbnailSha256", f.size, f.type
    from files f where f.id = ${id} and f.purpose = 'approval' and (f.uploaded_by = ${actor.userId} or (${reads} and exists (
      select from approval_entry_files x join approval_entries e on e.id = x.entry_id
        join approval_requests r on r.id = e.request_id
      where x.file_id = f.id and ${visible(readerOf(actor))})))`.execute(db);
  return rows[0];
}
