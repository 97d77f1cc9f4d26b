import { decideAccess } from '@ec/contract/permissions/decide-access';
import { DEFAULT_LEVELS } from '@ec/contract/permissions/default-levels';
import type { Role } from '@ec/contract/permissions/roles';
import { type RoutePath, ROUTES } from '@ec/contract/permissions/pages';
import { DASHBOARD } from './dashboard.ts';

export interface Screen {
  path: RoutePath;
  /** As the address bar has it. */
  address: string;
  title: RegExp;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The pages of one place, which open to those whose area it lies in. */
const PLACES: Partial<Record<RoutePath, { address: string; title: RegExp; upTo: readonly Role[] }>> = {
  '/regional/:region': {
    address: '/regional/SW',
    title: /^South West$/,
    upTo: ['super_admin', 'national_admin', 'global_moderator', 'regional_admin'],
  },
  '/state/:state': {
    address: '/state/24',
    title: /^Lagos$/,
    upTo: ['super_admin', 'national_admin', 'global_moderator', 'regional_admin', 'state_admin'],
  },
  '/lga/:lga': {
    address: '/lga/24-11',
    title: /^Ikeja$/,
    upTo: ['super_admin', 'national_admin', 'global_moderator', 'regional_admin', 'state_admin', 'lga_admin'],
  },
};

/** The pages that a person of the role may open, with a place of their own where a page is about a place. */
export function screensOf(role: Role, area: string): Screen[] {
  const subject = { role, levels: DEFAULT_LEVELS[role], electionMode: true, privileges: null };
  return ROUTES.filter((route) => decideAccess(subject, route).allowed).flatMap(({ path, title }): Screen[] => {
    if (path === '/pu/:id') {
      const unit = /^\d\d-\d\d-\d\d-\d{3}$/.test(area) ? area : '24-11-05-040';
      return [{ path, address: `/pu/${unit}`, title: /^Polling Unit \d+$/ }];
    }
    const place = PLACES[path];
    if (place) return place.upTo.includes(role) ? [{ path, ...place }] : [];
    return [{ path, address: path, title: path === '/dashboard' ? DASHBOARD : new RegExp(`^${escaped(title)}$`) }];
  });
}

/** Buttons of a page that open a dialog over it, by name; who may not use one does not find it. */
export const DIALOGS: Partial<Record<RoutePath, readonly RegExp[]>> = {
  '/dashboard': [/^Turn off election mode$/],
  '/elections': [/^View /, /^Delete /, /^Complete /],
  '/situation-room': [/^Wall mode$/],
  '/users': [/^New request$/, /^Bulk Import$/, /^View /],
  '/approvals': [/^View Details: /],
  '/permissions': [/^Reset to Default$/],
  '/super-admin': [/^View /],
  '/moderator-management': [/^Create Moderator$/, /^Edit /],
  '/announcements': [/^Create Announcement$/],
  '/alerts': [/^Raise an alert$/, /^Acknowledge: /],
  '/audit-logs': [/^Verify the chain$/, /^Export Logs$/, /^Details of /],
  '/unusual-results': [/^Close with explanation/],
  '/second-entries/transcribers': [/^Add transcriber$/],
  '/review-audits': [/^Draw sheets$/],
  '/geographical-data': [/^Add New$/],
  '/account': [/^Use an authenticator app$/],
};

/** Items of a row's menu that open a dialog, by name. */
export const MENU_DIALOGS: Partial<Record<RoutePath, readonly RegExp[]>> = {
  '/approvals': [/^Approve: /, /^Reject: /, /^Request More Information: /, /^Withdraw Request: /],
  '/super-admin': [/^Edit privileges$/],
  '/moderator-management': [/^Delete$/],
  '/geographical-data': [/^Delete$/, /^Why it cannot be deleted$/],
};

/** Tabs and choices of a page that show more of it. */
export const PARTS: Partial<Record<RoutePath, readonly RegExp[]>> = {
  '/users': [/^Filters/],
  '/alerts': [/^Filters/],
  '/notifications': [/^Filters/],
  '/review': [/^Filters/, /^Disputed/, /^Not reported/, /^All units/],
  '/disputes': [/^Filters/, /^Resolved/],
  '/unusual-results': [/^Filters/, /^Compare the photos/],
  '/second-entries': [/^Filters/],
  '/collations': [/^Filters/],
  '/situation-room': [/^Silent units of /, /^Show all \d+ parties$/],
  '/approvals': [/^Audit Trail$/],
  '/audit-logs': [/^Advanced Filters$/],
  '/reports': [/^Election summary/, /^User activity/, /^Result comparison/, /^Security audit/],
  '/deliveries': [/^Gateways$/],
  '/security': [/^Active sessions/, /^Security alerts/, /^Failed sign-ins/, /^Locked accounts/],
  '/settings': [/^Security$/, /^Notifications$/, /^Election$/],
};

/** Pages that are a list, whose first row stands near the top. */
export const LISTS: ReadonlySet<RoutePath> = new Set<RoutePath>([
  '/review',
  '/disputes',
  '/affected-units',
  '/second-entries',
  '/second-entries/transcribers',
  '/users',
  '/approvals',
  '/permissions',
  '/super-admin',
  '/moderator-management',
  '/announcements',
  '/notifications',
  '/audit-logs',
  '/security',
  '/geographical-data',
  '/deliveries',
]);

/** The pages of one record, by the first link to them on another page. */
export const RECORDS: Partial<Record<RoutePath, readonly { link: RegExp; title: RegExp }[]>> = {
  '/elections': [
    { link: /^\/elections\/new$/, title: /^Create Election$/ },
    { link: /^\/elections\/[^/]+\/edit$/, title: /^Edit / },
  ],
  '/users': [{ link: /^\/users\/new$/, title: /^Create User$/ }],
  '/review': [{ link: /^\/review\/[^?]+/, title: /^Review, / }],
  '/disputes': [{ link: /^\/disputes\/[^?]+/, title: /dispute/i }],
  '/communications': [{ link: /^\/communications\?/, title: /\S/ }],
  '/geographical-data': [{ link: /^\/geographical-data\/import/, title: /import/i }],
};
