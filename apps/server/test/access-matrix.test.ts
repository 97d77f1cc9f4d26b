import { ENDPOINTS } from '@ec/contract/endpoints';
import { decideAccess, menuFor } from '@ec/contract/permissions/decide-access';
import { DEFAULT_LEVELS } from '@ec/contract/permissions/default-levels';
import { ROLE_IDS, type Role } from '@ec/contract/permissions/roles';
import { ROUTES } from '@ec/contract/permissions/pages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWard, place, setElectionMode } from './builders.ts';
import { COLLATION_ACCESS } from './collations.ts';
import { type Client, type TestApp, testApp } from './harness.ts';

// The expected tables are written out here and not derived, so that a slip in the contract shows.
const NATIONAL: Role[] = ['super_admin', 'national_admin', 'global_moderator'];
const ADMINS: Role[] = [...NATIONAL, 'regional_admin', 'state_admin', 'lga_admin', 'ward_admin'];
const OFFICERS: Role[] = ['polling_unit_officer', 'gpuo', 'grassroot_puo'];
const GRASSROOTS: Role[] = ['grassroot_admin', 'grassroot_moderator', 'gpuo', 'grassroot_puo'];
const EDITORS: Role[] = ['national_admin', 'global_moderator', 'regional_admin'];
const PERMISSION_EDITORS: Role[] = ['super_admin', 'national_admin'];
const SETTINGS_EDITORS: Role[] = ['national_admin', 'global_moderator'];
const GEOGRAPHERS: Role[] = ['national_admin', 'global_moderator'];
const REPORTERS: Role[] = ['national_admin', 'global_moderator', 'regional_admin', 'state_admin'];
const EVERYONE: Role[] = [...ADMINS, 'polling_unit_officer', 'moderator', ...GRASSROOTS];
const HIERARCHY: Role[] = [...ADMINS, 'polling_unit_officer'];
const ALERTED: Role[] = [...HIERARCHY, 'moderator'];
/** Group chats: the officers of both counts write in them. */
const CHATTING: Role[] = [...ADMINS, ...OFFICERS];
const CHAT_READERS: Role[] = [...CHATTING, 'moderator'];
const VIEWERS: Role[] = [...ADMINS, 'moderator'];

const CONSOLE: Record<string, { opens: Role[]; menu: Role[] }> = {
  '/dashboard': { opens: EVERYONE, menu: EVERYONE },
  '/elections': { opens: NATIONAL, menu: NATIONAL },
  '/live-results': { opens: NATIONAL, menu: NATIONAL },
  '/submit-results': { opens: OFFICERS, menu: OFFICERS },
  '/review': { opens: ADMINS, menu: ADMINS },
  '/disputes': { opens: ADMINS, menu: ADMINS },
  '/affected-units': { opens: ADMINS, menu: [] },
  '/collations': { opens: [...ADMINS, 'polling_unit_officer', 'moderator'], menu: ADMINS },
  '/situation-room': { opens: NATIONAL, menu: NATIONAL },
  '/users': { opens: ADMINS, menu: ADMINS },
  '/approvals': { opens: ADMINS, menu: ADMINS },
  '/permissions': { opens: ['super_admin', 'national_admin'], menu: ['national_admin'] },
  '/super-admin': { opens: ['super_admin'], menu: ['super_admin'] },
  '/moderator-management': { opens: ['super_admin'], menu: ['super_admin'] },
  '/communications': { opens: CHAT_READERS, menu: CHAT_READERS },
  '/announcements': { opens: EVERYONE, menu: EVERYONE },
  '/alerts': { opens: ALERTED, menu: ALERTED },
  '/audit-logs': { opens: NATIONAL, menu: NATIONAL },
  '/reports': {
    opens: [...NATIONAL, 'regional_admin', 'state_admin'],
    menu: [...NATIONAL, 'regional_admin', 'state_admin'],
  },
  '/security': { opens: NATIONAL, menu: NATIONAL },
  '/geographical-data': { opens: NATIONAL, menu: NATIONAL },
  '/settings': { opens: ['super_admin', 'national_admin'], menu: ['national_admin'] },
  '/deliveries': { opens: ['super_admin'], menu: ['super_admin'] },
  '/account': { opens: EVERYONE, menu: [] },
  '/notifications': { opens: EVERYONE, menu: [] },
  '/help': { opens: EVERYONE, menu: [] },
  '/regional/:region': { opens: ADMINS, menu: [] },
  '/state/:state': { opens: ADMINS, menu: [] },
  '/lga/:lga': { opens: ADMINS, menu: [] },
  '/pu/:id': { opens: [...ADMINS, ...OFFICERS], menu: [] },
};

