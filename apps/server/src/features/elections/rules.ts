import { ELECTION_EDITORS, type ElectionStatus } from '@ec/contract/elections';
import { isInside, type LocationId } from '@ec/contract/location-id';
import { atLeast, type ModuleLevels } from '@ec/contract/permissions';
import type { PrivilegeFlags } from '@ec/contract/privileges';
import type { Role } from '@ec/contract/roles';

/** The state machine of an election (docs/states.md). Reopening a completed one needs a reason. */
const TRANSITIONS: Record<ElectionStatus, readonly ElectionStatus[]> = {
  draft: ['scheduled'],
  scheduled: ['draft', 'live'],
  live: ['completed'],
  completed: ['archived', 'live'],
  archived: [],
};

export function mayTransition(from: ElectionStatus, to: ElectionStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

export function transitionsFrom(status: ElectionStatus): readonly ElectionStatus[] {
  return TRANSITIONS[status];
}

export function needsReason(from: ElectionStatus, to: ElectionStatus): boolean {
  return from === 'completed' && to === 'live';
}

export interface ElectionEditor {
  role: Role;
  areas: readonly LocationId[];
  levels: ModuleLevels;
  privileges: { granted: PrivilegeFlags } | null;
}

/** True if the person may change an election of these areas: an editor with write access, all of it inside their area. */
export function mayEdit(editor: ElectionEditor, areas: readonly LocationId[]): boolean {
  const { role, levels, privileges } = editor;
  const allowed = (ELECTION_EDITORS as readonly Role[]).includes(role) && atLeast(levels.election_management, 'write');
  const granted = privileges?.granted.canManageElections ?? true;
  return allowed && granted && areas.every((covered) => editor.areas.some((own) => isInside(covered, own)));
}

/** Fields that are fixed once results may exist: what is counted, and where. */
const FIXED_WHEN_LIVE = ['parties', 'areas', 'type'] as const;

/** The fields of a change that the election's status forbids. */
export function lockedFields(status: ElectionStatus, changed: readonly string[]): string[] {
  if (status === 'archived') return [...changed];
  if (status === 'draft' || status === 'scheduled') return [];
  return changed.filter((field) => (FIXED_WHEN_LIVE as readonly string[]).includes(field));
}

/** Areas without those that lie in another of them. */
export function withoutNested(areas: readonly LocationId[]): LocationId[] {
  const widest = new Set<LocationId>();
  let last: LocationId | undefined;
  // An area's number is the lowest of all that lie in it, so whatever holds one comes before it.
  for (const area of areas.toSorted((a, b) => a - b)) {
    if (last !== undefined && isInside(area, last)) continue;
    widest.add(area);
    last = area;
  }
  return [...new Set(areas)].filter((area) => widest.has(area));
}
