import type { UserId } from '@ec/contract/base/common';
import {
  DEFAULT_LEVELS,
  type Level,
  MANAGED_ROLES,
  type ManagedRole,
  type Module,
  type ModuleLevels,
} from '@ec/contract/permissions/default-levels';
import { PERMISSION_AUDIT_LIMIT, type PermissionAction } from '@ec/contract/permissions/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { EFFECTIVE_STATUS } from '../../platform/identity/person.ts';

/** The role's levels in the database: the cached ones may be two seconds old, and an editor must see what their change is compared with. */
export async function levelsOf(db: Db, role: ManagedRole): Promise<ModuleLevels> {
  const rows = await db.selectFrom('role_permissions').select(['module', 'level']).where('role', '=', role).execute();
  return { ...DEFAULT_LEVELS[role], ...Object.fromEntries(rows.map(({ module, level }) => [module, level])) };
}

/** The number of users by managed role; roles without users are omitted. */
export async function countPeople(db: Db): Promise<Map<Role, number>> {
  const { rows } = await sql<{ role: Role; people: number }>`select u.role, count(*) as people from users u
    where u.role = any (${`{${MANAGED_ROLES.join(',')}}`}::text[]) and ${EFFECTIVE_STATUS} = 'ACTIVE'
    group by u.role`.execute(db);
  return new Map(rows.map(({ role, people }) => [role, people]));
}

export interface ChangeRow {
  id: number;
  role: Role;
  module: Module;
  action: PermissionAction;
  oldLevel: Level;
  newLevel: Level;
  byId: UserId | null;
  byName: string | null;
  createdAt: Date;
}

/** The newest changes, newest first, and the total. */
export async function lastChanges(db: Db): Promise<{ rows: ChangeRow[]; total: number }> {
  const [rows, count] = await Promise.all([
    db
      .selectFrom('permission_changes as c')
      .leftJoin('users as u', 'u.id', 'c.changed_by')
      .select(['c.id', 'c.role', 'c.module', 'c.action', 'c.old_level as oldLevel', 'c.new_level as newLevel'])
      .select(['c.changed_by as byId', 'u.name as byName', 'c.created_at as createdAt'])
      .orderBy('c.id', 'desc')
      .limit(PERMISSION_AUDIT_LIMIT)
      .execute(),
    db
      .selectFrom('permission_changes')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirst(),
  ]);
  return { rows, total: count?.total ?? 0 };
}
