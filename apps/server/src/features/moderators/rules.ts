import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import type { ModeratorRole, Privilege, PrivilegeFlags } from '@ec/contract/permissions/privileges';
import { type Role, ROLES } from '@ec/contract/permissions/roles';
import { withoutNested } from '../elections/rules.ts';

/** What is granted, with each part's place in the request, so that a refusal can point at it. */
export interface Grant {
  granted: readonly Privilege[];
  areas: readonly { field: string; id: LocationId }[];
  roles: readonly Role[];
  validUntil: Date | null;
}

/** Who grants: what they hold is the most that they can grant. */
export interface Granter {
  role: Role;
  areas: readonly LocationId[];
  privileges: { granted: PrivilegeFlags; roles: readonly Role[]; validUntil: Date | null } | null;
}

/** To whom: what they are is the most that a grant can be of use for. */
export interface Grantee {
  role: ModeratorRole;
  area: LocationId | null;
}

export type GrantPart = { privilege: Privilege } | { area: LocationId } | { role: Role } | { end: true };

/** What of a grant goes too far: beyond what the granter holds, or beyond what the moderator can be given at all. */
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

/** Everything of a grant that goes too far, what the granter does not hold first; none where it may be given. */
export function grantFaults(grant: Grant, granter: Granter, grantee: Grantee): GrantFault[] {
  return [...beyondGranter(grant, granter), ...beyondGrantee(grant, grantee)];
}

/** The areas as they are stored: none twice, none inside another. */
export function areasToStore(grant: Grant): LocationId[] {
  return withoutNested(grant.areas.map(({ id }) => id)).toSorted((a, b) => a - b);
}
