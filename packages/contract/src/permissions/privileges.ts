import * as z from 'zod/mini';
import { AreaReference, LocationIdSchema, LocationTypeSchema, Timestamp } from '../base/common.ts';
import type { LocationType } from '../geography/location-id.ts';
import { ROLE_IDS, type Role } from './roles.ts';

/** The headings under which privileges are granted and listed. */
export const PRIVILEGE_GROUPS = ['People', 'Election', 'Communication', 'Oversight'] as const;
type PrivilegeGroup = (typeof PRIVILEGE_GROUPS)[number];

interface PrivilegeRow {
  title: string;
  /** Refusals name the resource and the action. */
  resource: string;
  action: string;
  group: PrivilegeGroup;
  /** What its holder may do. */
  opens: string;
}

/** What can be granted to a moderator one by one. A call that changes something for others needs one that names it. */
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
    opens: 'Many new users at once, with what was imported before.',
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

/** Either shows reports: a person who may generate them may also look at them. */
export const REPORT_READING = ['canViewReports', 'canManageReports'] as const satisfies readonly Privilege[];

/**
 * Either disputes a result, a step of the result and the beginning of the dispute, and either calls for a decision on one:
 * an open dispute needs the first, all else the second.
 */
export const RESULT_DECIDING = ['canManageDisputes', 'canManageResults'] as const satisfies readonly Privilege[];
/** Either is enough to ask for a change of a person; which one, the kind of the request says. */
export const USER_REQUESTING = [
  'canCreateUsers',
  'canEditUsers',
  'canDeleteUsers',
] as const satisfies readonly Privilege[];

/** The roles whose holders can be narrowed by privileges; without a record they have all that their role has. */
export const MODERATOR_ROLES = ['global_moderator', 'regional_admin', 'state_admin'] as const satisfies readonly Role[];
export type ModeratorRole = (typeof MODERATOR_ROLES)[number];

export function isModeratorRole(role: Role): role is ModeratorRole {
  return (MODERATOR_ROLES as readonly Role[]).includes(role);
}

/** Privileges that a role has no use for: no call or page that needs them is open to it. */
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

/** Why a moderator holds no privilege at the moment, in the words of the refusal. */
export const LAPSES = {
  withdrawn: 'no privilege is granted to you',
  over: 'the time of your privileges is over',
  no_area: 'your privileges name no place inside your area',
} as const;
export type Lapse = keyof typeof LAPSES;
const LAPSE_IDS = Object.keys(LAPSES) as [Lapse, ...Lapse[]];

/** What a narrowed moderator holds at the moment; with a lapse they read their own account only. */
export interface HeldPrivileges {
  granted: PrivilegeFlags;
  lapse: Lapse | null;
}

/** What of a stored grant holds for the role at the moment, where it leaves the holder `areas`. */
export function heldPrivileges(
  role: ModeratorRole,
  stored: { granted: readonly Privilege[]; validUntil: Date | null; areas: readonly unknown[] },
  now: Date,
): HeldPrivileges {
  // By the list of privileges, not by what is stored: a name that no version knows any more grants nothing.
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

/** True for a person who is not narrowed, and for a moderator to whom the privilege is granted at the moment. */
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

/**
 * What was granted, as it is stored. `expired` says that its time is over; `needsReview` that it was granted before some of
 * the privileges existed, which are off until it is saved again.
 */
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

/** What a narrowed person may do now, as `/auth/me` answers it; null in its place for a person who is not narrowed. */
export const EffectivePrivileges = z.object({
  granted: z.object(flagFields),
  /** Why nothing is granted at the moment; null while something is. */
  lapse: z.nullable(z.enum(LAPSE_IDS)),
  canManageRoles: z.array(z.enum(ROLE_IDS)),
  /** The areas that they act in. */
  areas: z.array(AllowedArea),
  validUntil: z.nullable(Timestamp),
});
export type EffectivePrivileges = z.infer<typeof EffectivePrivileges>;
