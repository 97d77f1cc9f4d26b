import { decideAccess, menuFor } from '@ec/contract/access';
import { DEFAULT_LEVELS } from '@ec/contract/permissions';
import {
  flags,
  MODERATOR_ROLES,
  PRIVILEGE_IDS,
  PRIVILEGES,
  type Privilege,
  UNUSED_PRIVILEGES,
} from '@ec/contract/privileges';
import type { Role } from '@ec/contract/roles';
import { ROUTES } from '@ec/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, createWard, nextPhone, place } from '../../../test/builders.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';
import { narrow, narrowed } from '../../../test/moderators.ts';
import { buildApp } from '../../app.ts';
import { openDatabase } from '../../platform/database.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const NOBODY = '0190aaaa-0000-7000-8000-000000000000';
const BECAUSE = 'The office has been empty for a month.';

/** Every call that a privilege opens, written out, so that a slip in a route shows. Who calls it besides is not said here. */
const CALLS: Record<string, Privilege> = {
  'POST /users': 'canCreateUsers',
  'PUT /users/:id': 'canEditUsers',
  'DELETE /users/:id': 'canDeleteUsers',
  'POST /auth/admin-reset-password': 'canResetPasswords',
  'POST /users/import': 'canBulkImport',
  'POST /users/import/file': 'canBulkImport',
  'GET /users/imports': 'canBulkImport',
  'GET /users/import/:id': 'canBulkImport',
  'GET /users/import/:id/refused.csv': 'canBulkImport',
  'PATCH /approvals/:id/approve': 'canManageApprovals',
  'POST /approvals/:id/approve': 'canManageApprovals',
  'PATCH /approvals/:id/reject': 'canManageApprovals',
  'POST /approvals/:id/reject': 'canManageApprovals',
  'POST /approvals/bulk-approve': 'canManageApprovals',
  'POST /approvals/bulk-reject': 'canManageApprovals',
  'POST /approvals/:id/request-info': 'canManageApprovals',
  'POST /elections': 'canManageElections',
  'PUT /elections/:id': 'canManageElections',
  'DELETE /elections/:id': 'canManageElections',
  'POST /elections/:id/transition': 'canManageElections',
  'PUT /geographical-data/update': 'canManageGeographicData',
  'POST /geographical-data/add': 'canManageGeographicData',
  'DELETE /geographical-data/delete': 'canManageGeographicData',
  'POST /geographical-data/import': 'canManageGeographicData',
  'POST /geographical-data/import/preview': 'canManageGeographicData',
  'POST /geographical-data/import/:id/store': 'canManageGeographicData',
  'DELETE /geographical-data/import/:id': 'canManageGeographicData',
  'GET /audit-logs': 'canAccessAuditLogs',
  'GET /audit-logs/:id': 'canAccessAuditLogs',
  'GET /audit-logs/export.csv': 'canAccessAuditLogs',
  'GET /audit-logs/verify': 'canAccessAuditLogs',
  'GET /security/status': 'canAccessAuditLogs',
  'GET /security/sessions': 'canAccessAuditLogs',
  'DELETE /security/sessions/:id': 'canAccessAuditLogs',
  'GET /security/alerts': 'canAccessAuditLogs',
  'GET /security/failed-sign-ins': 'canAccessAuditLogs',
  'GET /security/locked-accounts': 'canAccessAuditLogs',
  'POST /security/locked-accounts/unlock': 'canAccessAuditLogs',
  'GET /reports': 'canViewReports',
  'GET /reports/templates': 'canViewReports',
  'GET /reports/:id': 'canViewReports',
  'GET /reports/:id/download': 'canViewReports',
  'POST /reports': 'canViewReports',
  'POST /reports/:id/repeat': 'canViewReports',
  'DELETE /reports/:id': 'canViewReports',
};

