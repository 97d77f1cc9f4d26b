import * as z from 'zod/mini';
import { AreaReference, LocationIdSchema, LocationTypeSchema, Timestamp } from './common.ts';
import type { LocationType } from './location-id.ts';
import { ROLE_IDS, type Role } from './roles.ts';

/** The ten things that can be granted to a moderator one by one, each as the resource and action that refusals name. */
export const PRIVILEGES = {
  canCreateUsers: { title: 'Create users', resource: 'users', action: 'create' },
  canEditUsers: { title: 'Edit users', resource: 'users', action: 'edit' },
  canDeleteUsers: { title: 'Delete users', resource: 'users', action: 'delete' },
  canResetPasswords: { title: 'Reset passwords', resource: 'passwords', action: 'reset' },
  canManageApprovals: { title: 'Manage approvals', resource: 'approvals', action: 'manage' },
  canViewReports: { title: 'View reports', resource: 'reports', action: 'view' },
  canManageElections: { title: 'Manage elections', resource: 'elections', action: 'manage' },
  canManageGeographicData: { title: 'Manage geographic data', resource: 'geographic data', action: 'manage' },
  canAccessAuditLogs: { title: 'Access audit logs', resource: 'audit logs', action: 'access' },
  canBulkImport: { title: 'Bulk import', resource: 'users', action: 'import' },
} as const satisfies Record<string, { title: string; resource: string; action: string }>;

export type Privilege = keyof typeof PRIVILEGES;
export const PRIVILEGE_IDS = Object.keys(PRIVILEGES) as [Privilege, ...Privilege[]];
export type PrivilegeFlags = Record<Privilege, boolean>;

/** The roles whose holders can be narrowed by privileges; without a record they have all that their role has. */
export const MODERATOR_ROLES = ['global_moderator', 'regional_admin', 'state_admin'] as const satisfies readonly Role[];
export type ModeratorRole = (typeof MODERATOR_ROLES)[number];

export function isModeratorRole(role: Role): role is ModeratorRole {
  return (MODERATOR_ROLES as readonly Role[]).includes(role);
}

/** Privileges that a role has no use for: no call or page that needs them is open to it. */
export const UNUSED_PRIVILEGES: Record<ModeratorRole, readonly Privilege[]> = {
  global_moderator: [],
  regional_admin: ['canManageGeographicData', 'canAccessAuditLogs'],
  state_admin: ['canResetPasswords', 'canManageElections', 'canManageGeographicData', 'canAccessAuditLogs'],
};

/** The four lists of areas of a grant and the kind of place that each takes. */
export const ALLOWED_AREAS = {
  allowedRegions: 'region',
  allowedStates: 'state',
  allowedLGAs: 'lga',
  allowedWards: 'ward',
} as const satisfies Record<string, LocationType>;
export type AllowedAreas = keyof typeof ALLOWED_AREAS;

export function flags(granted: (privilege: Privilege) => boolean): PrivilegeFlags {
  return Object.fromEntries(PRIVILEGE_IDS.map((id) => [id, granted(id)])) as PrivilegeFlags;
}

/** True where the privileges hold at the moment; after `validUntil` nothing is granted any more. */
export function isInForce(validUntil: Date | null, now: Date): boolean {
  return validUntil === null || now < validUntil;
}

const flag = z.boolean();
const flagFields = Object.fromEntries(PRIVILEGE_IDS.map((id) => [id, flag])) as Record<Privilege, typeof flag>;
const optionalFlag = z._default(flag, false);
const optionalFlags = Object.fromEntries(PRIVILEGE_IDS.map((id) => [id, optionalFlag])) as Record<
  Privilege,
  typeof optionalFlag
>;

const areas = z._default(z.array(AreaReference).check(z.maxLength(800)), []);

/**
 * What is granted. The four lists name areas by id or code: all empty leaves the whole area of the role, otherwise the
 * person acts in the named areas only. `canManageRoles` names the roles they may manage; empty is none.
 */
export const PrivilegesRequest = z.strictObject({
  ...optionalFlags,
  allowedRegions: areas,
  allowedStates: areas,
  allowedLGAs: areas,
  allowedWards: areas,
  canManageRoles: z._default(z.array(z.enum(ROLE_IDS)).check(z.maxLength(13)), []),
  /** The moment from which nothing is granted any more; null or absent for no end. */
  validUntil: z._default(z.nullable(Timestamp), null),
});
export type PrivilegesRequest = z.infer<typeof PrivilegesRequest>;

export const AllowedArea = z.object({
  id: LocationIdSchema,
  type: LocationTypeSchema,
  name: z.string(),
  code: z.string(),
});
export type AllowedArea = z.infer<typeof AllowedArea>;

/** What was granted, as it is stored; `expired` says that its time is over. */
export const Privileges = z.object({
  ...flagFields,
  allowedRegions: z.array(AllowedArea),
  allowedStates: z.array(AllowedArea),
  allowedLGAs: z.array(AllowedArea),
  allowedWards: z.array(AllowedArea),
  canManageRoles: z.array(z.enum(ROLE_IDS)),
  validUntil: z.nullable(Timestamp),
  expired: z.boolean(),
});
export type Privileges = z.infer<typeof Privileges>;

/** What a narrowed person may do now, as `/auth/me` tells it; null in its place for whoever is not narrowed. */
export const EffectivePrivileges = z.object({
  granted: z.object(flagFields),
  canManageRoles: z.array(z.enum(ROLE_IDS)),
  /** The areas that they act in. */
  areas: z.array(AllowedArea),
  validUntil: z.nullable(Timestamp),
});
export type EffectivePrivileges = z.infer<typeof EffectivePrivileges>;
