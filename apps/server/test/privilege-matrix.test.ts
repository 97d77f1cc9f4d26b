import { privilegesNeeded } from '@ec/contract/permissions/decide-access';
import {
  flags,
  MODERATOR_ROLES,
  type ModeratorRole,
  type Privilege,
  PRIVILEGE_IDS,
} from '@ec/contract/permissions/privileges';
import type { Role } from '@ec/contract/permissions/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteAccess } from '../src/platform/http/identify.ts';
import { place, setElectionMode } from './builders.ts';
import { COLLATION_PRIVILEGES } from './collations.ts';
import { type Client, type Reply, type TestApp, testApp } from './harness.ts';
import { narrow, narrowed } from './moderators.ts';

/**
 * What opens a call to a narrowed moderator: nothing more than being signed in (`own`: also with no privilege at all), any
 * privilege (`any`), one of those named, or nothing, as the call is closed to the three roles (`closed`).
 */
type Opens = 'public' | 'wall' | 'own' | 'any' | 'closed' | Privilege | readonly Privilege[];

// Written out here and not derived, so that a slip in a route shows. A new call fails the test until it stands here.
const CALLS: Record<string, Opens> = {
  'GET /health': 'public',
  'GET /ready': 'public',
  'POST /auth/login': 'public',
  'POST /auth/refresh': 'public',
  'POST /auth/logout': 'public',
  'POST /auth/forgot-password': 'public',
  'POST /auth/reset-password': 'public',
  'POST /auth/accept-invite': 'public',
  'POST /auth/change-password': 'own',
  'GET /auth/me': 'own',
  'GET /auth/account': 'own',
  'PUT /auth/preferences': 'own',
  'GET /auth/saved-views': 'own',
  'PUT /auth/saved-views': 'own',
  'POST /auth/2fa/enroll': 'own',
  'POST /auth/2fa/confirm': 'own',
  'POST /auth/2fa/disable': 'own',
  'POST /auth/2fa/recovery-codes': 'own',
  'POST /auth/2fa/opt-in': 'own',
  'GET /auth/sessions': 'own',
  'DELETE /auth/sessions/:id': 'own',
  'POST /auth/sessions/end-others': 'own',
  'GET /moderator-privileges/:userId': 'own',
  'GET /notifications': 'own',
  'GET /notifications/preferences': 'own',
  'PATCH /notifications/preferences': 'own',
  'PATCH /notifications/:id/read': 'own',
  'POST /notifications/read-all': 'own',
  'POST /notifications/stream-ticket': 'own',
  'GET /notifications/stream': 'public',
  // The picture of another is a matter of canEditUsers, which the service asks for (see enforcement.test.ts).
  'POST /users/upload-profile-picture': 'own',
  'GET /users/profile-picture-status': 'own',
  'GET /profile-pictures/:name': 'own',
  'GET /dashboard': 'any',
  'GET /activity-logs/recent': 'canAccessAuditLogs',
  'GET /geographical-data/regional-performance/:region': 'any',
  'GET /geographical-data/state-performance/:state': 'any',
  'GET /geographical-data/lga-performance/:lga': 'any',
  'GET /geographical-data/ward-data/:ward': 'any',
  'GET /polling-units/:id': 'any',
  'GET /polling-units/stats': 'any',
  'GET /locations': 'any',
  'GET /locations/:id': 'any',
  'GET /election-mode': 'any',
  'PATCH /election-mode': 'closed',
  'GET /settings': 'any',
  'PUT /settings': 'canManageSettings',
  'GET /security/status': 'canAccessAuditLogs',
  'GET /security/sessions': 'canAccessAuditLogs',
  'DELETE /security/sessions/:id': 'canManageSecurity',
  'GET /security/alerts': 'canAccessAuditLogs',
  'GET /security/failed-sign-ins': 'canAccessAuditLogs',
  'GET /security/locked-accounts': 'canAccessAuditLogs',
  'POST /security/locked-accounts/unlock': 'canManageSecurity',
  'GET /audit-logs': 'canAccessAuditLogs',
  'GET /audit-logs/export.csv': 'canAccessAuditLogs',
  'GET /audit-logs/verify': 'canAccessAuditLogs',
  'GET /audit-logs/:id': 'canAccessAuditLogs',
  'GET /reports/templates': ['canViewReports', 'canManageReports'],
  'GET /reports': ['canViewReports', 'canManageReports'],
  'GET /reports/:id': ['canViewReports', 'canManageReports'],
  'GET /reports/:id/download': ['canViewReports', 'canManageReports'],
  'POST /reports': 'canManageReports',
  'POST /reports/:id/repeat': 'canManageReports',
  'DELETE /reports/:id': 'canManageReports',
  'GET /permissions/roles': 'closed',
  'GET /permissions/roles/:roleId': 'closed',
  'PUT /permissions/roles/:roleId': 'closed',
  'POST /permissions/roles/:roleId/reset': 'closed',
  'GET /permissions/audit': 'closed',
  'GET /moderators': 'closed',
  'POST /moderators': 'closed',
  'PUT /moderators/:id/privileges': 'closed',
  'POST /moderators/:id/deactivate': 'closed',
  'GET /deliveries': 'closed',
  'POST /deliveries/:id/retry': 'closed',
  'POST /deliveries/retry-failed': 'closed',
  'POST /deliveries/test': 'closed',
  'GET /users': 'any',
  'GET /users/export.csv': 'any',
  'GET /users/summary': 'any',
  'GET /users/:id': 'any',
  'POST /users': 'canCreateUsers',
  'POST /users/:id/invite-code/reveal': 'canCreateUsers',
  'PUT /users/:id': 'canEditUsers',
  'DELETE /users/:id': 'canDeleteUsers',
  'POST /auth/admin-reset-password': 'canResetPasswords',
  'POST /users/import': 'canBulkImport',
  'POST /users/import/preview': 'canBulkImport',
  'POST /users/import/file': 'canBulkImport',
  'GET /users/imports': 'canBulkImport',
  'GET /users/import/:id': 'canBulkImport',
  'GET /users/import/:id/refused.csv': 'canBulkImport',
  'GET /approvals': 'any',
  'GET /approvals/statistics': 'any',
  'GET /approvals/:id': 'any',
  'GET /approvals/audit-trail': ['canManageApprovals', 'canAccessAuditLogs'],
  'POST /approvals': ['canCreateUsers', 'canEditUsers', 'canDeleteUsers'],
  'POST /approvals/:id/answer': ['canCreateUsers', 'canEditUsers', 'canDeleteUsers'],
  'POST /approvals/:id/cancel': ['canCreateUsers', 'canEditUsers', 'canDeleteUsers'],
  'PATCH /approvals/:id/approve': 'canManageApprovals',
  'POST /approvals/:id/approve': 'canManageApprovals',
  'PATCH /approvals/:id/reject': 'canManageApprovals',
  'POST /approvals/:id/reject': 'canManageApprovals',
  'POST /approvals/bulk-approve': 'canManageApprovals',
  'POST /approvals/bulk-reject': 'canManageApprovals',
  'POST /approvals/:id/request-info': 'canManageApprovals',
  'GET /elections': 'any',
  'GET /elections/:id': 'any',
  'GET /elections/:id/readiness': 'any',
  'POST /elections': 'canManageElections',
  'GET /contest-days': 'any',
  'POST /contest-days': 'canManageElections',
  'PUT /contest-days/:id': 'canManageElections',
  'DELETE /contest-days/:id': 'canManageElections',
  'PUT /elections/:id': 'canManageElections',
  'DELETE /elections/:id': 'canManageElections',
  'POST /elections/:id/transition': 'canManageElections',
  'GET /elections/:id/ballot': 'any',
  'PUT /elections/:id/ballot': 'canManageElections',
  'POST /elections/:id/ballot/import': 'canManageElections',
  'GET /form-codes': 'any',
  'PATCH /form-codes': 'closed',
  'GET /law-profiles': 'any',
  'PATCH /law-profiles/:law/provisions/:key': 'closed',
  ...COLLATION_PRIVILEGES,
  'GET /results/desk': 'closed',
  'GET /results/tasks': 'closed',
  'POST /results': 'closed',
  'GET /results': 'any',
  'GET /results/review': 'any',
  'GET /results/:id': 'any',
  'POST /results/:id/verify': ['canManageDisputes', 'canManageResults'],
  'POST /results/:id/ask-original': ['canManageDisputes', 'canManageResults'],
  'POST /results/:id/take-over': 'canManageResults',
  'POST /results/:id/ask-takeover': 'closed',
  'POST /results/:id/return': ['canManageDisputes', 'canManageResults'],
  'POST /results/:id/cancel': ['canManageDisputes', 'canManageResults'],
  'POST /results/:id/dispute': ['canManageDisputes', 'canManageResults'],
  'POST /files': 'closed',
  'POST /uploads': 'closed',
  'HEAD /uploads/:id': 'closed',
  'PATCH /uploads/:id': 'closed',
  'DELETE /uploads/:id': 'closed',
  'POST /uploads/:id/finish': 'closed',
  'GET /files/:id': 'any',
  'POST /disputes/files': ['canManageDisputes', 'canManageResults'],
  'GET /disputes': 'any',
  'GET /disputes/:id': 'any',
  'POST /disputes': ['canManageDisputes', 'canManageResults'],
  'POST /disputes/:id/comments': 'canManageDisputes',
  'GET /disputes/:id/assignees': 'canManageDisputes',
  'POST /disputes/:id/assign': 'canManageDisputes',
  'POST /disputes/:id/resolve': 'canManageDisputes',
  'GET /margin-of-lead/units': 'any',
  'POST /margin-of-lead/units': ['canManageDisputes', 'canManageResults'],
  'GET /margin-of-lead/units/:id': 'any',
  'PUT /margin-of-lead/units/:id': ['canManageDisputes', 'canManageResults'],
  'POST /margin-of-lead/units/:id/withdraw': ['canManageDisputes', 'canManageResults'],
  'GET /live/summary': 'any',
  'GET /live/areas': 'any',
  'GET /live/constituencies': 'any',
  'GET /live/declaration': 'any',
  'GET /live/feed': 'any',
  'GET /live/compare': 'any',
  'GET /live/history': 'any',
  'GET /live/export.csv': 'any',
  'GET /situation-room': 'any',
  'GET /situation-room/silent': 'any',
  'GET /situation-room/silent.csv': 'any',
  'GET /wall': 'wall',
  'GET /situation-room/walls': 'any',
  'POST /situation-room/walls': 'canManageWalls',
  'DELETE /situation-room/walls/:id': 'canManageWalls',
  'GET /constituencies': 'any',
  'PUT /constituencies/:id': 'canManageGeographicData',
  'POST /constituencies/import': 'canManageGeographicData',
  'GET /geographical-data': 'any',
  'GET /geographical-data/imports': 'any',
  'GET /geographical-data/import/:id/preview': 'any',
  'GET /geographical-data/import/:id': 'any',
  'PUT /geographical-data/update': 'canManageGeographicData',
  'POST /geographical-data/add': 'canManageGeographicData',
  'DELETE /geographical-data/delete': 'canManageGeographicData',
  'POST /geographical-data/import': 'canManageGeographicData',
  'POST /geographical-data/import/preview': 'canManageGeographicData',
  'POST /geographical-data/placeholders': 'canManageGeographicData',
  'POST /geographical-data/import/:id/store': 'canManageGeographicData',
  'DELETE /geographical-data/import/:id': 'canManageGeographicData',

  'GET /announcements': 'any',
  'GET /announcements/urgent': 'any',
  'GET /announcements/:id': 'any',
  'PATCH /announcements/:id/read': 'any',
  'POST /announcements': 'canManageAnnouncements',
  'POST /announcements/reach': 'canManageAnnouncements',
  'PUT /announcements/:id': 'canManageAnnouncements',
  'POST /announcements/:id/pin': 'canManageAnnouncements',
  'DELETE /announcements/:id': 'canManageAnnouncements',
  'GET /announcements/:id/receipts': 'canManageAnnouncements',
  'GET /announcements/:id/unread-people': 'canManageAnnouncements',
  'GET /alerts': 'any',
  'GET /alerts/counts': 'any',
  'GET /alerts/groups': 'any',
  'GET /alerts/owners': 'canManageAlerts',
  'POST /alerts/bulk': 'canManageAlerts',
  'POST /alerts/bulk/:id/undo': 'canManageAlerts',
  'GET /alerts/:id': 'any',
  'PATCH /alerts/:id/read': 'any',
  'POST /alerts/read-all': 'any',
  'POST /alerts': 'canManageAlerts',
  'GET /alerts/:id/owners': 'canManageAlerts',
  'POST /alerts/:id/acknowledge': 'canManageAlerts',
  'GET /chat/channels': 'any',
  'GET /chat/channels/:id/messages': 'any',
  'GET /chat/channels/:id/members': 'any',
  'GET /chat/search': 'any',
  'POST /chat/channels/:id/read': 'any',
  'PUT /chat/channels/:id/mute': 'any',
  'POST /chat/channels/:id/messages': 'canManageChats',
  'POST /chat/messages/:id/withdraw': 'canManageChats',
  'POST /chat/messages/:id/remove': 'canManageChats',
  'POST /chat/files': 'canManageChats',
};