/** Calls of which the body or the record says what they need: each with what it must be granted. */
const BY_CONTENT: [string, Privilege, (target: string) => { url: string; method: 'POST'; payload: object }][] = [
  ['a request to register', 'canCreateUsers', () => asked('create', null, { name: 'Ada', role: 'ward_admin' })],
  ['a request to change', 'canEditUsers', (target) => asked('modify', target, { name: 'Another Name' })],
  ['a request to deactivate', 'canEditUsers', (target) => asked('deactivate', target, {})],
  ['a request to delete', 'canDeleteUsers', (target) => asked('delete', target, {})],
];

function asked(requestType: string, targetUserId: string | null, userData: object) {
  const phone = targetUserId === null ? { phone: nextPhone(), assignedWard: ward } : {};
  const payload = { requestType, targetUserId, userData: { ...userData, ...phone }, justification: BECAUSE };
  return { url: '/api/approvals', method: 'POST' as const, payload };
}

let ward = '';
const but = (privilege: Privilege) => flags((id) => id !== privilege);
const only = (privilege: Privilege) => flags((id) => id === privilege);
const inMinutes = (minutes: number) => new Date(test.clock.now().getTime() + minutes * 60_000).toISOString();

const call = (name: string) => {
  const [method = 'GET', path = ''] = name.split(' ');
  return (client: Client): Promise<Reply> =>
    client.send({ method, url: `/api${path.replace(':id', NOBODY)}`, ...(method !== 'GET' && { payload: {} }) });
};

/** Opens with the privilege; stays closed with all the others; closes when its time is over, without a new sign-in. */
async function expectNeeds(privilege: Privilege, send: (client: Client) => Promise<Reply>): Promise<void> {
  const { action, resource } = PRIVILEGES[privilege];
  const without = await narrowed(test, { ...but(privilege), canManageRoles: ['ward_admin'] });
  const refused = await send(without);
  expect([refused.status, refused.code, refused.json('details')]).toEqual([
    403,
    'PRIVILEGE_DENIED',
    { action, resource },
  ]);

  const holder = await narrowed(test, {
    ...only(privilege),
    canManageRoles: ['ward_admin'],
    validUntil: inMinutes(5),
  });
  const open = await send(holder);
  expect(open.status, open.text).not.toBe(403);
  test.clock.advance(6);
  const over = await send(holder);
  expect([over.status, over.code]).toEqual([403, 'PRIVILEGE_DENIED']);

  await narrow(test, holder, { ...only(privilege), canManageRoles: ['ward_admin'] });
  expect((await send(holder)).status).not.toBe(403);
  await narrow(test, holder, but(privilege));
  expect((await send(holder)).code).toBe('PRIVILEGE_DENIED');
}

