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

/** The thirteen permission modules; `initial` is the level a new module's role row starts from. */
export const MODULES = {
  dashboard: { name: 'Dashboard', category: 'dashboard', initial: 'read' },
  user_management: { name: 'User Management', category: 'management', initial: 'write' },
  election_management: { name: 'Election Management', category: 'management', initial: 'write' },
  live_results: { name: 'Live Results', category: 'reports', initial: 'read' },
  reports: { name: 'Reports', category: 'reports', initial: 'read' },
  settings: { name: 'Settings', category: 'settings', initial: 'none' },
  audit_logs: { name: 'Audit Logs', category: 'security', initial: 'read' },
  announcements: { name: 'Announcements', category: 'communication', initial: 'write' },
  group_chat: { name: 'Group Chat', category: 'communication', initial: 'read' },
  approvals: { name: 'Approvals', category: 'management', initial: 'write' },
  disputes: { name: 'Disputes', category: 'management', initial: 'write' },
  alerts: { name: 'Alerts', category: 'security', initial: 'read' },
  moderator_management: { name: 'Moderator Management', category: 'management', initial: 'write' },
} as const satisfies Record<string, { name: string; category: ModuleCategory; initial: Level }>;

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

/**
 * What each role may do until an administrator changes it. The area admins share a row, and so do the grassroots. Two
 * stand for themselves: the global moderator acts nationwide with full rights, narrowed by the privileges granted to
 * them; the polling unit officer has what their menu holds and no more.
 */
export const DEFAULT_LEVELS: Record<Role, ModuleLevels> = {
  super_admin: everything,
  national_admin: everything,
  global_moderator: everything,
  regional_admin: areaAdmin,
  state_admin: areaAdmin,
  lga_admin: areaAdmin,
  ward_admin: areaAdmin,
  polling_unit_officer: levels('none', { read: ['dashboard', 'announcements', 'group_chat', 'alerts'] }),
  moderator: levels('none', {
    read: ['dashboard', 'live_results', 'reports', 'announcements', 'group_chat', 'alerts'],
  }),
  grassroot_admin: grassroots,
  grassroot_moderator: grassroots,
  gpuo: grassroots,
  grassroot_puo: grassroots,
};

export function atLeast(held: Level, needed: Level): boolean {
  return LEVELS.indexOf(held) >= LEVELS.indexOf(needed);
}

/** The permission matrix as rows, for documents and tests. */
export function permissionMatrix(): { role: Role; levels: ModuleLevels }[] {
  return ROLE_IDS.map((role) => ({ role, levels: DEFAULT_LEVELS[role] }));
}