/** Calls that change no more than what the caller has read or hears of, and so need no privilege that names them. */
const OWN_MARKS = [
  'PATCH /announcements/:id/read',
  'PATCH /alerts/:id/read',
  'POST /alerts/read-all',
  'POST /chat/channels/:id/read',
  'PUT /chat/channels/:id/mute',
];

const UNKNOWN_ID = '0190aaaa-0000-7000-8000-000000000000';
const GATES = ['ROLE_DENIED', 'MODULE_DENIED', 'LEVEL_DENIED', 'PRIVILEGE_DENIED', 'NO_PRIVILEGES'];
const AREAS = { global_moderator: 'NG', regional_admin: 'SW', state_admin: '24' } as const;
const REASONS = {
  withdrawn: 'no privilege is granted to you',
  over: 'the time of your privileges is over',
  no_area: 'your privileges name no place inside your area',
} as const;

let test: TestApp;
/** One moderator a role, narrowed again for each call: there is one office of each state and region. */
const moderators = new Map<ModeratorRole, Client>();

async function moderator(role: ModeratorRole, isGranted: (id: Privilege) => boolean): Promise<Client> {
  const client = moderators.get(role) ?? (await test.as(role, place(AREAS[role])));
  moderators.set(role, client);
  await narrow(test, client, flags(isGranted));
  return client;
}

