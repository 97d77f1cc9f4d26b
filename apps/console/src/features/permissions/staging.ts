import type { Level, Module } from '@ec/contract/permissions/default-levels';
import type { ModulePermission } from '@ec/contract/permissions/schemas';

/** A module whose level is, or is to be, another. */
export interface Move {
  moduleId: Module;
  moduleName: string;
  from: Level;
  to: Level;
}

/** What holds of a role, what was chosen beside it, and what others changed since the first choice. */
export interface Staging {
  held: readonly ModulePermission[];
  staged: Partial<Record<Module, Level>>;
  moved: readonly Move[];
}

export function begin(held: readonly ModulePermission[]): Staging {
  return { held, staged: {}, moved: [] };
}

type Levels = Partial<Record<Module, Level>>;
const levelsOf = (held: readonly ModulePermission[]): Levels =>
  Object.fromEntries(held.map(({ moduleId, permission }) => [moduleId, permission]));

/** Only what differs from what holds is staged. */
function differing(held: readonly ModulePermission[], staged: Levels): Levels {
  const entries = held.flatMap(({ moduleId, permission }) => {
    const level = staged[moduleId];
    return level === undefined || level === permission ? [] : [[moduleId, level] as const];
  });
  return Object.fromEntries(entries);
}

/** Stages a level; the one that holds takes the module off again. Choosing counts as having seen the other users' changes of the module. */
export function choose({ held, staged, moved }: Staging, module: Module, level: Level): Staging {
  return {
    held,
    staged: differing(held, { ...staged, [module]: level }),
    moved: moved.filter(({ moduleId }) => moduleId !== module),
  };
}

/**
 * Goes on from what the server says now. Choices stay; those that hold already are done. While there are choices, changes of other
 * users are remembered, so that they can be shown.
 */
export function takeOver({ held, staged, moved }: Staging, fresh: readonly ModulePermission[]): Staging {
  if (Object.keys(staged).length === 0) return begin(fresh);
  const before: Levels = {
    ...levelsOf(held),
    ...Object.fromEntries(moved.map(({ moduleId, from }) => [moduleId, from])),
  };
  return {
    held: fresh,
    staged: differing(fresh, staged),
    moved: fresh.flatMap(({ moduleId, moduleName, permission }) => {
      const from = before[moduleId] ?? permission;
      const foreign = permission !== from && permission !== staged[moduleId];
      return foreign ? [{ moduleId, moduleName, from, to: permission }] : [];
    }),
  };
}

/** What would be saved now. */
export function pendingOf({ held, staged }: Staging): Move[] {
  return held.flatMap(({ moduleId, moduleName, permission }) => {
    const level = staged[moduleId];
    return level === undefined ? [] : [{ moduleId, moduleName, from: permission, to: level }];
  });
}
