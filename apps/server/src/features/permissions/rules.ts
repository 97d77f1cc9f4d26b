import {
  atLeast,
  DEFAULT_LEVELS,
  type Level,
  MANAGED_ROLES,
  type ManagedRole,
  type Module,
  MODULE_IDS,
  type ModuleLevels,
} from '@ec/contract/permissions/levels';
import type { PermissionAction, PermissionChange } from '@ec/contract/permissions/schemas';
import { normaliseRole } from '@ec/contract/permissions/roles';

export interface LevelChange {
  module: Module;
  from: Level;
  to: Level;
}

/** The managed role that a spelling names; undefined where it names none of them. */
export function managedRole(spelling: string): ManagedRole | undefined {
  const role = normaliseRole(spelling);
  return MANAGED_ROLES.find((managed) => managed === role);
}

/**
 * What the log calls a change: whatever ends at none is a revocation; whatever ends higher than it began is a grant; what is left,
 * from write to read, is a modification.
 */
export function actionOf(from: Level, to: Level): PermissionAction {
  if (to === 'none') return 'revoke';
  return atLeast(from, to) ? 'modify' : 'grant';
}

/** The changes whose editor saw another level than the one that holds, by their place in the list. */
export function overtaken(held: ModuleLevels, changes: readonly PermissionChange[]): number[] {
  return changes.flatMap(({ moduleId, expected }, index) => (held[moduleId] === expected ? [] : [index]));
}

/** What the request really changes. */
export function changesOf(held: ModuleLevels, changes: readonly PermissionChange[]): LevelChange[] {
  return changes
    .map(({ moduleId, permission }) => ({ module: moduleId, from: held[moduleId], to: permission }))
    .filter(({ from, to }) => from !== to);
}

/** What brings a role back to the levels delivered. */
export function changesToDefault(role: ManagedRole, held: ModuleLevels): LevelChange[] {
  return MODULE_IDS.map((module) => ({ module, from: held[module], to: DEFAULT_LEVELS[role][module] })).filter(
    ({ from, to }) => from !== to,
  );
}

/** The first change that grants more than the granter holds. Taking away is no grant, so that needs no level of one's own. */
export function beyond(granter: ModuleLevels, changes: readonly LevelChange[]): LevelChange | undefined {
  return changes.find(({ module, from, to }) => actionOf(from, to) === 'grant' && !atLeast(granter[module], to));
}
