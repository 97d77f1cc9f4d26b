import { type Module, PERMISSION_EDITORS } from './default-levels.ts';
import { type Privilege, REPORT_READING } from './privileges.ts';
import { ADMIN_ROLES, COLLATION_ROLES, HIERARCHY, NATIONAL_ROLES, OFFICER_ROLES, type Role } from './roles.ts';

export type MenuGroup = 'Overview' | 'Election' | 'People' | 'Communication' | 'Oversight';

export interface ConsoleRoute {
  path: string;
  title: string;
  /** The roles that can open it; 'any' is every signed-in user. */
  roles: readonly Role[] | 'any';
  /** The module whose level `none` closes it, if any. */
  module?: Module;
  /** True for pages that are available only in election mode. */
  electionMode?: boolean;
  /** True for pages that only transcribers use. */
  transcriber?: true;
  /** The privilege that a restricted moderator needs. */
  privilege?: Privilege | readonly Privilege[];
  /** True for pages of the user's own account, which stay open to a moderator whose privileges have lapsed. */
  own?: true;
  /** The roles that can use the page, if its route also opens to others. */
  inside?: { roles: readonly Role[]; privilege?: Privilege };
  /** The text for other roles, if the page has its own. */
  refusal?: { title: string; text: string };
  /** What the page will show, as the text while election mode is off. */
  waiting?: string;
  /** Its place in the menu and the roles that see it; absent for pages reached from others. */
  menu?: { group: MenuGroup; label: string; roles: readonly Role[] };
}

/** The situation room's placeholder, on the page and on wall screens. */
export const SITUATION_ROOM_WAITING = 'Situation room components will be available during elections.';

/** The roles that maintain geographical data; the route also opens to the super admin, who sees an explanation. */
export const GEOGRAPHY_EDITORS = {
  roles: ['national_admin', 'global_moderator'],
  privilege: 'canManageGeographicData',
} as const satisfies NonNullable<ConsoleRoute['inside']>;

/** The roles that bring the register: the super admin too, as long as there is none. */
export const REGISTER_IMPORTERS = {
  ...GEOGRAPHY_EDITORS,
  roles: ['super_admin', ...GEOGRAPHY_EDITORS.roles],
} as const satisfies NonNullable<ConsoleRoute['inside']>;

/** The five roles beside the hierarchy see the common pages if their levels allow. */
const everyoneAndBeside: readonly Role[] = [
  ...HIERARCHY,
  'moderator',
  'grassroot_admin',
  'grassroot_moderator',
  'gpuo',
  'grassroot_puo',
];

/** The roles that run a report template, and the super admin, who reads the page. */
const REPORT_PAGE_ROLES = [...NATIONAL_ROLES, 'regional_admin', 'state_admin'] as const;

