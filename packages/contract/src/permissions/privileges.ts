import * as z from 'zod/mini';
import { AreaReference, LocationIdSchema, LocationTypeSchema, Timestamp } from '../base/common.ts';
import type { LocationType } from '../geography/location-id.ts';
import { isOneOf, ROLE_IDS, type Role } from './roles.ts';

/** The headings of privileges. */
export const PRIVILEGE_GROUPS = ['People', 'Election', 'Communication', 'Oversight'] as const;
type PrivilegeGroup = (typeof PRIVILEGE_GROUPS)[number];

interface PrivilegeRow {
  title: string;
  /** Used in refusals. */
  resource: string;
  action: string;
  group: PrivilegeGroup;
  /** What the privilege allows. */
  opens: string;
}

/** The privileges that can be granted to a moderator. Every call that changes something for others names one. */
export const PRIVILEGES = {
  canCreateUsers: {
    title: 'Create users',
    resource: 'users',
    action: 'create',
    group: 'People',
    opens: 'New users, by a request that a national admin decides, where the role needs one.',
  },
  canEditUsers: {
    title: 'Edit users',
    resource: 'users',
    action: 'edit',
    group: 'People',
    opens: 'Changes of names, phones, assignments and status, by a request where the role needs one.',
  },
  canDeleteUsers: {
    title: 'Delete users',
    resource: 'users',
    action: 'delete',
    group: 'People',
    opens: 'Deletion, by a request where the role needs one.',
  },
  canResetPasswords: {
    title: 'Reset passwords',
    resource: 'passwords',
    action: 'reset',
    group: 'People',
    opens: 'New passwords for people of the roles named below.',
  },
  canBulkImport: {
    title: 'Bulk import',
    resource: 'users',
    action: 'import',
    group: 'People',
    opens: 'Many new users at the same time, with what was imported before.',
  },
  canManageApprovals: {
    title: 'Manage approvals',
    resource: 'approvals',
    action: 'manage',
    group: 'People',
    opens: 'Decisions on requests, and questions to those who made them.',
  },
  canManageElections: {
    title: 'Manage elections',
    resource: 'elections',
    action: 'manage',
    group: 'Election',
    opens: 'New elections, changes to them and steps of their status.',
  },
  canManageResults: {
    title: 'Manage results',
    resource: 'results',
    action: 'manage',
    group: 'Election',
    opens: 'Verifying, returning, disputing and cancelling results.',
  },
  canManageDisputes: {
    title: 'Manage disputes',
    resource: 'disputes',
    action: 'manage',
    group: 'Election',
    opens: 'Raising, discussing, assigning and resolving disputes.',
  },
  canManageWalls: {
    title: 'Manage wall screens',
    resource: 'wall screens',
    action: 'manage',
    group: 'Election',
    opens: 'Starting and ending wall screens of the situation room.',
  },
  canManageGeographicData: {
    title: 'Manage geographic data',
    resource: 'geographic data',
    action: 'manage',
    group: 'Election',
    opens: 'Changes to the tree of places, and imports of the register.',
  },
  canManageAnnouncements: {
    title: 'Manage announcements',
    resource: 'announcements',
    action: 'manage',
    group: 'Communication',
    opens: 'Sending, editing, pinning and withdrawing announcements, and who has read them.',
  },
  canManageChats: {
    title: 'Write in group chats',
    resource: 'group chats',
    action: 'write in',
    group: 'Communication',
    opens: 'Sending messages and pictures, and removing messages in channels that the role moderates.',
  },
  canManageAlerts: {
    title: 'Manage alerts',
    resource: 'alerts',
    action: 'manage',
    group: 'Communication',
    opens: 'Raising and acknowledging alerts, and giving them to an administrator.',
  },
  canViewReports: {
    title: 'View reports',
    resource: 'reports',
    action: 'view',
    group: 'Oversight',
    opens: 'The report page and its files. Reports of audit data also need Access audit logs.',
  },
  canManageReports: {
    title: 'Manage reports',
    resource: 'reports',
    action: 'manage',
    group: 'Oversight',
    opens: 'What View reports opens, and generating, repeating and removing reports.',
  },
  canAccessAuditLogs: {
    title: 'Access audit logs',
    resource: 'audit logs',
    action: 'access',
    group: 'Oversight',
    opens: 'The audit log, recent activity, the security page, security alerts, and reports of audit data.',
  },
  canManageSecurity: {
    title: 'Manage security',
    resource: 'security',
    action: 'manage',
    group: 'Oversight',
    opens: 'Ending sessions of others and unlocking accounts. The page itself needs Access audit logs.',
  },
  canManageSettings: {
    title: 'Manage settings',
    resource: 'settings',
    action: 'manage',
    group: 'Oversight',
    opens: 'Changes to the system settings, for the whole nation.',
  },
} as const satisfies Record<string, PrivilegeRow>;

export type Privilege = keyof typeof PRIVILEGES;
export const PRIVILEGE_IDS = Object.keys(PRIVILEGES) as [Privilege, ...Privilege[]];
export type PrivilegeFlags = Record<Privilege, boolean>;