const API: Record<string, Role[] | 'public' | 'wall'> = {
  'GET /health': 'public',
  'GET /ready': 'public',
  'POST /auth/login': 'public',
  'POST /auth/refresh': 'public',
  'POST /auth/logout': 'public',
  'POST /auth/forgot-password': 'public',
  'POST /auth/reset-password': 'public',
  'POST /auth/change-password': EVERYONE,
  'GET /auth/me': EVERYONE,
  'POST /auth/accept-invite': 'public',
  'GET /auth/account': EVERYONE,
  'PUT /auth/preferences': EVERYONE,
  'GET /auth/saved-views': EVERYONE,
  'PUT /auth/saved-views': EVERYONE,
  'POST /auth/2fa/enroll': EVERYONE,
  'POST /auth/2fa/confirm': EVERYONE,
  'POST /auth/2fa/disable': EVERYONE,
  'POST /auth/2fa/recovery-codes': EVERYONE,
  'POST /auth/2fa/opt-in': EVERYONE,
  'GET /auth/sessions': EVERYONE,
  'DELETE /auth/sessions/:id': EVERYONE,
  'POST /auth/sessions/end-others': EVERYONE,
  'GET /dashboard': EVERYONE,
  'GET /activity-logs/recent': EVERYONE,
  'GET /geographical-data/regional-performance/:region': ADMINS,
  'GET /geographical-data/state-performance/:state': ADMINS,
  'GET /geographical-data/lga-performance/:lga': ADMINS,
  'GET /geographical-data/ward-data/:ward': ADMINS,
  'GET /polling-units/:id': [...ADMINS, ...OFFICERS],
  'GET /settings': ADMINS,
  'PUT /settings': SETTINGS_EDITORS,
  'GET /security/status': NATIONAL,
  'GET /security/sessions': NATIONAL,
  'DELETE /security/sessions/:id': NATIONAL,
  'GET /security/alerts': NATIONAL,
  'GET /security/failed-sign-ins': NATIONAL,
  'GET /security/locked-accounts': NATIONAL,
  'POST /security/locked-accounts/unlock': NATIONAL,
  'GET /permissions/roles': PERMISSION_EDITORS,
  'GET /permissions/roles/:roleId': PERMISSION_EDITORS,
  'PUT /permissions/roles/:roleId': PERMISSION_EDITORS,
  'POST /permissions/roles/:roleId/reset': PERMISSION_EDITORS,
  'GET /permissions/audit': PERMISSION_EDITORS,
  'GET /moderators': ['super_admin'],
  'POST /moderators': ['super_admin'],
  'PUT /moderators/:id/privileges': ['super_admin'],
  'POST /moderators/:id/deactivate': ['super_admin'],
  'GET /moderator-privileges/:userId': EVERYONE,
  'GET /notifications': EVERYONE,
  'GET /notifications/preferences': EVERYONE,
  'PATCH /notifications/preferences': EVERYONE,
  'PATCH /notifications/:id/read': EVERYONE,
  'POST /notifications/read-all': EVERYONE,
  'POST /notifications/stream-ticket': EVERYONE,
  'GET /notifications/stream': 'public',
  'GET /users': ADMINS,
  'GET /users/export.csv': ADMINS,
  'GET /users/summary': ADMINS,
  'GET /users/:id': ADMINS,
  'POST /users': ADMINS,
  'POST /users/:id/invite-code/reveal': ADMINS,
  'PUT /users/:id': ADMINS,
  'DELETE /users/:id': ADMINS,
  'POST /users/import': ADMINS,
  'POST /users/import/preview': ADMINS,
  'POST /users/import/file': ADMINS,
  'GET /users/imports': ADMINS,
  'GET /users/import/:id': ADMINS,
  'GET /users/import/:id/refused.csv': ADMINS,
  'POST /auth/admin-reset-password': [...NATIONAL, 'regional_admin'],
  'GET /approvals': ADMINS,
  'GET /approvals/statistics': ADMINS,
  'GET /approvals/audit-trail': ADMINS,
  'GET /approvals/:id': ADMINS,
  'POST /approvals': ADMINS,
  'PATCH /approvals/:id/approve': ADMINS,
  'POST /approvals/:id/approve': ADMINS,
  'PATCH /approvals/:id/reject': ADMINS,
  'POST /approvals/:id/reject': ADMINS,
  'POST /approvals/bulk-approve': NATIONAL,
  'POST /approvals/bulk-reject': NATIONAL,
  'POST /approvals/:id/request-info': ADMINS,
  'POST /approvals/:id/answer': ADMINS,
  'POST /approvals/:id/cancel': ADMINS,
  'GET /elections': EVERYONE,
  'GET /elections/:id': EVERYONE,
  'GET /elections/:id/readiness': NATIONAL,
  'POST /elections': EDITORS,
  'GET /contest-days': EVERYONE,
  'POST /contest-days': EDITORS,
  'PUT /contest-days/:id': EDITORS,
  'DELETE /contest-days/:id': EDITORS,
  'PUT /elections/:id': EDITORS,
  'DELETE /elections/:id': EDITORS,
  'POST /elections/:id/transition': EDITORS,
  'GET /elections/:id/ballot': EVERYONE,
  'PUT /elections/:id/ballot': EDITORS,
  'POST /elections/:id/ballot/import': EDITORS,
  'GET /form-codes': EVERYONE,
  'PATCH /form-codes': ['national_admin'],
  'GET /law-profiles': EVERYONE,
  'PATCH /law-profiles/:law/provisions/:key': ['national_admin'],
  'GET /election-mode': EVERYONE,
  'PATCH /election-mode': ['super_admin'],
  'GET /results/desk': OFFICERS,
  'GET /results/tasks': OFFICERS,
  'POST /results': OFFICERS,
  'GET /results': ADMINS,
  'GET /results/review': ADMINS,
  'GET /results/:id': [...ADMINS, ...OFFICERS],
  'POST /results/:id/verify': ADMINS,
  'POST /results/:id/ask-original': ADMINS,
  'POST /results/:id/take-over': ['lga_admin', 'state_admin', 'regional_admin', 'national_admin'],
  'POST /results/:id/ask-takeover': OFFICERS,
  'POST /results/:id/return': ADMINS,
  'POST /results/:id/dispute': ADMINS,
  'POST /results/:id/cancel': ADMINS,
  'POST /files': OFFICERS,
  'POST /uploads': OFFICERS,
  'HEAD /uploads/:id': OFFICERS,
  'PATCH /uploads/:id': OFFICERS,
  'DELETE /uploads/:id': OFFICERS,
  'POST /uploads/:id/finish': OFFICERS,
  'GET /files/:id': [...ADMINS, ...OFFICERS, 'moderator'],
  'POST /disputes/files': ADMINS,
  'GET /disputes': ADMINS,
  'POST /disputes': ADMINS,
  'GET /disputes/:id': ADMINS,
  'POST /disputes/:id/comments': ADMINS,
  'GET /disputes/:id/assignees': ADMINS,
  'POST /disputes/:id/assign': ADMINS,
  'POST /disputes/:id/resolve': ADMINS,
  'GET /margin-of-lead/units': ADMINS,
  'POST /margin-of-lead/units': ADMINS,
  'GET /margin-of-lead/units/:id': ADMINS,
  'PUT /margin-of-lead/units/:id': ADMINS,
  'POST /margin-of-lead/units/:id/withdraw': ADMINS,
  ...COLLATION_ACCESS,
  'GET /alerts': ALERTED,
  'GET /alerts/counts': ALERTED,
  'GET /alerts/groups': ALERTED,
  'GET /alerts/owners': ADMINS,
  'POST /alerts/bulk': ADMINS,
  'POST /alerts/bulk/:id/undo': ADMINS,
  'GET /alerts/:id': ALERTED,
  'POST /alerts': ADMINS,
  'PATCH /alerts/:id/read': ALERTED,
  'POST /alerts/read-all': ALERTED,
  'GET /alerts/:id/owners': ADMINS,
  'POST /alerts/:id/acknowledge': ADMINS,
  'POST /users/upload-profile-picture': EVERYONE,
  'GET /users/profile-picture-status': EVERYONE,
  'GET /profile-pictures/:name': EVERYONE,
  'GET /live/summary': VIEWERS,
  'GET /live/areas': VIEWERS,
  'GET /live/constituencies': VIEWERS,
  'GET /live/declaration': VIEWERS,
  'GET /live/feed': VIEWERS,
  'GET /live/compare': VIEWERS,
  'GET /live/history': VIEWERS,
  'GET /live/export.csv': VIEWERS,
  'GET /situation-room': NATIONAL,
  'GET /situation-room/silent': NATIONAL,
  'GET /situation-room/silent.csv': NATIONAL,
  'GET /wall': 'wall',
  'GET /situation-room/walls': NATIONAL,
  'POST /situation-room/walls': NATIONAL,
  'DELETE /situation-room/walls/:id': NATIONAL,
  'GET /locations': EVERYONE,
  'GET /locations/:id': EVERYONE,
  'GET /polling-units/stats': EVERYONE,
  'GET /constituencies': EVERYONE,
  'PUT /constituencies/:id': GEOGRAPHERS,
  'POST /constituencies/import': GEOGRAPHERS,
  'GET /geographical-data': NATIONAL,
  'PUT /geographical-data/update': GEOGRAPHERS,
  'POST /geographical-data/add': GEOGRAPHERS,
  'DELETE /geographical-data/delete': GEOGRAPHERS,
  'POST /geographical-data/import': GEOGRAPHERS,
  'POST /geographical-data/import/preview': GEOGRAPHERS,
  'POST /geographical-data/placeholders': GEOGRAPHERS,
  'POST /geographical-data/import/:id/store': GEOGRAPHERS,
  'DELETE /geographical-data/import/:id': NATIONAL,
  'GET /geographical-data/imports': NATIONAL,
  'GET /geographical-data/import/:id/preview': NATIONAL,
  'GET /geographical-data/import/:id': NATIONAL,
  'GET /audit-logs': NATIONAL,
  'GET /audit-logs/export.csv': NATIONAL,
  'GET /audit-logs/verify': NATIONAL,
  'GET /audit-logs/:id': NATIONAL,
  'GET /reports/templates': ['super_admin', ...REPORTERS],
  'GET /reports': ['super_admin', ...REPORTERS],
  'POST /reports': REPORTERS,
  'GET /reports/:id': ['super_admin', ...REPORTERS],
  'GET /reports/:id/download': ['super_admin', ...REPORTERS],
  'POST /reports/:id/repeat': REPORTERS,
  'DELETE /reports/:id': REPORTERS,
  'GET /announcements': EVERYONE,
  'GET /announcements/urgent': EVERYONE,
  'POST /announcements': ['national_admin', 'regional_admin'],
  'POST /announcements/reach': [...NATIONAL, 'regional_admin'],
  'GET /announcements/:id': EVERYONE,
  'PUT /announcements/:id': NATIONAL,
  'POST /announcements/:id/pin': NATIONAL,
  'DELETE /announcements/:id': NATIONAL,
  'PATCH /announcements/:id/read': EVERYONE,
  'GET /announcements/:id/receipts': [...NATIONAL, 'regional_admin'],
  'GET /announcements/:id/unread-people': [...NATIONAL, 'regional_admin'],
  'GET /chat/channels': CHAT_READERS,
  'GET /chat/channels/:id/messages': CHAT_READERS,
  'POST /chat/channels/:id/messages': CHATTING,
  'POST /chat/channels/:id/read': CHAT_READERS,
  'PUT /chat/channels/:id/mute': CHAT_READERS,
  'GET /chat/channels/:id/members': CHAT_READERS,
  'GET /chat/search': CHAT_READERS,
  'POST /chat/messages/:id/withdraw': CHATTING,
  'POST /chat/messages/:id/remove': CHATTING,
  'POST /chat/files': CHATTING,
  'GET /deliveries': ['super_admin'],
  'POST /deliveries/:id/retry': ['super_admin'],
  'POST /deliveries/retry-failed': ['super_admin'],
  'POST /deliveries/test': ['super_admin'],
};
/** What a person may do as often as they like although it leaves entries. */
const UNLIMITED = ['POST /results'];
const OWN_CHOICES = [
  'PUT /auth/preferences',
  'PUT /auth/saved-views',
  'DELETE /auth/sessions/:id',
  'POST /auth/sessions/end-others',
  'PUT /chat/channels/:id/mute',
  'PATCH /notifications/preferences',
];
const UPLOADS = ['POST /uploads', 'HEAD /uploads/:id', 'PATCH /uploads/:id', 'DELETE /uploads/:id'];
/** Calls that change no more than what the caller has seen or still sends. */
const UNAUDITED = ['POST /chat/channels/:id/read', ...UPLOADS];
/** Calls that ask with a body and change nothing. */
const ASKING = ['POST /announcements/reach'];
const GATES = ['ROLE_DENIED', 'MODULE_DENIED', 'LEVEL_DENIED', 'ELECTION_MODE_REQUIRED', 'UNAUTHENTICATED'];
describe('pages and menu', () => {
  it('are those of the table, no more and no fewer', () => {
    expect(ROUTES.map((route) => route.path).sort()).toEqual(Object.keys(CONSOLE).sort());
  });

  it.each(ROLE_IDS.flatMap((role) => ROUTES.map((route) => [role, route.path] as const)))('%s on %s', (role, path) => {
    const route = ROUTES.find((candidate) => candidate.path === path);
    const subject = { role, levels: DEFAULT_LEVELS[role], electionMode: true, privileges: null };
    expect(decideAccess(subject, route ?? {}).allowed).toBe(CONSOLE[path]?.opens.includes(role));
    expect(menuFor(subject).some((item) => item.path === path)).toBe(CONSOLE[path]?.menu.includes(role));
  });

  it('are closed by election mode where they need it, for every role that may open them', () => {
    const gated = ROUTES.filter((route) => {
      const role = CONSOLE[route.path]?.opens[0] ?? 'super_admin';
      const subject = { role, electionMode: false, privileges: null };
      const decision = decideAccess({ ...subject, levels: DEFAULT_LEVELS[role] }, route);
      return !decision.allowed && decision.reason === 'election_mode';
    });
    expect(gated.map((route) => route.path)).toEqual(['/live-results', '/submit-results', '/situation-room']);
  });
});