describe('a privilege', () => {
  beforeAll(async () => {
    ward = String((await createWard(test.database.db, 0)).ward);
  });

  it('is needed by the calls of the table, and by no others', () => {
    const needing = test.app.router.routes.flatMap(({ method, path, access }) =>
      typeof access === 'object' && access.privilege ? [[`${method} ${path}`, access.privilege] as const] : [],
    );
    expect(Object.fromEntries(needing)).toEqual(CALLS);
  });

  it.each(Object.entries(CALLS))('opens %s only while it is granted: %s', async (name, privilege) => {
    await expectNeeds(privilege, call(name));
  });

  it.each(BY_CONTENT)('opens %s only while it is granted: %s', async (_what, privilege, request) => {
    const { db } = test.database;
    await expectNeeds(privilege, async (client) => {
      const made = await createWard(db, 0);
      ward = String(made.ward);
      const target = await createPerson(db, { role: 'ward_admin', area: (await createWard(db, 0)).ward });
      return await client.send(request(target.id));
    });
  });

  it('opens the picture of somebody else only while it is granted: canEditUsers', async () => {
    const target = await createPerson(test.database.db, { role: 'ward_admin', area: place('24-11') });
    const boundary = 'b';
    const part = (name: string, value: string, file = '') =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
    const payload = `${part('userId', target.id)}${part('profilePicture', 'no image', '; filename="a.png"')}--${boundary}--\r\n`;
    await expectNeeds('canEditUsers', (client) =>
      client.send({
        method: 'POST',
        url: '/api/users/upload-profile-picture',
        payload,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      }),
    );
  });

  it.each<[string, Privilege]>([
    ['/audit-logs', 'canAccessAuditLogs'],
    ['/security', 'canAccessAuditLogs'],
    ['/reports', 'canViewReports'],
  ])('opens the page %s and its menu item only while it is granted: %s', (path, privilege) => {
    const subject = { role: 'global_moderator' as const, levels: DEFAULT_LEVELS.global_moderator, electionMode: true };
    const page = ROUTES.find((route) => route.path === path) ?? {};
    for (const [privileges, open] of [
      [null, true],
      [only(privilege), true],
      [but(privilege), false],
    ] as const) {
      expect(decideAccess({ ...subject, privileges }, page).allowed).toBe(open);
      expect(menuFor({ ...subject, privileges }).some((item) => item.path === path)).toBe(open);
    }
  });

  it.each(MODERATOR_ROLES)('is of no use to a %s only where nothing that needs it is open to them', (role) => {
    const admits = (roles: readonly Role[] | 'any' | undefined) => !roles || roles === 'any' || roles.includes(role);
    const used = new Set<Privilege>();
    for (const { access } of test.app.router.routes) {
      if (typeof access === 'object' && access.privilege && admits(access.roles)) used.add(access.privilege);
    }
    for (const route of ROUTES) if ('privilege' in route && admits(route.roles)) used.add(route.privilege);
    expect(PRIVILEGE_IDS.filter((id) => !used.has(id))).toEqual(UNUSED_PRIVILEGES[role]);
  });
});

describe('a change of privileges', () => {
  it('holds at the very next call, however many come at the same moment', async () => {
    const moderator = await narrowed(test, only('canManageElections'));
    const send = call('POST /elections');
    const before = await Promise.all(Array.from({ length: 5 }, () => send(moderator)));
    expect(before.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    await narrow(test, moderator, but('canManageElections'));
    const after = await Promise.all(Array.from({ length: 5 }, () => send(moderator)));
    expect(new Set(after.map(({ code }) => code))).toEqual(new Set(['PRIVILEGE_DENIED']));
  });

  it('holds on the other servers as soon as they hear of it', async () => {
    const moderator = await narrowed(test, only('canManageElections'));
    const database = openDatabase(test.database.url, { max: 2 });
    const other = await buildApp({ config: test.app.platform.config, database, clock: test.clock });
    try {
      const send = async () => {
        const headers = { authorization: `Bearer ${moderator.token}` };
        const reply = await other.fastify.inject({ method: 'POST', url: '/api/elections', headers, payload: {} });
        return reply.statusCode;
      };
      expect(await send()).toBe(400);
      await narrow(test, moderator, but('canManageElections'));
      // Well before what is known of a session is read anew by itself.
      await expect.poll(send, { timeout: 3000 }).toBe(403);
    } finally {
      await other.close();
      await database.close();
    }
  });
});

describe('an invite code', () => {
  it('opens an account, so it is shown to those only who bring people in or set passwords', async () => {
    const national = await test.as('national_admin', place('NG'));
    const person = { name: 'Ada Obi', phone: nextPhone(), role: 'lga_admin', state: '33', lga: '33-05' };
    const id = (await national.post('/users', person)).json<string>('data.user.id');
    const roles = { canManageRoles: ['lga_admin' as const] };
    const approver = await narrowed(test, { ...roles, canManageApprovals: true, canEditUsers: true });
    expect((await approver.get(`/users/${id}`)).json('data.inviteCode')).toBeNull();
    const creator = await narrowed(test, { ...roles, canCreateUsers: true });
    expect((await creator.get(`/users/${id}`)).json('data.inviteCode')).toMatch(/-/);
  });
});