/** A global moderator whose privileges have lapsed in the given way, though they were once everything. */
async function lapsed(how: keyof typeof REASONS): Promise<Client> {
  if (how === 'withdrawn')
    return await narrowed(
      test,
      flags(() => false),
    );
  if (how === 'over') {
    const validUntil = new Date(test.clock.now().getTime() + 60_000).toISOString();
    const moderator = await narrowed(test, { ...flags(() => true), validUntil });
    test.clock.advance(2);
    return moderator;
  }
  const moderator = await narrowed(
    test,
    { ...flags(() => true), allowedStates: ['01'] },
    'regional_admin',
    place('SE'),
  );
  const moved = { area_id: place('NW') };
  await test.database.db.updateTable('users').set(moved).where('id', '=', moderator.person.id).execute();
  test.app.platform.sessions.forget(moderator.person.id);
  return moderator;
}

function call(name: string, client: Pick<Client, 'send'>): Promise<Reply> {
  const [method = 'GET', path = ''] = name.split(' ');
  const url = path.replace(':id', path.startsWith('/locations') ? '24' : UNKNOWN_ID).replace(':userId', UNKNOWN_ID);
  return client.send({ method, url: `/api${url}`, ...(method !== 'GET' && { payload: {} }) });
}

const gateOf = ({ status, code }: Reply) => (status === 403 && GATES.includes(code ?? '') ? code : 'open');
const needed = (opens: Opens): readonly Privilege[] =>
  Array.isArray(opens) ? opens : PRIVILEGE_IDS.filter((id) => id === opens);