describe('calls', () => {
  let test: TestApp;
  let clients: Map<Role, Client>;

  beforeAll(async () => {
    test = await testApp();
    await setElectionMode(test.database.db, true);
    const { ward, units } = await createWard(test.database.db, 1);
    const areas: Partial<Record<Role, string>> = {
      regional_admin: 'SW',
      state_admin: '24',
      lga_admin: '24-11',
      grassroot_admin: '24',
      grassroot_moderator: '24-11',
    };
    const unit = units[0] ?? ward;
    const areaOf = (role: Role) =>
      role === 'ward_admin' ? ward : OFFICERS.includes(role) ? unit : place(areas[role] ?? 'NG');
    clients = new Map(
      await Promise.all(ROLE_IDS.map(async (role) => [role, await test.as(role, areaOf(role))] as const)),
    );
  });
  afterAll(() => test.close());

  it("are those of the table and the contract's endpoints, each added once, with a declared need", () => {
    const calls = test.app.router.routes.map((route) => `${route.method} ${route.path}`).sort();
    expect(calls).toEqual(Object.keys(API).sort());
    expect(calls).toEqual(Object.keys(ENDPOINTS).sort());
    for (const route of test.app.router.routes) expect(route.access, route.path).toBeDefined();
  });

  it("that write all name their audit event, but for people's own bookkeeping", () => {
    const silent = test.app.router.routes.filter(
      (route) => route.method !== 'GET' && !route.audit?.length && !ASKING.includes(`${route.method} ${route.path}`),
    );
    expect(silent.map((route) => `${route.method} ${route.path}`)).toEqual(UNAUDITED);
    for (const route of silent) expect(route.unaudited, route.path).not.toBeNull();
  });

  it('that leave audit entries are limited for each person, or say why not', () => {
    const audited = test.app.router.routes.filter(
      ({ access, audit }) => access !== 'public' && access !== 'wall' && audit !== null,
    );
    const unlimited = audited.filter(({ perMinute }) => perMinute?.person === undefined);
    expect(unlimited.map(({ method, path }) => `${method} ${path}`)).toEqual(UNLIMITED);
    for (const { unlimited: reason, path } of unlimited) expect(reason, path).not.toBeNull();
    for (const { perMinute, path } of audited) expect(perMinute?.person ?? 0, path).toBeLessThanOrEqual(600);
  });

  it.each(OWN_CHOICES)('%s, which a person may toggle for ever, is limited more closely', (call) => {
    const route = test.app.router.routes.find(({ method, path }) => `${method} ${path}` === call);
    expect(route?.perMinute?.person).toBeLessThanOrEqual(20);
  });

  it.each(Object.keys(API))('%s: each role as the table says, and no caller without a session', async (call) => {
    const [method = 'GET', path = ''] = call.split(' ');
    const expected = API[call] ?? [];
    const url = path.replace(':id', path.startsWith('/locations') ? '24' : '0190aaaa-0000-7000-8000-000000000000');
    const send = async (client: Pick<Client, 'send'>) =>
      await client.send({ method: method, url: `/api${url}`, ...(method !== 'GET' && { payload: {} }) });
    if (expected === 'public') {
      // Signing out needs no right, but a session to sign out of.
      expect((await send(test.anonymous)).status === 401).toBe(path === '/auth/logout');
      return;
    }
    expect((await send(test.anonymous)).status).toBe(401);
    if (expected === 'wall') {
      for (const [role, client] of clients) expect((await send(client)).status, role).toBe(401);
      return;
    }
    const outcome: string[] = [];
    for (const [role, client] of clients) {
      const reply = await send(client);
      if (reply.status !== 403 || !(method === 'HEAD' || GATES.includes(reply.code ?? ''))) outcome.push(role);
    }
    expect(outcome.sort()).toEqual([...expected].sort());
  });
});
