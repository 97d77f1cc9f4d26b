import type { UserStatus } from '@ec/contract/auth/schemas';
import type { FileId, UserId } from '@ec/contract/base/common';
import { type LocationId, NATION } from '@ec/contract/geography/location-id';
import { atLeast, type ModuleLevels } from '@ec/contract/permissions/default-levels';
import { type Role, SECOND_PERSON_ROLES } from '@ec/contract/permissions/roles';
import type { UserSort, UserSummary } from '@ec/contract/users/schemas';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { areaColumn, inAreas } from '../../platform/database/places.ts';
import { EFFECTIVE_STATUS, takenUp } from '../../platform/identity/person.ts';
import { type PhoneReader, phoneSeen } from '../../platform/identity/phones.ts';
import { searchTerms } from './search-queries.ts';

export interface UserRow {
  id: UserId;
  name: string;
  firstName: string | null;
  lastName: string | null;
  phone: string;
  email: string | null;
  role: Role;
  status: UserStatus;
  area: LocationId | null;
  personalArea: LocationId | null;
  pictureId: FileId | null;
  twoFactor: boolean;
  inviteCode: string | null;
  invitedAt: Date | null;
  invitedBy: { id: UserId; name: string } | null;
  lastLoginAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  requestId: string | null;
  requestType: string | null;
  requesterId: UserId | null;
  requesterRole: Role | null;
  /** The first national admin, created without a second approval. */
  madeAlone: boolean;
}

const COLUMNS = sql`u.id, u.name, u.first_name as "firstName", u.last_name as "lastName", u.phone, u.email, u.role,
  u.status, u.area_id as area, u.personal_area_id as "personalArea", u.profile_picture_id as "pictureId",
  u.two_factor_enabled as "twoFactor", u.invite_code as "inviteCode", u.invited_at as "invitedAt",
  (select json_build_object('id', i.id, 'name', i.name) from users i where i.id = u.invited_by) as "invitedBy",
  u.last_login_at as "lastLoginAt", u.created_at as "createdAt", u.updated_at as "updatedAt",
  r.id as "requestId", r.type as "requestType",
  r.requester_id as "requesterId", r.requester_role as "requesterRole",
  exists (select from national_office o where o.first_user_id = u.id) as "madeAlone"`;
const WITH_REQUEST = sql`left join approval_requests r on r.target_user_id = u.id and r.status = 'PENDING'`;

/** The filter of a list of users in the areas. */
export interface UserFilter {
  areas: readonly LocationId[];
  within?: LocationId | undefined;
  roles?: readonly Role[] | undefined;
  statuses?: readonly UserStatus[] | undefined;
  q?: string | undefined;
}

type Condition = ReturnType<typeof sql>;

/** The users whom administrators of the areas see; users without assignment are seen by national roles. */
const inScope = (areas: readonly LocationId[]): Condition[] =>
  areas.includes(NATION) ? [sql`u.status <> 'DELETED'`] : [sql`u.status <> 'DELETED'`, inAreas('u.area_id', areas)];

function where(filter: UserFilter): Condition {
  const { areas, within, roles, statuses, q } = filter;
  const parts = inScope(areas);
  if (within !== undefined) parts.push(inAreas('u.area_id', [within]));
  if (roles) parts.push(sql`u.role = any (${`{${roles.join(',')}}`}::text[])`);
  if (statuses) parts.push(sql`u.status = any (${`{${statuses.join(',')}}`}::text[])`);
  for (const term of searchTerms(q)) parts.push(sql`u.search like ${term}`);
  return sql.join(parts, sql` and `);
}

type Direction = 'asc' | 'desc';
const opposite = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc');

