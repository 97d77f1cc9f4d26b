import {
  atLeast,
  DEFAULT_LEVELS,
  type Level,
  MANAGED_ROLES,
  type ManagedRole,
  type Module,
  MODULE_IDS,
  type ModuleLevels,
} from '@ec/contract/permissions/default-levels';
import type { PermissionAction, PermissionChange } from '@ec/contract/permissions/schemas';
import { normaliseRole } from '@ec/contract/permissions/roles';

export interface LevelChange {
  module: Module;
  from: Level;
  to: Level;
}

/** The managed role of a spelling; undefined if there is none. */
export function managedRole(spelling: string): ManagedRole | undefined {
  const role = normaliseRole(spelling);
  return MANAGED_ROLES.find((managed) => managed === role);
}

/** The kind of a change in the log: to none is a revocation, to a higher level a grant, from write to read a modification. */
export function actionOf(from: Level, to: Level): PermissionAction {
  if (to === 'none') return 'revoke';
  return atLeast(from, to) ? 'modify' : 'grant';
}

/** The changes made from an outdated level, by index. */
export function overtaken(held: ModuleLevels, changes: readonly PermissionChange[]): number[] {
  return changes.flatMap(({ moduleId, expected }, index) => (held[moduleId] === expected ? [] : [index]));
}

/** The effective changes of the request. */
export function changesOf(held: ModuleLevels, changes: readonly PermissionChange[]): LevelChange[] {
  return changes
    .map(({ moduleId, permission }) => ({ module: moduleId, from: held[moduleId], to: permission }))
    .filter(({ from, to }) => from !== to);
}

/** The changes that restore a role's default levels. */
export function changesToDefault(role: ManagedRole, held: ModuleLevels): LevelChange[] {
  return MODULE_IDS.map((module) => ({ module, from: held[module], to: DEFAULT_LEVELS[role][module] })).filter(
    ({ from, to }) => from !== to,
  );
}

/** The first change that grants more than the granter holds. Revoking needs no level of one's own. */
export function beyond(granter: ModuleLevels, changes: readonly LevelChange[]): LevelChange | undefined {
  return changes.find(({ module, from, to }) => actionOf(from, to) === 'grant' && !atLeast(granter[module], to));
}
