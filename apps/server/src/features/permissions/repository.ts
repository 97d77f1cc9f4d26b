import type { UserId } from '@ec/contract/base/common';
import { DEFAULT_LEVELS, type ManagedRole } from '@ec/contract/permissions/default-levels';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { actionOf, type LevelChange } from './rules.ts';

/** Serialises changes of the role's levels: a role with default levels has no row that could be locked. */
export async function lockRole(tx: Tx, role: ManagedRole): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('role permissions'), hashtext(${role}))`.execute(tx);
}

/** Stores levels that differ from the defaults; a level equal to its default has no row. */
export async function saveLevels(tx: Tx, role: ManagedRole, changes: readonly LevelChange[]): Promise<void> {
  const differing = changes.filter(({ module, to }) => to !== DEFAULT_LEVELS[role][module]);
  await tx
    .deleteFrom('role_permissions')
    .where('role', '=', role)
    .where(
      'module',
      'in',
      changes.map(({ module }) => module),
    )
    .execute();
  if (differing.length === 0) return;
  await tx
    .insertInto('role_permissions')
    .values(differing.map(({ module, to }) => ({ role, module, level: to })))
    .execute();
}

export async function saveChanges(
  tx: Tx,
  role: ManagedRole,
  changes: readonly LevelChange[],
  by: UserId,
): Promise<void> {
  await tx
    .insertInto('permission_changes')
    .values(
      changes.map(({ module, from, to }) => ({
        role,
        module,
        action: actionOf(from, to),
        old_level: from,
        new_level: to,
        changed_by: by,
      })),
    )
    .execute();
}