/** Each order in both directions. The search text starts with the name and contains the phone number, so it is never returned. */
const ORDERS: Record<string, Record<Direction, Condition>> = {
  name: { asc: sql`u.search`, desc: sql`u.search desc` },
  role: { asc: sql`u.role, u.search`, desc: sql`u.role desc, u.search desc` },
  status: { asc: sql`u.status, u.search`, desc: sql`u.status desc, u.search desc` },
  lastLogin: {
    asc: sql`u.last_login_at nulls first, u.id`,
    desc: sql`u.last_login_at desc nulls last, u.id desc`,
  },
  createdAt: { asc: sql`u.id`, desc: sql`u.id desc` },
};
/** The same order without its index, which would be searched in full for a few users created at one time. */
const CREATED_OF_FEW: Record<Direction, Condition> = { asc: sql`u.id::text`, desc: sql`u.id::text desc` };
const FEW = 20_000;

export interface UserPage {
  sort: UserSort;
  limit: number;
  offset: number;
  /** The total: a page near the end is read from the end. */
  total: number;
}

export async function listUsers(db: Db, filter: UserFilter, page: UserPage): Promise<UserRow[]> {
  const { sort, total } = page;
  const key = sort.replace('-', '');
  const order = key === 'createdAt' && total < FEW ? CREATED_OF_FEW : ORDERS[key];
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const left = total - page.offset;
  if (left <= 0) return [];
  const fromEnd = left < page.offset;
  const limit = fromEnd ? Math.min(page.limit, left) : page.limit;
  const offset = fromEnd ? left - limit : page.offset;
  const inside = order?.[fromEnd ? opposite(direction) : direction];
  // The page is selected in an index alone, and columns are read only for its rows: a deep page skips many.
  const { rows } = await sql<UserRow>`select ${COLUMNS}
    from (select u.id from users u where ${where(filter)} order by ${inside} limit ${limit} offset ${offset}) found
    join users u on u.id = found.id ${WITH_REQUEST} order by ${order?.[direction]}`.execute(db);
  return rows;
}

/** A user as an export holds them. */
export type ExportedUser = Pick<
  UserRow,
  'id' | 'name' | 'phone' | 'email' | 'role' | 'status' | 'area' | 'lastLoginAt' | 'createdAt'
>;

/** The next matching users after the id, in the order in which they were created. */
export async function listForExport(
  db: Db,
  filter: UserFilter,
  after: UserId | null,
  limit: number,
): Promise<ExportedUser[]> {
  const { rows } = await sql<ExportedUser>`select u.id, u.name, u.phone, u.email, u.role, u.status, u.area_id as area,
      u.last_login_at as "lastLoginAt", u.created_at as "createdAt"
    from users u where ${where(filter)} and (${after}::uuid is null or u.id > ${after}::uuid)
    order by u.id limit ${limit}`.execute(db);
  return rows;
}

