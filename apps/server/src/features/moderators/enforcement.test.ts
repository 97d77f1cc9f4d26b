import type { Me } from '@ec/contract/auth/schemas';
import { type AccessNeed, decideAccess, menuFor, privilegesNeeded } from '@ec/contract/permissions/decide-access';
import { DEFAULT_LEVELS } from '@ec/contract/permissions/default-levels';
import {
  flags,
  MODERATOR_ROLES,
  PRIVILEGE_IDS,
  PRIVILEGES,
  type Privilege,
  UNUSED_PRIVILEGES,
} from '@ec/contract/permissions/privileges';
import type { Role } from '@ec/contract/permissions/roles';
import { ROUTES } from '@ec/contract/permissions/pages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, createWard, nextPhone, type Person, place } from '../../../test/builders.ts';
import { invitedCode } from '../../../test/credentials.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';
import { auditOf } from '../../../test/looks.ts';
import { narrow, narrowed } from '../../../test/moderators.ts';
import { buildApp } from '../../app.ts';
import { openDatabase } from '../../platform/database/database.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const UNKNOWN_ID = '0190aaaa-0000-7000-8000-000000000000';
const BECAUSE = 'The office has been empty for a month.';

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
    client.send({ method, url: `/api${path.replace(':id', UNKNOWN_ID)}`, ...(method !== 'GET' && { payload: {} }) });
};

/** Opens with the privilege; stays closed with all the others; closes when its time is over, without a new sign-in. */
async function expectNeeds(
  privilege: Privilege,
  send: (client: Client) => Promise<Reply>,
  afterEnd: [number, string] = [403, 'NO_PRIVILEGES'],
): Promise<void> {
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
  expect([over.status, over.code]).toEqual(afterEnd);

  await narrow(test, holder, { ...only(privilege), canManageRoles: ['ward_admin'] });
  expect((await send(holder)).status).not.toBe(403);
  await narrow(test, holder, but(privilege));
  expect((await send(holder)).code).toBe('PRIVILEGE_DENIED');
}

