import {
  ELECTION_EDITORS,
  type ElectionConfiguration,
  type ElectionStatus,
  type Source,
} from '@ec/contract/elections/schemas';
import { OTHERS } from '@ec/contract/elections/parties';
import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import { atLeast, type ModuleLevels } from '@ec/contract/permissions/default-levels';
import { type HeldPrivileges, holdsPrivilege } from '@ec/contract/permissions/privileges';
import { isOneOf, NATIONAL_ROLES, OFFICER_SOURCES, type Role } from '@ec/contract/permissions/roles';
import { SECOND_ENTRY_OPTION } from '@ec/contract/second-entry/policy';
import type { SecondEntryId } from '@ec/contract/second-entry/schemas';
import type { SecondEntryState } from '@ec/contract/second-entry/states';

/** The state machine of an election (docs/states.md). Reopening a completed one requires a reason. */
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

/** True where sheets, forms and what belongs to them are entered. */
export const takesFigures = (status: ElectionStatus): boolean => status === 'live' || status === 'completed';

export interface ElectionEditor {
  role: Role;
  areas: readonly LocationId[];
  levels: ModuleLevels;
  privileges: Pick<HeldPrivileges, 'granted'> | null;
}

/** True if the user can change an election of these areas: an editor with write access, and all areas inside their own. */
export function mayEdit(editor: ElectionEditor, areas: readonly LocationId[]): boolean {
  const { role, levels } = editor;
  const allowed = isOneOf(ELECTION_EDITORS, role) && atLeast(levels.election_management, 'write');
  return (
    allowed &&
    holdsPrivilege(editor, 'canManageElections') &&
    areas.every((covered) => editor.areas.some((own) => isInside(covered, own)))
  );
}

/** Whether the person may know by which seed an election's second entries are drawn: who configures it, who audits all of it, and everyone once no draw is to come. */
export function knowsSeed(reader: ElectionEditor, status: ElectionStatus, areas: readonly LocationId[]): boolean {
  if (status === 'archived' || mayEdit(reader, areas)) return true;
  const audits = isOneOf(NATIONAL_ROLES, reader.role) && atLeast(reader.levels.disputes, 'read');
  return audits && areas.every((covered) => reader.areas.some((own) => isInside(covered, own)));
}

/** The options as the others read them. */
export function withoutSeed(configuration: ElectionConfiguration): ElectionConfiguration {
  const policy = configuration[SECOND_ENTRY_OPTION];
  if (typeof policy !== 'object' || policy === null) return configuration;
  return {
    ...configuration,
    [SECOND_ENTRY_OPTION]: Object.fromEntries(Object.entries(policy).filter(([name]) => name !== 'seed')),
  };
}

/** Fields that cannot change once results may exist: what is counted, and where. Of parties the ballot decides (ballot-rules.ts). */
const FIXED_WHEN_LIVE = ['areas', 'constituencies', 'type'] as const;

/** The fields of a change that the election's status forbids. */
export function lockedFields(status: ElectionStatus, changed: readonly string[]): string[] {
  if (status === 'archived') return [...changed];
  if (status === 'draft' || status === 'scheduled') return [];
  return changed.filter((field) => (FIXED_WHEN_LIVE as readonly string[]).includes(field));
}

export interface Follower {
  id: string | undefined;
  type: string;
  electionDate: string;
  parties: readonly string[];
}

/** What is wrong with an election that follows another, as a sentence; undefined for nothing. */
export function followFault(
  follower: Follower,
  followed: { id: string; type: string; electionDate: string },
): string | undefined {
  if (follower.id === followed.id) return 'An election does not follow itself';
  if (follower.type !== followed.type) return 'The election that it follows is of another type';
  return follower.electionDate < followed.electionDate ? 'The election that it follows is later' : undefined;
}

/** Whether the ballot of a run-off lists exactly two parties, both from the ballot of the first election. */
export function isRunoffOf(
  { parties }: { parties: readonly string[] },
  first: { parties: readonly string[] },
): boolean {
  const named = parties.filter((party) => party !== OTHERS);
  return named.length === 2 && named.every((party) => first.parties.includes(party));
}

/** Whether a change of the options gives sheets Others, or takes it from them. */
export function changesOthers(before: ElectionConfiguration, wanted: ElectionConfiguration | undefined): boolean {
  const listed = (options: ElectionConfiguration) => options.allPartiesListed === true;
  return wanted !== undefined && listed(wanted) !== listed(before);
}

/** The areas without those inside another of them. */
export function withoutNested(areas: readonly LocationId[]): LocationId[] {
  const widest = new Set<LocationId>();
  let last: LocationId | undefined;
  // An area's number is below those of all places in it, so a containing area comes first.
  for (const area of areas.toSorted((a, b) => a - b)) {
    if (last !== undefined && isInside(area, last)) continue;
    widest.add(area);
    last = area;
  }
  return [...new Set(areas)].filter((area) => widest.has(area));
}

/** The deadline for results, that many hours after voting ends. */
export function deadlineOf(closesAt: Date, hours: number): Date {
  return new Date(closesAt.getTime() + hours * 3_600_000);
}

/** The count to which a role's submissions belong; undefined for roles that submit none. */
export function sourceOf(role: Role): Source | undefined {
  return Object.hasOwn(OFFICER_SOURCES, role) ? OFFICER_SOURCES[role as keyof typeof OFFICER_SOURCES] : undefined;
}

const GRASSROOTS: readonly Role[] = ['grassroot_admin', 'grassroot_moderator'];

/** The only count that officers and grassroots observers see, so that neither can copy the other; undefined for all other roles. */
export function ownCount(role: Role): Source | undefined {
  return GRASSROOTS.includes(role) ? 'grassroots' : sourceOf(role);
}

/** The count whose figures the user is shown. */
export function sourceFor(role: Role, asked: Source | undefined): Source {
  return ownCount(role) ?? asked ?? 'official';
}

/** The second entry of the newest version of a result, as it is stored. */
export interface StandingEntry {
  id: SecondEntryId;
  state: SecondEntryState;
}
