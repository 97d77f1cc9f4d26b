import {
  atLeast,
  DEFAULT_LEVELS,
  MANAGED_ROLES,
  type ManagedRole,
  MODULE_IDS,
  type ModuleLevels,
  MODULES,
} from '@ec/contract/permissions/default-levels';
import type {
  PermissionAudit,
  PermissionChange,
  PermissionRoleList,
  RolePermissions,
} from '@ec/contract/permissions/schemas';
import { normaliseRole, ROLES } from '@ec/contract/permissions/roles';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { countPeople, lastChanges, levelsOf } from './queries.ts';
import { lockRole, saveChanges, saveLevels } from './repository.ts';
import { beyond, changesOf, changesToDefault, type LevelChange, managedRole, overtaken } from './rules.ts';

function requireManaged(spelling: string): ManagedRole {
  const role = managedRole(spelling);
  if (!role) {
    const known = normaliseRole(spelling);
    throw known ? new AppError('ROLE_NOT_MANAGED', { role: ROLES[known].title }) : new AppError('ROLE_NOT_FOUND');
  }
  return role;
}

/** The managed roles with the number of their users and of modules that differ from the defaults. */
export async function permissionRoles({ db }: ReadContext): Promise<PermissionRoleList> {
  const people = await countPeople(db);
  const roles = await Promise.all(
    MANAGED_ROLES.map(async (role) => ({
      roleId: role,
      people: people.get(role) ?? 0,
      changed: changesToDefault(role, await levelsOf(db, role)).length,
    })),
  );
  return { roles, total: roles.length };
}

/** The role's levels by module, and whether the user can change them. */
export async function rolePermissions(context: ReadContext, actor: Actor, roleId: string): Promise<RolePermissions> {
  const role = requireManaged(roleId);
  const levels = await levelsOf(context.db, role);
  return {
    roleId: role,
    permissions: MODULE_IDS.map((module) => ({
      moduleId: module,
      moduleName: MODULES[module].name,
      category: MODULES[module].category,
      description: MODULES[module].description,
      permission: levels[module],
      default: DEFAULT_LEVELS[role][module],
    })),
    can: { edit: atLeast(actor.levels.settings, 'write') },
  };
}

type Values = Record<string, string>;

/**
 * Stores the changes of one role: levels, change log and audit entry. They apply on this process from the next call, and all consoles are notified to
 * reload.
 */
async function store(
  write: WriteContext,
  actor: Actor,
  event: 'permission.changed' | 'permission.reset',
  role: ManagedRole,
  changes: readonly LevelChange[],
): Promise<void> {
  if (changes.length === 0) return write.noChange();
  const tooMuch = beyond(actor.levels, changes);
  if (tooMuch) throw new AppError('GRANT_EXCEEDS', { what: `${tooMuch.to} access to ${MODULES[tooMuch.module].name}` });
  await saveLevels(write.tx, role, changes);
  await saveChanges(write.tx, role, changes, actor.userId);
  const values = (side: 'from' | 'to'): Values =>
    Object.fromEntries(changes.map((change) => [change.module, change[side]]));
  await write.audit({ event, resourceId: role, previous: values('from'), next: values('to') });
  await write.emit({ type: 'permissions.changed' });
  write.afterCommit(() => write.platform.organisation.invalidate());
}

function requireSeen(held: ModuleLevels, changes: readonly PermissionChange[]): void {
  const fields = overtaken(held, changes).flatMap((index) => {
    const change = changes[index];
    if (!change) return [];
    const { moduleId } = change;
    return [{ path: `changes.${index}.expected`, message: `${MODULES[moduleId].name} is at ${held[moduleId]} now` }];
  });
  if (fields.length > 0) throw new AppError('CONFLICT').at(...fields);
}

/** Sets levels of a role, all or none: if one was changed since the editor saw it, nothing is stored. */
export async function changePermissions(
  write: WriteContext,
  actor: Actor,
  roleId: string,
  changes: readonly PermissionChange[],
): Promise<void> {
  const role = requireManaged(roleId);
  await lockRole(write.tx, role);
  const held = await levelsOf(write.tx, role);
  requireSeen(held, changes);
  await store(write, actor, 'permission.changed', role, changesOf(held, changes));
}

/** Restores the default levels of a role. */
export async function resetPermissions(write: WriteContext, actor: Actor, roleId: string): Promise<void> {
  const role = requireManaged(roleId);
  await lockRole(write.tx, role);
  const held = await levelsOf(write.tx, role);
  await store(write, actor, 'permission.reset', role, changesToDefault(role, held));
}

/** The newest changes of all roles. */
export async function permissionAudit(context: ReadContext): Promise<PermissionAudit> {
  const { rows, total } = await lastChanges(context.db);
  return {
    entries: rows.map((row) => ({
      id: String(row.id),
      roleId: row.role,
      action: row.action,
      moduleId: row.module,
      oldPermission: row.oldLevel,
      newPermission: row.newLevel,
      updatedBy: row.byId && row.byName !== null ? { id: row.byId, name: row.byName } : null,
      timestamp: row.createdAt.toISOString(),
    })),
    total,
  };
}