/** Either allows reading reports: users who can generate them can also read them. */
export const REPORT_READING = ['canViewReports', 'canManageReports'] as const satisfies readonly Privilege[];

/**
 * Either allows disputing a result (a step of the result and the start of the dispute) and deciding on one: an open dispute needs the first,
 * everything else the second.
 */
export const RESULT_DECIDING = ['canManageDisputes', 'canManageResults'] as const satisfies readonly Privilege[];
/** Either allows requesting a change of a user; the kind of request decides which. */
export const USER_REQUESTING = [
  'canCreateUsers',
  'canEditUsers',
  'canDeleteUsers',
] as const satisfies readonly Privilege[];

/** The roles that can be restricted by privileges; without a record a holder has all rights of the role. */
export const MODERATOR_ROLES = ['global_moderator', 'regional_admin', 'state_admin'] as const satisfies readonly Role[];
export type ModeratorRole = (typeof MODERATOR_ROLES)[number];

export function isModeratorRole(role: Role): role is ModeratorRole {
  return isOneOf(MODERATOR_ROLES, role);
}

/** Privileges without effect for a role: no call or page that needs them is open to it. */
export const UNUSED_PRIVILEGES: Record<ModeratorRole, readonly Privilege[]> = {
  global_moderator: [],
  regional_admin: ['canManageWalls', 'canManageGeographicData', 'canManageSecurity', 'canManageSettings'],
  state_admin: [
    'canResetPasswords',
    'canManageElections',
    'canManageWalls',
    'canManageGeographicData',
    'canManageAnnouncements',
    'canManageSecurity',
    'canManageSettings',
  ],
};

/** The four area lists of a grant and their place types. */
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

/** True if the privileges are in force; after `validUntil` nothing is granted. */
export function isInForce(validUntil: Date | null, now: Date): boolean {
  return validUntil === null || now < validUntil;
}

/** Why a moderator holds no privilege now, in the words of the refusal. */
export const LAPSES = {
  withdrawn: 'no privilege is granted to you',
  over: 'the time of your privileges is over',
  no_area: 'your privileges name no place inside your area',
} as const;
export type Lapse = keyof typeof LAPSES;
const LAPSE_IDS = Object.keys(LAPSES) as [Lapse, ...Lapse[]];

/** The present privileges of a restricted moderator; with a lapse only their own account is open. */
export interface HeldPrivileges {
  granted: PrivilegeFlags;
  lapse: Lapse | null;
}

/** The effective part of a stored grant for the role, whose areas are `areas`. */
export function heldPrivileges(
  role: ModeratorRole,
  stored: { granted: readonly Privilege[]; validUntil: Date | null; areas: readonly unknown[] },
  now: Date,
): HeldPrivileges {
  // Filtered by the known privileges: a stored name that this version does not know grants nothing.
  const usable = PRIVILEGE_IDS.filter((id) => stored.granted.includes(id) && !UNUSED_PRIVILEGES[role].includes(id));
  const lapse = !isInForce(stored.validUntil, now)
    ? 'over'
    : usable.length === 0
      ? 'withdrawn'
      : stored.areas.length === 0
        ? 'no_area'
        : null;
  return { granted: flags((privilege) => lapse === null && usable.includes(privilege)), lapse };
}

/** True for a user without restriction, and for a moderator with the privilege now. */
export function holdsPrivilege(
  { privileges }: { privileges: Pick<HeldPrivileges, 'granted'> | null },
  privilege: Privilege,
): boolean {
  return privileges?.granted[privilege] ?? true;
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
 * A grant. The four lists name areas by id or code: if all are empty, the whole area of the role; otherwise only the named areas. `canManageRoles`:
 * the roles they can manage; empty means none.
 */
export const PrivilegesRequest = z.strictObject({
  ...optionalFlags,
  allowedRegions: areas,
  allowedStates: areas,
  allowedLGAs: areas,
  allowedWards: areas,
  canManageRoles: z._default(z.array(z.enum(ROLE_IDS)).check(z.maxLength(13)), []),
  /** From this time nothing is granted; null or absent for no end. */
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

/** A stored grant. `expired`: its end has passed. `needsReview`: granted before some privileges existed, which are off until it is saved again. */
export const Privileges = z.object({
  ...flagFields,
  allowedRegions: z.array(AllowedArea),
  allowedStates: z.array(AllowedArea),
  allowedLGAs: z.array(AllowedArea),
  allowedWards: z.array(AllowedArea),
  canManageRoles: z.array(z.enum(ROLE_IDS)),
  validUntil: z.nullable(Timestamp),
  expired: z.boolean(),
  needsReview: z.boolean(),
});
export type Privileges = z.infer<typeof Privileges>;

/** The present rights of a restricted user in `/auth/me`; null for a user without restriction. */
export const EffectivePrivileges = z.object({
  granted: z.object(flagFields),
  /** Why nothing is granted now; null otherwise. */
  lapse: z.nullable(z.enum(LAPSE_IDS)),
  canManageRoles: z.array(z.enum(ROLE_IDS)),
  /** The areas in which they act. */
  areas: z.array(AllowedArea),
  validUntil: z.nullable(Timestamp),
});
export type EffectivePrivileges = z.infer<typeof EffectivePrivileges>;