export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from users u where ${where(filter)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** One user in the areas; undefined if they do not exist, were deleted, or are elsewhere. */
export async function findUser(db: Db, id: UserId, areas: readonly LocationId[]): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select ${COLUMNS} from users u ${WITH_REQUEST}
    where u.id = ${id} and ${sql.join(inScope(areas), sql` and `)}`.execute(db);
  return rows[0];
}

/** Those of the users about whom a request waits for a decision. */
export async function askedAbout(db: Db, ids: readonly UserId[]): Promise<Set<UserId>> {
  const rows = await db
    .selectFrom('approval_requests')
    .select('target_user_id as id')
    .where('status', '=', 'PENDING')
    .where('target_user_id', 'in', [...ids])
    .execute();
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

/** The number of users by role and state; `state` is the state's id, or the area's own if it is wider. */
export async function tallyUsers(
  db: Db,
  areas: readonly LocationId[],
): Promise<{ role: Role; state: LocationId | null; count: number }[]> {
  const { rows } = await sql<{ role: Role; state: LocationId | null; count: number }>`
    select u.role, ${areaColumn('u.area_id', 'state')} as state, count(*) as count
    from users u where ${sql.join(inScope(areas), sql` and `)} group by 1, 2`.execute(db);
  return rows;
}

/** Active users of the roles who are assigned to one of the areas. */
export async function activeHolders(
  db: Db,
  roles: readonly Role[],
  areas: readonly LocationId[] | 'any',
): Promise<UserId[]> {
  if (areas.length === 0) return [];
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', 'in', [...roles])
    .where((eb) => eb(eb.fn.coalesce('status_before', 'status'), '=', 'ACTIVE'))
    .$if(areas !== 'any', (query) => query.where('area_id', 'in', areas === 'any' ? [] : [...areas]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Which of the phone numbers are taken; reports only those whose owner's number the reader can see. */
export async function phonesInUse(
  db: Db,
  reader: PhoneReader,
  phones: Iterable<string>,
): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ phone: string; seen: boolean }>`select u.phone, ${phoneSeen(reader)} as seen
    from jsonb_array_elements_text(${JSON.stringify([...phones])}::jsonb) asked (phone)
    join users u on u.phone = asked.phone and u.status <> 'DELETED'`.execute(db);
  return new Map(rows.map(({ phone, seen }) => [phone, seen]));
}

type Approver = NonNullable<UserSummary['secondPerson']>['approvers'][number];

const MOST_NAMED = 20;
const ROLES = sql`${`{${SECOND_PERSON_ROLES.join(',')}}`}::text[]`;

/** Active national and super admins besides those named whose role may decide on requests, and of whom the condition holds. */
async function deciders(
  db: Db,
  levels: Readonly<Record<Role, ModuleLevels>>,
  { except, condition }: { except: readonly UserId[]; condition: RawBuilder<boolean> },
): Promise<Approver[]> {
  const deciding = SECOND_PERSON_ROLES.filter((role) => atLeast(levels[role].approvals, 'write'));
  const { rows } = await sql<{ id: UserId; name: string; role: Role }>`select u.id, u.name, u.role from users u
    where u.role = any (${`{${deciding.join(',')}}`}::text[]) and ${EFFECTIVE_STATUS} = 'ACTIVE'
      and ${condition} and u.id <> all (${`{${except.join(',')}}`}::uuid[])
    order by u.role desc, u.name, u.id limit ${MOST_NAMED}`.execute(db);
  return rows;
}

/** The second approvers: they have taken up their account and are not among those excluded. */
export async function secondPersons(
  db: Db,
  levels: Readonly<Record<Role, ModuleLevels>>,
  except: readonly UserId[],
): Promise<Approver[]> {
  return await deciders(db, levels, { except, condition: takenUp('u') });
}

/** The second approvers, including those who have not yet taken up their account. */
export async function officeHolders(db: Db, levels: Readonly<Record<Role, ModuleLevels>>): Promise<Approver[]> {
  return await deciders(db, levels, { except: [], condition: sql`true` });
}

/** Whether this super admin, as the only national user, can create the first national admin alone. */
export async function mayBegin(db: Db, self: UserId): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select o.may_begin and not exists (select from users u
      where u.role = any (${ROLES}) and u.status <> 'DELETED' and u.id <> ${self}) as may
    from national_office o`.execute(db);
  return rows[0]?.may ?? false;
}

export interface SheetsChecked {
  entered: number;
  wrong: number;
}

/**
 * Of the sheets that the person sent: how many were entered a second time, and how many of these an arbiter found wrong. Each version is a sheet,
 * entered by the policy or for an audit; those that the desk entered are not theirs.
 */
export async function sheetsChecked(db: Db, officer: UserId): Promise<SheetsChecked> {
  const { rows } = await sql<SheetsChecked>`select count(distinct (s.result_id, s.version)) as entered,
      count(distinct (s.result_id, s.version)) filter (where exists (select from second_entry_steps w
        where w.entry_id = s.id and w.step in ('officer_wrong', 'verified_wrong'))) as wrong
    from second_entries s
    where s.submitted_by = ${officer}
      and exists (select from second_entry_steps x where x.entry_id = s.id and x.step = 'entered')
      and not exists (select from desk_versions k where k.result_id = s.result_id and k.version = s.version)`.execute(
    db,
  );
  return rows[0] ?? { entered: 0, wrong: 0 };
}