function declared(access: RouteAccess | undefined): Opens {
  if (access === 'public' || access === 'wall') return access;
  if (access === 'signed-in' || access?.own) return 'own';
  const admits = (roles: readonly Role[]) => MODERATOR_ROLES.some((role) => roles.includes(role));
  if (access?.roles !== undefined && access.roles !== 'any' && !admits(access.roles)) return 'closed';
  const privileges = privilegesNeeded(access ?? {});
  return privileges.length === 0 ? 'any' : privileges.length === 1 ? (privileges[0] ?? 'any') : privileges;
}

/** The roles of moderators that the call is open to at all. */
function rolesOf(name: string): ModeratorRole[] {
  const route = test.app.router.routes.find(({ method, path }) => `${method} ${path}` === name);
  const roles = typeof route?.access === 'object' ? route.access.roles : 'any';
  return MODERATOR_ROLES.filter((role) => !roles || roles === 'any' || roles.includes(role));
}

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
});
afterAll(() => test.close());

describe('the table of calls and privileges', () => {
  it('has every call, as its route declares it', () => {
    const routes = test.app.router.routes.map(({ method, path, access }) => [`${method} ${path}`, declared(access)]);
    expect(Object.fromEntries(routes)).toEqual(CALLS);
  });

  it('names a privilege for each call that changes something for others', () => {
    const unnamed = Object.entries(CALLS).filter(([name, opens]) => opens === 'any' && !name.startsWith('GET '));
    expect(unnamed.map(([name]) => name).toSorted()).toEqual(OWN_MARKS.toSorted());
  });

  it('opens something by every privilege', () => {
    expect(new Set(Object.values(CALLS).flatMap(needed))).toEqual(new Set(PRIVILEGE_IDS));
  });
});

