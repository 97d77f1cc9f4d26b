import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import {
  ALLOWED_AREAS,
  type AllowedArea,
  type AllowedAreas,
  flags,
  type ModeratorRole,
  type Privilege,
  PRIVILEGE_IDS,
  type PrivilegeFlags,
  type Privileges,
  type PrivilegesRequest,
  UNUSED_PRIVILEGES,
} from '@ec/contract/permissions/privileges';
import { type Role, ROLE_IDS, ROLES } from '@ec/contract/permissions/roles';
import type * as z from 'zod/mini';
import { inZone, momentInZone } from '../../../lib/format/format.ts';

export const AREA_LISTS = Object.keys(ALLOWED_AREAS) as AllowedAreas[];

export interface PrivilegeValues {
  /** Only what is ticked; otherwise all that the role has. */
  narrowed: boolean;
  granted: PrivilegeFlags;
  areas: readonly AllowedArea[];
  roles: readonly Role[];
  /** Date and time in the organisation's zone; null for no end. */
  until: string | null;
}

/** What the privileges are for: the role, and the place that bounds it (null until one is chosen). */
export interface Grantee {
  role: ModeratorRole;
  area: LocationId | null;
}

const LOCAL = 'YYYY-MM-DD HH:mm:ss';

export function valuesOf(privileges: Privileges | null): PrivilegeValues {
  return {
    narrowed: privileges !== null,
    granted: flags((id) => privileges?.[id] ?? false),
    areas: AREA_LISTS.flatMap((list) => privileges?.[list] ?? []),
    roles: privileges?.canManageRoles ?? [],
    until: privileges?.validUntil ? inZone(privileges.validUntil).format(LOCAL) : null,
  };
}

export const isUsed = (role: ModeratorRole, privilege: Privilege): boolean =>
  !UNUSED_PRIVILEGES[role].includes(privilege);

/** The roles that a moderator can manage: those below their own. */
export const rolesBelow = (role: ModeratorRole): Role[] => ROLE_IDS.filter((id) => ROLES[id].level > ROLES[role].level);

/** Areas without those that lie in another of them: an area includes its parts. */
function folded(areas: readonly AllowedArea[]): AllowedArea[] {
  return areas.filter(({ id }) => !areas.some((other) => other.id !== id && isInside(id, other.id)));
}

/** The areas of a moderator with those of one list replaced. */
export function withAreas(values: PrivilegeValues, list: AllowedAreas, chosen: readonly AllowedArea[]) {
  const others = values.areas.filter(({ type }) => type !== ALLOWED_AREAS[list]);
  return { ...values, areas: folded([...others, ...chosen]) };
}

/** What of the values fits another role or place; the rest could not be saved. */
export function fitting(values: PrivilegeValues, { role, area }: Grantee): PrivilegeValues {
  const below = rolesBelow(role);
  return {
    ...values,
    areas: values.areas.filter(({ id }) => area !== null && isInside(id, area)),
    roles: values.roles.filter((id) => below.includes(id)),
  };
}

export const endOf = ({ until }: PrivilegeValues): Date | null => (until === null ? null : momentInZone(until));

export type PrivilegesBody = z.input<typeof PrivilegesRequest>;

/** What is sent; null removes the limit. */
export function requestOf(values: PrivilegeValues, role: ModeratorRole): PrivilegesBody | null {
  if (!values.narrowed) return null;
  const of = (list: AllowedAreas) =>
    values.areas.filter(({ type }) => type === ALLOWED_AREAS[list]).map(({ id }) => id);
  return {
    ...flags((id) => values.granted[id] && isUsed(role, id)),
    allowedRegions: of('allowedRegions'),
    allowedStates: of('allowedStates'),
    allowedLGAs: of('allowedLGAs'),
    allowedWards: of('allowedWards'),
    canManageRoles: [...values.roles],
    validUntil: endOf(values)?.toISOString() ?? null,
  };
}

/** The same values, however they came about. */
export function sameValues(a: PrivilegeValues, b: PrivilegeValues): boolean {
  const plain = ({ narrowed, granted, areas, roles, until }: PrivilegeValues) =>
    JSON.stringify(
      narrowed && [
        PRIVILEGE_IDS.filter((id) => granted[id]),
        areas.map(({ id }) => id).toSorted((x, y) => x - y),
        ROLE_IDS.filter((id) => roles.includes(id)),
        until,
      ],
    );
  return plain(a) === plain(b);
}

/** Why limited privileges cannot be saved: nothing is ticked that the role can use. */
export function nothingTicked({ narrowed, granted }: PrivilegeValues, role: ModeratorRole): string | undefined {
  if (!narrowed || PRIVILEGE_IDS.some((id) => granted[id] && isUsed(role, id))) return undefined;
  return 'Tick at least one privilege first. To take all of them away, deactivate the moderator.';
}

/** What is wrong before anything is sent; the server decides again. */
export function privilegeProblems(values: PrivilegeValues, now: Date): Record<string, string> {
  const end = values.narrowed ? endOf(values) : null;
  if (end === null || end > now) return {};
  return { validUntil: 'Choose a time in the future, or leave it empty for no end' };
}
