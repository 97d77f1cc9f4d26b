import type { UserStatus } from '@ec/contract/auth/schemas';
import type { FileId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { ModeratorList, ModeratorListQuery } from '@ec/contract/moderators/schemas';
import { MODERATOR_ROLES, type ModeratorRole, type Privilege } from '@ec/contract/permissions/privileges';
import type { Role } from '@ec/contract/permissions/roles';
import type { UserSort } from '@ec/contract/users/schemas';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { searchTerms } from '../users/search-queries.ts';

export interface GrantRow {
  granted: Privilege[] | null;
  areas: LocationId[] | null;
  roles: Role[] | null;
  validUntil: Date | null;
  needsReview: boolean | null;
}

export interface ModeratorRow extends GrantRow {
  id: UserId;
  name: string;
  firstName: string | null;
  lastName: string | null;
  phone: string;
  email: string | null;
  role: ModeratorRole;
  status: UserStatus;
  area: LocationId | null;
  personalArea: LocationId | null;
  pictureId: FileId | null;
  lastLoginAt: Date | null;
  createdAt: Date;
}

const COLUMNS = sql`u.id, u.name, u.first_name as "firstName", u.last_name as "lastName", u.phone, u.email, u.role,
  u.status, u.area_id as area, u.personal_area_id as "personalArea", u.profile_picture_id as "pictureId",
  u.last_login_at as "lastLoginAt", u.created_at as "createdAt",
  p.granted, p.areas, p.managed_roles as roles, p.valid_until as "validUntil",
  p.needs_review as "needsReview"`;
const PEOPLE = sql`users u left join moderator_privileges p on p.user_id = u.id`;
const MODERATORS = sql`u.role = any (${`{${MODERATOR_ROLES.join(',')}}`}::text[]) and u.status <> 'DELETED'`;

const ORDERS: Record<UserSort, ReturnType<typeof sql>> = {
  name: sql`lower(u.name), u.id`,
  '-name': sql`lower(u.name) desc, u.id desc`,
  role: sql`u.role, lower(u.name), u.id`,
  '-role': sql`u.role desc, lower(u.name), u.id`,
  status: sql`u.status, lower(u.name), u.id`,
  '-status': sql`u.status desc, lower(u.name), u.id`,
  lastLogin: sql`u.last_login_at nulls first, u.id`,
  '-lastLogin': sql`u.last_login_at desc nulls last, u.id`,
  createdAt: sql`u.id`,
  '-createdAt': sql`u.id desc`,
};

function where({ role, status, q }: Pick<ModeratorListQuery, 'role' | 'status' | 'q'>) {
  const parts: ReturnType<typeof sql>[] = [MODERATORS];
  if (role) parts.push(sql`u.role = ${role}`);
  if (status) parts.push(sql`u.status = ${status}`);
  for (const term of searchTerms(q)) parts.push(sql`u.search like ${term}`);
  return sql.join(parts, sql` and `);
}

/** One page of the users whose roles can be restricted, and the total. */
export async function listModerators(
  db: Db,
  filter: Pick<ModeratorListQuery, 'role' | 'status' | 'q'>,
  page: { sort: UserSort; limit: number; offset: number },
): Promise<{ rows: ModeratorRow[]; total: number }> {
  const condition = where(filter);
  const [found, count] = await Promise.all([
    sql<ModeratorRow>`select ${COLUMNS} from ${PEOPLE} where ${condition}
      order by ${ORDERS[page.sort]} limit ${page.limit} offset ${page.offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from users u where ${condition}`.execute(db),
  ]);
  return { rows: found.rows, total: count.rows[0]?.total ?? 0 };
}

/** The number of moderators, ignoring filters. */
export async function countModerators(db: Db): Promise<ModeratorList['stats']> {
  const { rows } = await sql<ModeratorList['stats']>`select count(*) as "totalModerators",
      count(*) filter (where u.status = 'ACTIVE') as active,
      count(*) filter (where u.role = 'global_moderator') as "globalModerators",
      count(*) filter (where u.role = 'regional_admin') as "regionalAdmins"
    from users u where ${MODERATORS}`.execute(db);
  return rows[0] ?? { totalModerators: 0, active: 0, globalModerators: 0, regionalAdmins: 0 };
}

/** One moderator; undefined for a user who does not exist, was deleted, or has another role. */
export async function findModerator(db: Db, id: UserId): Promise<ModeratorRow | undefined> {
  const { rows } =
    await sql<ModeratorRow>`select ${COLUMNS} from ${PEOPLE} where u.id = ${id} and ${MODERATORS}`.execute(db);
  return rows[0];
}

/** The role of a user who was not deleted, with their stored privileges. */
export async function findHolder(db: Db, id: UserId): Promise<(GrantRow & { role: Role }) | undefined> {
  const { rows } = await sql<GrantRow & { role: Role }>`select u.role, p.granted, p.areas, p.managed_roles as roles,
    p.valid_until as "validUntil", p.needs_review as "needsReview" from ${PEOPLE} where u.id = ${id} and u.status <> 'DELETED'`.execute(
    db,
  );
  return rows[0];
}