describe.each(Object.keys(REASONS) as (keyof typeof REASONS)[])('a moderator whose privileges are %s', (how) => {
  it('is refused every call but those of their own account, and is answered why', async () => {
    const client = await lapsed(how);
    // The calls that end sessions or use up attempts come last, so that the others are made while signed in.
    const names = Object.keys(CALLS).toSorted((a, b) => Number(a.includes('/auth/')) - Number(b.includes('/auth/')));
    const outcome: Record<string, string | undefined> = {};
    for (const name of names) {
      const opens = CALLS[name];
      if (opens === 'public' || opens === 'wall') continue;
      const reply = await call(name, client);
      // An answer to HEAD has no words.
      const wordless = name.startsWith('HEAD ') && reply.status === 403;
      outcome[name] = wordless ? 'NO_PRIVILEGES' : gateOf(reply);
      if (opens === 'own' || wordless) continue;
      expect(reply.json('details'), name).toEqual({ reason: REASONS[how] });
      expect(reply.json<string>('error'), name).toContain('Ask the super admin');
    }
    const expected = names.filter((name) => CALLS[name] !== 'public' && CALLS[name] !== 'wall');
    expect(outcome).toEqual(
      Object.fromEntries(expected.map((name) => [name, CALLS[name] === 'own' ? 'open' : 'NO_PRIVILEGES'])),
    );
    expect((await client.get('/auth/me')).json('data.privileges')).toMatchObject({ lapse: how, areas: [] });
    expect((await client.get('/auth/me')).json('data.user.scope')).toBeNull();
  });
});

const PRIVILEGED = Object.entries(CALLS).filter(([, opens]) => needed(opens).length > 0);

describe('a call that a privilege opens', () => {
  it.each(PRIVILEGED)('%s is closed with all other privileges, and open with one of them: %s', async (name, opens) => {
    const privileges = needed(opens);
    for (const role of rolesOf(name)) {
      const without = await moderator(role, (id) => !privileges.includes(id));
      expect(gateOf(await call(name, without)), `${role} without`).toBe('PRIVILEGE_DENIED');
      for (const privilege of privileges) {
        const holder = await moderator(role, (id) => id === privilege);
        const lapse = (await holder.get('/auth/me')).json('data.privileges.lapse');
        expect(gateOf(await call(name, holder)), `${role} with ${privilege}`).toBe(
          lapse === null ? 'open' : 'NO_PRIVILEGES',
        );
      }
    }
  });
});

describe('a call without a privilege of its own', () => {
  it('is open with any one of them', async () => {
    const client = await moderator('global_moderator', (id) => id === 'canViewReports');
    const names = Object.keys(CALLS).filter((name) => CALLS[name] === 'any');
    for (const name of names) expect(gateOf(await call(name, client)), name).toBe('open');
  });
});