describe('a privilege', () => {
  beforeAll(async () => {
    ward = String((await createWard(test.database.db, 0)).ward);
  });

  it.each<[string, Privilege]>([
    ['PUT /settings', 'canManageSettings'],
    ['POST /disputes/:id/resolve', 'canManageDisputes'],
    ['POST /situation-room/walls', 'canManageWalls'],
    ['GET /audit-logs', 'canAccessAuditLogs'],
  ])('opens %s only while it is granted: %s', async (name, privilege) => {
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

  it('opens the picture of another user only while it is granted: canEditUsers', async () => {
    const target = await createPerson(test.database.db, { role: 'ward_admin', area: place('24-11') });
    const boundary = 'b';
    const part = (name: string, value: string, file = '') =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
    const payload = `${part('userId', target.id)}${part('profilePicture', 'no image', '; filename="a.png"')}--${boundary}--\r\n`;
    // Without any area the other person does not exist for them.
    const send = (client: Client) =>
      client.send({
        method: 'POST',
        url: '/api/users/upload-profile-picture',
        payload,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      });
    await expectNeeds('canEditUsers', send, [404, 'NOT_FOUND']);
  });

  it.each<[string, Privilege]>([
    ['/audit-logs', 'canAccessAuditLogs'],
    ['/security', 'canAccessAuditLogs'],
    ['/reports', 'canManageReports'],
  ])('opens the page %s and its menu item only while it is granted: %s', (path, privilege) => {
    const subject = { role: 'global_moderator' as const, levels: DEFAULT_LEVELS.global_moderator, electionMode: true };
    const page: AccessNeed = ROUTES.find((route) => route.path === path) ?? {};
    const needed = privilegesNeeded(page);
    for (const [granted, open] of [
      [null, true],
      [only(privilege), true],
      [flags((id) => !needed.includes(id)), false],
    ] as const) {
      const privileges = granted && { granted, lapse: null };
      expect(decideAccess({ ...subject, privileges }, page).allowed).toBe(open);
      expect(menuFor({ ...subject, privileges }).some((item) => item.path === path)).toBe(open);
    }
  });

  it.each(MODERATOR_ROLES)('is of no use to a %s only where nothing that needs it is open to them', (role) => {
    const admits = (roles: readonly Role[] | 'any' | undefined) => !roles || roles === 'any' || roles.includes(role);
    const used = new Set<Privilege>();
    for (const { access } of test.app.router.routes) {
      if (typeof access === 'object' && admits(access.roles)) for (const id of privilegesNeeded(access)) used.add(id);
    }
    for (const route of ROUTES) if (admits(route.roles)) for (const id of privilegesNeeded(route)) used.add(id);
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

describe('a role that a narrowed administrator gives', () => {
  const person = (role: Role, state: string) => ({ name: 'Ada Obi', phone: nextPhone(), role, state });
  /** What the user may do now, and whether they decide on results. */
  async function rightsOf(id: string) {
    const client = await test.signIn({ id } as Person);
    const { privileges } = (await client.get('/auth/me')).json<Pick<Me, 'privileges'>>('data');
    const { code } = await client.post(`/results/${UNKNOWN_ID}/verify`, { version: 1 });
    const granted = privileges && PRIVILEGE_IDS.filter((privilege) => privileges.granted[privilege]);
    return { ...privileges, granted, verify: code };
  }
  /** The request that the call raised, approved by another user: whom it is about. */
  async function approved(by: Client, reply: Reply): Promise<string> {
    const request = `/approvals/${reply.json<string>('data.requestId')}`;
    const approval = await by.post(`${request}/approve`, { comment: 'Seen' });
    expect(approval.status, approval.text).toBe(200);
    return approval.json<string>('data.targetUserId');
  }

  it('brings no right that they do not hold, by a form or an import', async () => {
    const validUntil = inMinutes(60);
    const held = { canCreateUsers: true, canBulkImport: true, canResetPasswords: true };
    const canManageRoles: Role[] = ['state_admin', 'ward_admin'];
    const regional = await narrowed(test, { ...held, canManageRoles, validUntil }, 'regional_admin', place('SE'));
    const made = await regional.post('/users', person('state_admin', '01'));
    const id = made.json<string>('data.user.id');
    // A state admin has no use for resetting passwords, and no state admin is below them.
    const granted = ['canCreateUsers', 'canBulkImport'];
    const rights = { granted, canManageRoles: ['ward_admin'], validUntil, verify: 'PRIVILEGE_DENIED' };
    expect(await rightsOf(id)).toMatchObject(rights);
    expect(await auditOf(test, 'user.created', id)).toMatchObject([
      { next: { role: 'state_admin', privileges: { granted, roles: ['ward_admin'], validUntil } } },
    ]);
    const phone = nextPhone();
    const importText = `Ngozi Eze, ${phone.replace('+234', '0')}, Aguata`;
    const sent = await regional.post('/users/import', { importText, state: 'Anambra', role: 'state_admin' });
    expect(sent.status, sent.text).toBe(201);
    const found = await regional.get(`/users?q=${phone.slice(4)}`);
    expect(await rightsOf(found.json<string>('data.users.0.id'))).toMatchObject(rights);
  });

  it('brings no right that the user who approves it or the one who asked does not hold', async () => {
    const results = { canManageResults: true, canManageApprovals: true };
    const canManageRoles: Role[] = ['state_admin', 'regional_admin'];
    const approver = await narrowed(test, { ...results, canManageRoles });
    const moderator = await test.as('global_moderator', place('NG'));
    const asked = await moderator.post('/users', { ...person('state_admin', '20'), justification: BECAUSE });
    const id = await approved(approver, asked);
    expect(await rightsOf(id)).toMatchObject({ granted: ['canManageApprovals', 'canManageResults'] });
    // Narrowed already, they keep in a higher role what is in both.
    await narrow(test, await test.signIn({ id } as Person), { canManageResults: true, canManageChats: true });
    await approved(approver, await moderator.put(`/users/${id}`, { role: 'regional_admin', justification: BECAUSE }));
    expect(await rightsOf(id)).toMatchObject({ granted: ['canManageResults'], verify: 'NOT_FOUND' });

    const asker = await narrowed(test, { canCreateUsers: true, canManageRoles });
    const theirs = await asker.post('/users', { ...person('state_admin', '34'), justification: BECAUSE });
    const chief = await test.as('super_admin', place('NG'));
    const other = await approved(chief, theirs);
    expect(await rightsOf(other)).toMatchObject({ granted: ['canCreateUsers'], verify: 'PRIVILEGE_DENIED' });
  });

  it('is refused where no right would be left', async () => {
    const canManageRoles: Role[] = ['state_admin'];
    const asker = await narrowed(test, { canCreateUsers: true, canManageRoles });
    const approver = await narrowed(test, { canManageApprovals: true, canManageRoles });
    const asked = await asker.post('/users', { ...person('state_admin', '33'), justification: BECAUSE });
    const request = `/approvals/${asked.json<string>('data.requestId')}`;
    const refused = await approver.post(`${request}/approve`, { comment: 'Seen' });
    expect([refused.status, refused.code]).toEqual([409, 'GRANT_EMPTY']);
    expect((await approver.get(request)).json('data.status')).toBe('PENDING');
  });

  it('brings all rights of the role where none of them is narrowed', async () => {
    const chief = await test.as('super_admin', place('NG'));
    const moderator = await test.as('global_moderator', place('NG'));
    const asked = await moderator.post('/users', { ...person('state_admin', '35'), justification: BECAUSE });
    expect(await rightsOf(await approved(chief, asked))).toMatchObject({ granted: null });
  });
});

describe('an invite code', () => {
  it('is known to those only who bring people in or set passwords, and shown to its inviter alone', async () => {
    const national = await test.as('national_admin', place('NG'));
    const person = { name: 'Ada Obi', phone: nextPhone(), role: 'lga_admin', state: '33', lga: '33-05' };
    const id = (await national.post('/users', person)).json<string>('data.user.id');
    const roles = { canManageRoles: ['lga_admin' as const] };
    const approver = await narrowed(test, { ...roles, canManageApprovals: true, canEditUsers: true });
    expect((await approver.get(`/users/${id}`)).json('data.invite')).toBeNull();
    expect((await approver.post(`/users/${id}/invite-code/reveal`)).code).toBe('PRIVILEGE_DENIED');
    const creator = await narrowed(test, { ...roles, canCreateUsers: true });
    expect((await creator.get(`/users/${id}`)).json('data.invite.mine')).toBe(false);
    expect((await creator.post(`/users/${id}/invite-code/reveal`)).code).toBe('INVITE_NOT_YOURS');
    expect(await invitedCode(national, id)).toMatch(/-/);
  });
});