/** Every page of the console with its access and its place in the menu. */
export const ROUTES = [
  {
    path: '/dashboard',
    title: 'Dashboard',
    roles: 'any',
    module: 'dashboard',
    menu: { group: 'Overview', label: 'Dashboard', roles: everyoneAndBeside },
  },
  {
    path: '/elections',
    title: 'Election Management',
    roles: NATIONAL_ROLES,
    module: 'election_management',
    menu: { group: 'Election', label: 'Elections', roles: NATIONAL_ROLES },
  },
  {
    path: '/live-results',
    title: 'Live Election Results',
    roles: NATIONAL_ROLES,
    module: 'live_results',
    electionMode: true,
    menu: { group: 'Election', label: 'Live results', roles: NATIONAL_ROLES },
  },
  {
    path: '/submit-results',
    title: 'Submit Election Results',
    roles: OFFICER_ROLES,
    electionMode: true,
    menu: { group: 'Election', label: 'Submit results', roles: OFFICER_ROLES },
  },
  {
    path: '/review',
    title: 'Result review',
    roles: ADMIN_ROLES,
    module: 'disputes',
    menu: { group: 'Election', label: 'Result review', roles: ADMIN_ROLES },
  },
  {
    path: '/disputes',
    title: 'Disputes',
    roles: 'any',
    module: 'disputes',
    menu: { group: 'Election', label: 'Disputes', roles: [...ADMIN_ROLES, 'moderator'] },
  },
  {
    path: '/second-entries/transcribers',
    title: 'Transcribers',
    roles: ADMIN_ROLES,
    module: 'user_management',
  },
  {
    path: '/second-entries',
    title: 'Second entries',
    roles: ADMIN_ROLES,
    module: 'disputes',
    menu: { group: 'Election', label: 'Second entries', roles: ADMIN_ROLES },
  },
  {
    path: '/review-audits',
    title: 'Review audits',
    roles: NATIONAL_ROLES,
    module: 'disputes',
    menu: { group: 'Election', label: 'Review audits', roles: NATIONAL_ROLES },
  },
  {
    path: '/second-entry',
    title: 'Enter sheets',
    roles: 'any',
    transcriber: true,
    menu: { group: 'Election', label: 'Enter sheets', roles: everyoneAndBeside },
  },
  {
    path: '/unusual-results/statistics',
    title: 'Statistics of a state',
    roles: NATIONAL_ROLES,
    module: 'disputes',
  },
  {
    path: '/unusual-results/checks',
    title: 'Checks of an election',
    roles: NATIONAL_ROLES,
    module: 'election_management',
  },
  {
    path: '/unusual-results/earlier',
    title: 'Earlier elections',
    roles: NATIONAL_ROLES,
    module: 'election_management',
  },
  {
    path: '/unusual-results',
    title: 'Unusual results',
    roles: ADMIN_ROLES,
    module: 'disputes',
    menu: { group: 'Election', label: 'Unusual results', roles: ADMIN_ROLES },
  },
  {
    path: '/affected-units',
    title: 'Units that did not hold',
    roles: [...ADMIN_ROLES, 'moderator'],
    module: 'disputes',
  },
  {
    path: '/collations',
    title: 'Collation',
    roles: COLLATION_ROLES,
    menu: { group: 'Election', label: 'Collation', roles: ADMIN_ROLES },
  },
  {
    path: '/situation-room',
    title: 'Situation Room',
    roles: NATIONAL_ROLES,
    module: 'live_results',
    electionMode: true,
    waiting: SITUATION_ROOM_WAITING,
    menu: { group: 'Election', label: 'Situation room', roles: NATIONAL_ROLES },
  },
  {
    path: '/users',
    title: 'User Management',
    roles: ADMIN_ROLES,
    module: 'user_management',
    menu: { group: 'People', label: 'Users', roles: ADMIN_ROLES },
  },
  {
    path: '/approvals',
    title: 'Approval Queue',
    roles: ADMIN_ROLES,
    module: 'approvals',
    refusal: { title: 'Access Denied', text: "You don't have permission to access this page." },
    menu: { group: 'People', label: 'Approvals', roles: ADMIN_ROLES },
  },
  {
    path: '/permissions',
    title: 'Permission Management',
    roles: PERMISSION_EDITORS,
    module: 'settings',
    menu: { group: 'People', label: 'Permissions', roles: ['national_admin'] },
  },
  {
    path: '/super-admin',
    title: 'Super Admin Dashboard',
    roles: ['super_admin'],
    module: 'moderator_management',
    menu: { group: 'People', label: 'Super admin', roles: ['super_admin'] },
  },
  {
    path: '/moderator-management',
    title: 'Moderator Management',
    roles: ['super_admin'],
    module: 'moderator_management',
    menu: { group: 'People', label: 'Moderators', roles: ['super_admin'] },
  },
  {
    path: '/communications',
    title: 'Group Chats',
    roles: 'any',
    module: 'group_chat',
    menu: { group: 'Communication', label: 'Group Chats', roles: everyoneAndBeside },
  },
  {
    path: '/announcements',
    title: 'Announcements',
    roles: 'any',
    module: 'announcements',
    menu: { group: 'Communication', label: 'Announcements', roles: everyoneAndBeside },
  },
  {
    path: '/alerts',
    title: 'Alert Center',
    roles: 'any',
    module: 'alerts',
    menu: { group: 'Communication', label: 'Alerts', roles: everyoneAndBeside },
  },
  {
    path: '/audit-logs',
    title: 'Audit Logs',
    roles: NATIONAL_ROLES,
    module: 'audit_logs',
    privilege: 'canAccessAuditLogs',
    menu: { group: 'Oversight', label: 'Audit logs', roles: NATIONAL_ROLES },
  },
  {
    path: '/reports',
    title: 'Report Generator',
    roles: REPORT_PAGE_ROLES,
    module: 'reports',
    privilege: REPORT_READING,
    menu: { group: 'Oversight', label: 'Reports', roles: REPORT_PAGE_ROLES },
  },
  {
    path: '/security',
    title: 'Security',
    roles: NATIONAL_ROLES,
    module: 'audit_logs',
    privilege: 'canAccessAuditLogs',
    menu: { group: 'Oversight', label: 'Security', roles: NATIONAL_ROLES },
  },
  {
    path: '/geographical-data',
    title: 'Geographical Data Management',
    roles: NATIONAL_ROLES,
    inside: GEOGRAPHY_EDITORS,
    menu: { group: 'Oversight', label: 'Geographical data', roles: NATIONAL_ROLES },
  },
  {
    path: '/settings',
    title: 'System Settings',
    roles: ['super_admin', 'national_admin'],
    module: 'settings',
    menu: { group: 'Oversight', label: 'Settings', roles: ['national_admin'] },
  },
  {
    path: '/deliveries',
    title: 'Deliveries',
    roles: ['super_admin'],
    menu: { group: 'Oversight', label: 'Deliveries', roles: ['super_admin'] },
  },
  { path: '/account', title: 'Your account', roles: 'any', own: true },
  { path: '/notifications', title: 'Notifications', roles: 'any', own: true },
  { path: '/help', title: 'Help', roles: 'any', own: true },
  { path: '/regional/:region', title: 'Region', roles: ADMIN_ROLES, module: 'dashboard' },
  { path: '/state/:state', title: 'State', roles: ADMIN_ROLES, module: 'dashboard' },
  { path: '/lga/:lga', title: 'LGA', roles: ADMIN_ROLES, module: 'dashboard' },
  { path: '/pu/:id', title: 'Polling unit', roles: [...ADMIN_ROLES, ...OFFICER_ROLES], module: 'dashboard' },
] as const satisfies readonly ConsoleRoute[];

export type RoutePath = (typeof ROUTES)[number]['path'];

/** The route of a URL path (`/state/24` matches `/state/:state`). */
export function findRoute(pathname: string): ConsoleRoute | undefined {
  const parts = pathname.split('/').filter(Boolean);
  return ROUTES.find((route) => {
    const pattern = route.path.split('/').filter(Boolean);
    const nested = pattern.length === 1 && parts.length > 1 && pattern[0] === parts[0];
    return (
      nested ||
      (pattern.length === parts.length && pattern.every((part, i) => part.startsWith(':') || part === parts[i]))
    );
  });
}
