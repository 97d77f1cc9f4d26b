import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import type { ModeratorRole, Privilege, PrivilegeFlags } from '@ec/contract/permissions/privileges';
import { type Role, ROLES } from '@ec/contract/permissions/roles';
import { withoutNested } from '../elections/rules.ts';

/** A grant, with the request path of each part for error messages. */
export interface Grant {
  granted: readonly Privilege[];
  areas: readonly { field: string; id: LocationId }[];
  roles: readonly Role[];
  validUntil: Date | null;
}

/** The granting user: their own privileges are the upper limit. */
export interface Granter {
  role: Role;
  areas: readonly LocationId[];
  privileges: { granted: PrivilegeFlags; roles: readonly Role[]; validUntil: Date | null } | null;
}

/** The receiving user: their role limits which privileges are useful. */
export interface Grantee {
  role: ModeratorRole;
  area: LocationId | null;
}

export type GrantPart = { privilege: Privilege } | { area: LocationId } | { role: Role } | { end: true };

/** A part of a grant that exceeds what the granter holds or the moderator can receive. */
export interface GrantFault {
  code: 'GRANT_EXCEEDS' | 'GRANT_NOT_USABLE';
  field: string;
  part: GrantPart;
}

const below = (role: Role, than: Role) => ROLES[role].level > ROLES[than].level;

function beyondGranter(grant: Grant, granter: Granter): GrantFault[] {
  const held = granter.privileges;
  const manages = (role: Role) => below(role, granter.role) && (held?.roles.includes(role) ?? true);
  const lasts = held?.validUntil ?? null;
  const outlasts = lasts !== null && (grant.validUntil === null || grant.validUntil > lasts);
  const parts: { field: string; part: GrantPart }[] = [
    ...grant.granted
      .filter((privilege) => held && !held.granted[privilege])
      .map((privilege) => ({ field: privilege, part: { privilege } })),
    ...grant.areas
      .filter(({ id }) => !granter.areas.some((own) => isInside(id, own)))
      .map(({ field, id }) => ({ field, part: { area: id } })),
    ...grant.roles.flatMap((role, index) =>
      manages(role) ? [] : [{ field: `canManageRoles.${index}`, part: { role } }],
    ),
    ...(outlasts ? [{ field: 'validUntil', part: { end: true } as const }] : []),
  ];
  return parts.map((part) => ({ code: 'GRANT_EXCEEDS', ...part }));
}

function beyondGrantee(grant: Grant, { role: own, area }: Grantee): GrantFault[] {
  const parts: { field: string; part: GrantPart }[] = [
    ...grant.areas
      .filter(({ id }) => area === null || !isInside(id, area))
      .map(({ field, id }) => ({ field, part: { area: id } })),
    ...grant.roles.flatMap((role, index) =>
      below(role, own) ? [] : [{ field: `canManageRoles.${index}`, part: { role } }],
    ),
  ];
  return parts.map((part) => ({ code: 'GRANT_NOT_USABLE', ...part }));
}

/** All parts of a grant that exceed a limit, the granter's limits first; empty if it is allowed. */
export function grantFaults(grant: Grant, granter: Granter, grantee: Grantee): GrantFault[] {
  return [...beyondGranter(grant, granter), ...beyondGrantee(grant, grantee)];
}

/** The areas to store: without duplicates and areas inside another. */
export function areasToStore(grant: Grant): LocationId[] {
  return withoutNested(grant.areas.map(({ id }) => id)).toSorted((a, b) => a - b);
}
