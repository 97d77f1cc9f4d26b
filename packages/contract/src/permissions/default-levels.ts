import { type Role, ROLE_IDS } from './roles.ts';

export const LEVELS = ['none', 'read', 'write'] as const;
export type Level = (typeof LEVELS)[number];

export const MODULE_CATEGORIES = [
  'dashboard',
  'management',
  'reports',
  'settings',
  'security',
  'communication',
] as const;
export type ModuleCategory = (typeof MODULE_CATEGORIES)[number];

/** The thirteen permission modules; `description` says what read and write allow, within the user's area. */
export const MODULES = {
  dashboard: {
    name: 'Dashboard',
    category: 'dashboard',
    description:
      'Read opens the dashboard and the pages of regions, states, LGAs and polling units; write adds nothing.',
  },
  user_management: {
    name: 'User Management',
    category: 'management',
    description: 'Read shows people; write creates, edits, deactivates and deletes them, or asks for it.',
  },
  election_management: {
    name: 'Election Management',
    category: 'management',
    description: 'Read opens Election Management; write creates and edits elections and moves them on.',
  },
  live_results: {
    name: 'Live Results',
    category: 'reports',
    description: 'Read shows live results and the situation room while election mode is on; write adds nothing.',
  },
  reports: {
    name: 'Reports',
    category: 'reports',
    description: 'Read shows and downloads reports; write generates new ones.',
  },
  settings: {
    name: 'Settings',
    category: 'settings',
    description: 'Read shows system settings and the permissions of roles; write changes them.',
  },
  audit_logs: {
    name: 'Audit Logs',
    category: 'security',
    description:
      "Read shows audit logs and the security page; write ends other people's sessions and unlocks accounts there.",
  },
  announcements: {
    name: 'Announcements',
    category: 'communication',
    description: 'Read shows announcements; write creates, edits, pins and withdraws them.',
  },
  group_chat: {
    name: 'Group Chat',
    category: 'communication',
    description: "Read shows the messages of group chats; write sends them, an officer's to the chat of their LGA.",
  },
  approvals: {
    name: 'Approvals',
    category: 'management',
    description: 'Read shows requests about people; write approves and rejects them.',
  },
  disputes: {
    name: 'Disputes',
    category: 'management',
    description:
      'Read opens result review and disputes; write disputes results, takes part in disputes, and decides on results.',
  },
  alerts: {
    name: 'Alerts',
    category: 'security',
    description: 'Read shows alerts; write raises and acknowledges them.',
  },
  moderator_management: {
    name: 'Moderator Management',
    category: 'management',
    description: 'Read shows moderators and their privileges; write creates moderators and changes their privileges.',
  },
} as const satisfies Record<string, { name: string; category: ModuleCategory; description: string }>;

export type Module = keyof typeof MODULES;
export const MODULE_IDS = Object.keys(MODULES) as [Module, ...Module[]];

export type ModuleLevels = Record<Module, Level>;

function levels(rest: Level, named: Partial<Record<Level, readonly Module[]>>): ModuleLevels {
  const entries = MODULE_IDS.map((module) => [module, LEVELS.find((level) => named[level]?.includes(module)) ?? rest]);
  return Object.fromEntries(entries) as ModuleLevels;
}

const everything = levels('write', {});
const areaAdmin = levels('read', {
  write: [
    'dashboard',
    'user_management',
    'election_management',
    'live_results',
    'reports',
    'announcements',
    'group_chat',
    'approvals',
    'disputes',
    'alerts',
  ],
});
const grassroots = levels('none', { read: ['dashboard', 'reports', 'announcements'] });
/** Officers of both counts write in the chat of their LGA. */
const grassrootsOfficer = levels('none', { read: ['dashboard', 'reports', 'announcements'], write: ['group_chat'] });

/**
 * The default levels of each role. Area admins share a row, and so do the grassroots roles but for their officers' chat. Two differ: the global moderator acts nationwide with
 * full rights, reduced by granted privileges; the polling unit officer has only what their menu contains.
 */
export const DEFAULT_LEVELS: Record<Role, ModuleLevels> = {
  super_admin: everything,
  national_admin: everything,
  global_moderator: everything,
  regional_admin: areaAdmin,
  state_admin: areaAdmin,
  lga_admin: areaAdmin,
  ward_admin: areaAdmin,
  polling_unit_officer: levels('none', { read: ['dashboard', 'announcements', 'alerts'], write: ['group_chat'] }),
  moderator: levels('none', {
    read: ['dashboard', 'live_results', 'reports', 'announcements', 'group_chat', 'alerts'],
  }),
  grassroot_admin: grassroots,
  grassroot_moderator: grassroots,
  gpuo: grassrootsOfficer,
  grassroot_puo: grassrootsOfficer,
};

/** The roles whose levels can be changed on the permissions page; all others have the defaults. */
export const MANAGED_ROLES = [
  'moderator',
  'regional_admin',
  'state_admin',
  'lga_admin',
  'ward_admin',
] as const satisfies readonly Role[];
export type ManagedRole = (typeof MANAGED_ROLES)[number];

/** The roles that see and, with write access to the settings, change the levels of the managed roles. */
export const PERMISSION_EDITORS = ['super_admin', 'national_admin'] as const satisfies readonly Role[];

export function atLeast(held: Level, needed: Level): boolean {
  return LEVELS.indexOf(held) >= LEVELS.indexOf(needed);
}

/** The permission matrix as rows, for documents and tests. */
export function permissionMatrix(): { role: Role; levels: ModuleLevels }[] {
  return ROLE_IDS.map((role) => ({ role, levels: DEFAULT_LEVELS[role] }));
}
