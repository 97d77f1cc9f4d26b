import type { Role } from '@ec/contract/permissions/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccount, invitedCode, login, PASSWORD, signedIn } from '../../../test/credentials.ts';
import { createPerson, nextPhone, place } from '../../../test/builders.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';
import { auditOf } from '../../../test/looks.ts';
import { hashPassword } from '../../platform/identity/passwords.ts';
import { reopenOffice } from '../../commands/reopen-office.ts';

const WHY = 'The national office grows by one person.';
let test: TestApp;
let one: Client;
let two: Client;
let superAdmin: Client;

beforeAll(async () => {
  test = await testApp();
  [one, two, superAdmin] = await Promise.all([
    test.as('national_admin', place('NG')),
    test.as('national_admin', place('NG')),
    test.as('super_admin', place('NG')),
  ]);
});
afterAll(() => test.close());

const candidate = (role: Role = 'national_admin', more: object = {}) => ({
  name: 'New One',
  phone: nextPhone(),
  role,
  ...more,
});
const stored = async (id: string) =>
  await test.database.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id as never)
    .executeTakeFirstOrThrow();
const requestOf = (reply: Reply) => reply.json<string>('data.requestId');
const targetOf = async (by: Client, id: string) => (await by.get(`/approvals/${id}`)).json<string>('data.targetUserId');
const approve = (by: Client, id: string) => by.post(`/approvals/${id}/approve`);

/** Creates an inactive or active national user directly in the database. */
const officer = (role: Role, status: 'ACTIVE' | 'INACTIVE' = 'ACTIVE') =>
  createPerson(test.database.db, { role, area: place('NG'), status });

describe('a new national or super admin', () => {
  it.each<[string, () => Client, Role]>([
    ['a national admin makes a national admin', () => one, 'national_admin'],
    ['a super admin makes a national admin', () => superAdmin, 'national_admin'],
    ['a super admin makes a super admin', () => superAdmin, 'super_admin'],
  ])('waits for a second person where %s', async (_, by, role) => {
    const silent = await by().post('/users', candidate(role));
    expect([silent.status, silent.code]).toEqual([400, 'JUSTIFICATION_REQUIRED']);
    const password = 'known to its maker';
    const body = candidate(role, { justification: WHY, password });
    const asked = await by().post('/users', body);
    expect([asked.status, asked.json('data.outcome')]).toEqual([202, 'requested']);
    const id = requestOf(asked);
    const target = await targetOf(by(), id);
    expect(await stored(target)).toMatchObject({
      status: 'PENDING_NATIONAL_APPROVAL',
      password_hash: null,
      invite_code: null,
    });
    const early = await test.anonymous.post('/auth/login', { phoneNumber: body.phone, password });
    expect(early.status).toBe(401);
    const own = await approve(by(), id);
    expect([own.status, own.code]).toEqual([403, 'OWN_REQUEST']);
    const read = await two.get(`/approvals/${id}`);
    expect(read.json('data')).toMatchObject({ secondPerson: true, standing: 'decide', can: { decide: true } });
    expect((await approve(two, id)).status).toBe(200);
    expect(await stored(target)).toMatchObject({ status: 'ACTIVE', role });
    // The code goes to the new user's phone: neither requester nor approver sees it.
    for (const reader of [by(), two]) {
      const seen = await reader.get(`/users/${target}`);
      expect(seen.json('data.invite')).toBeNull();
      expect((await reader.post(`/users/${target}/invite-code/reveal`)).status).toBe(404);
    }
  });

  it('is not made by a national admin as super admin, nor approved by anybody below', async () => {
    const refused = await one.post('/users', candidate('super_admin', { justification: WHY }));
    expect([refused.status, refused.code]).toEqual([403, 'ROLE_NOT_ASSIGNABLE']);
    const id = requestOf(await one.post('/users', candidate('national_admin', { justification: WHY })));
    const moderator = await test.as('global_moderator', place('NG'));
    const reply = await approve(moderator, id);
    expect([reply.status, reply.code]).toEqual([403, 'NOT_YOUR_APPROVAL']);
    const bulk = await moderator.post('/approvals/bulk-approve', { requestIds: [id] });
    expect(bulk.json('data.done')).toBe(0);
    expect((await one.post('/approvals/bulk-approve', { requestIds: [id] })).json('data.done')).toBe(0);
    expect((await approve(superAdmin, id)).status).toBe(200);
  });

  it('comes by no import', async () => {
    const text = await one.post('/users/import', {
      importText: `A B, ${nextPhone()}, Ikeja`,
      state: '24',
      role: 'national_admin',
    });
    expect([text.status, text.code]).toEqual([403, 'ROLE_NOT_ASSIGNABLE']);
  });

  it('is made once, though two approve at the same moment', async () => {
    const id = requestOf(await one.post('/users', candidate('national_admin', { justification: WHY })));
    const replies = await Promise.all([approve(two, id), approve(superAdmin, id)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.find(({ status }) => status === 409)?.code).toBe('REQUEST_DECIDED');
  });

  it('frees phone and office when the second person refuses', async () => {
    const body = candidate('national_admin', { justification: WHY });
    const id = requestOf(await one.post('/users', body));
    expect((await two.post(`/approvals/${id}/reject`, { rejectionReason: 'Not known here' })).status).toBe(200);
    expect((await one.post('/users', body)).status).toBe(202);
  });
});

describe('a change that could hand over an account of the national office', () => {
  it.each<[string, () => Client, Role, object, 'ACTIVE' | 'INACTIVE']>([
    ['the role national admin', () => one, 'state_admin', { role: 'national_admin' }, 'ACTIVE'],
    ['the role super admin', () => superAdmin, 'national_admin', { role: 'super_admin' }, 'ACTIVE'],
    ['another phone', () => superAdmin, 'national_admin', { phone: '' }, 'ACTIVE'],
    ['another phone of a super admin', () => superAdmin, 'super_admin', { phone: '' }, 'ACTIVE'],
    ['being active again', () => superAdmin, 'national_admin', { status: 'ACTIVE' }, 'INACTIVE'],
  ])('waits for a second person: %s', async (_, by, role, given, status) => {
    const area = role === 'state_admin' ? place('24') : place('NG');
    const target = await createPerson(test.database.db, { role, area, status });
    const change = 'phone' in given ? { phone: nextPhone() } : given;
    const silent = await by().put(`/users/${target.id}`, change);
    expect([silent.status, silent.code]).toEqual([400, 'JUSTIFICATION_REQUIRED']);
    const asked = await by().put(`/users/${target.id}`, { ...change, justification: WHY });
    expect([asked.status, asked.json('data.outcome')]).toEqual([202, 'requested']);
    expect(await stored(target.id)).toMatchObject({ role, phone: target.phone, status });
    expect((await approve(by(), requestOf(asked))).code).toBe('OWN_REQUEST');
    expect((await approve(two, requestOf(asked))).status).toBe(200);
    expect(await stored(target.id)).toMatchObject(change);
  });

  it('is not approved of an account whose phone changed since the second person was asked', async () => {
    const target = await createPerson(test.database.db, { role: 'state_admin', area: place('08') });
    const asked = await one.put(`/users/${target.id}`, { role: 'national_admin', justification: WHY });
    const id = requestOf(asked);
    const read = async () => (await two.get(`/approvals/${id}`)).json('data.can.refusal');
    expect(await read()).toBeNull();
    const phone = nextPhone();
    expect((await one.put(`/users/${target.id}`, { phone })).status).toBe(200);
    expect(await read()).toMatchObject({ code: 'USER_STATE' });
    const refused = await approve(two, id);
    expect([refused.status, refused.code]).toEqual([409, 'USER_STATE']);
    expect(await stored(target.id)).toMatchObject({ role: 'state_admin', phone });
    expect((await two.post(`/approvals/${id}/reject`, { rejectionReason: 'Another phone' })).status).toBe(200);
  });

  it.each(['a password that its requester set', 'an invite that its requester read', 'a session that was open'])(
    'gives no account away by %s',
    async (key) => {
      const area = place('12');
      await test.database.db.updateTable('users').set({ status: 'DELETED' }).where('area_id', '=', area).execute();
      const invited = key.startsWith('an invite');
      const target = await createPerson(test.database.db, {
        role: 'state_admin',
        area,
        passwordHash: invited ? null : await hashPassword(PASSWORD),
      });
      const opened = invited ? undefined : (await signedIn(test, target)).accessToken;
      let inviteCode = 'ABCD-EFGH';
      if (invited) {
        await one.put(`/users/${target.id}`, { status: 'INACTIVE' });
        await one.put(`/users/${target.id}`, { status: 'ACTIVE' });
        inviteCode = await invitedCode(one, target.id);
      }
      const asked = await one.put(`/users/${target.id}`, { role: 'national_admin', justification: WHY });
      const known = 'known to its setter 5';
      if (key.startsWith('a password')) {
        const body = { userId: target.id, newPassword: known };
        expect((await one.post('/auth/admin-reset-password', body)).status).toBe(200);
      }
      expect((await approve(two, requestOf(asked))).status).toBe(200);
      const person = await stored(target.id);
      expect(person).toMatchObject({ role: 'national_admin', status: 'ACTIVE', password_hash: null });
      // The invite is new, goes to the phone that the second person saw, and is read by neither of the two.
      expect(person.invite_code).not.toBeNull();
      expect((await one.post(`/users/${target.id}/invite-code/reveal`)).status).toBe(404);
      const accepted = { phoneNumber: target.phone, inviteCode, newPassword: known };
      expect((await test.anonymous.post('/auth/accept-invite', accepted)).code).toBe('BAD_INVITE');
      for (const password of [PASSWORD, known]) expect((await login(test, target.phone, password)).status).toBe(401);
      if (opened) {
        const me = await test.app.fastify.inject({
          url: '/api/auth/me',
          headers: { authorization: `Bearer ${opened}` },
        });
        expect(me.statusCode).toBe(401);
      }
    },
  );

  it('is for others than the person it is about to approve', async () => {
    const target = await test.as('national_admin', place('NG'));
    const asked = await superAdmin.put(`/users/${target.person.id}`, { role: 'super_admin', justification: WHY });
    const reply = await approve(target, requestOf(asked));
    expect([reply.status, reply.code]).toEqual([403, 'NOT_YOUR_APPROVAL']);
  });

  it('is made at once where nothing is handed over: another name, deactivating, a lower role', async () => {
    const target = await officer('national_admin');
    for (const change of [{ name: 'Other Name' }, { status: 'INACTIVE' }, { role: 'global_moderator' }]) {
      const reply = await superAdmin.put(`/users/${target.id}`, change);
      expect([reply.status, reply.json('data.outcome')]).toEqual([200, 'done']);
    }
  });

  it('is not requested in advance by a user whom the approver created', async () => {
    const maker = await test.as('super_admin', place('NG'));
    const regional = await test.as('regional_admin', place('SE'));
    const target = await createPerson(test.database.db, { role: 'state_admin', area: place('04') });
    const body = {
      requestType: 'MODIFY',
      targetUserId: target.id,
      userData: { phone: nextPhone() },
      justification: WHY,
    };
    const early = (await regional.post('/approvals', body)).json<string>('data.id');
    await test.database.db
      .updateTable('users')
      .set({ role: 'national_admin', area_id: place('NG') })
      .where('id', '=', target.id)
      .execute();
    for (const client of [one, maker]) expect((await approve(client, early)).status).toBeGreaterThanOrEqual(403);
    expect((await stored(target.id)).phone).toBe(target.phone);
  });
});

describe('a password of the national office', () => {
  it.each<[Role]>([['national_admin'], ['super_admin']])('is set by its owner alone: %s', async (role) => {
    const target = await createAccount(test, { role, area: place('NG') });
    const reply = await superAdmin.post('/auth/admin-reset-password', {
      userId: target.id,
      newPassword: 'taken over 1',
    });
    expect([reply.status, reply.code]).toEqual([403, 'PASSWORD_OF_OWNER']);
    expect((await superAdmin.get(`/users/${target.id}`)).json('data.can.resetPassword')).toBe(false);
    const signIn = await test.anonymous.post('/auth/login', { phoneNumber: target.phone, password: 'taken over 1' });
    expect(signIn.status).toBe(401);
  });

  it('is not to be had by reading its reset code among the deliveries', async () => {
    const target = await createAccount(test, { role: 'national_admin', area: place('NG') });
    expect((await test.anonymous.post('/auth/forgot-password', { phoneNumber: target.phone })).status).toBe(200);
    const recipient = encodeURIComponent(target.phone);
    const sent = async () =>
      (await superAdmin.get(`/deliveries?q=${recipient}`)).json<{ body: string | null }[]>('data.messages');
    await expect.poll(async () => (await sent()).length).toBe(1);
    expect((await sent()).map(({ body }) => body)).toEqual([null]);
  });
});

describe('an organisation at its first start', () => {
  let fresh: TestApp;
  let first: Client;

  beforeEach(async () => {
    fresh = await testApp();
    first = await fresh.as('super_admin', place('NG'));
    return () => fresh.close();
  });

  /** Makes the first national admin, who takes up the account. */
  async function makeFirst(): Promise<string> {
    const body = candidate();
    const id = (await first.post('/users', body)).json<string>('data.user.id');
    const inviteCode = await invitedCode(first, id);
    const accepted = await fresh.anonymous.post('/auth/accept-invite', {
      phoneNumber: body.phone,
      inviteCode,
      newPassword: PASSWORD,
    });
    expect(accepted.status).toBe(200);
    return id;
  }

  const others = async (by: Client) => (await by.get('/users/summary')).json('data.secondPerson');

  it('lets its super admin make one national admin alone, audited as such, and then no other', async () => {
    expect(await others(first)).toEqual({ mayBegin: true, approvers: [] });
    const body = candidate();
    const made = await first.post('/users', body);
    expect([made.status, made.json('data.outcome')]).toEqual([201, 'done']);
    const id = made.json<string>('data.user.id');
    expect(made.json('data.user.invite')).toMatchObject({ mine: true });
    expect(await auditOf(fresh, 'user.first_national_admin', id)).toHaveLength(1);
    // An account with an open invite has no active owner: a request would wait for it in vain.
    expect(await others(first)).toEqual({ mayBegin: false, approvers: [] });
    expect((await first.post('/users', candidate('national_admin', { justification: WHY }))).code).toBe(
      'SECOND_PERSON_MISSING',
    );
    const inviteCode = await invitedCode(first, id);
    await fresh.anonymous.post('/auth/accept-invite', { phoneNumber: body.phone, inviteCode, newPassword: PASSWORD });
    expect(await others(first)).toMatchObject({ mayBegin: false, approvers: [{ id, role: 'national_admin' }] });
    expect((await first.post('/users', candidate('national_admin', { justification: WHY }))).status).toBe(202);
  });

  it('counts as a second person only those whose role decides on requests', async () => {
    const id = await makeFirst();
    const none = { role: 'national_admin', module: 'approvals', level: 'none' } as const;
    await fresh.database.db.insertInto('role_permissions').values(none).execute();
    const { organisation } = fresh.app.platform;
    organisation.invalidate();
    expect(await others(first)).toEqual({ mayBegin: false, approvers: [] });
    const asked = () => first.post('/users', candidate('national_admin', { justification: WHY }));
    expect((await asked()).code).toBe('SECOND_PERSON_MISSING');
    await fresh.database.db.deleteFrom('role_permissions').execute();
    organisation.invalidate();
    expect(await others(first)).toMatchObject({ approvers: [{ id }] });
    expect((await asked()).status).toBe(202);
  });

  it('lets one of two through who are made at the same moment', async () => {
    const replies = await Promise.all(
      [1, 2, 3].map(() => first.post('/users', candidate('national_admin', { justification: WHY }))),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  it.each(['delete', 'demote', 'deactivate'])('does not begin again once the first is gone: %s', async (act) => {
    const id = (await first.post('/users', candidate())).json<string>('data.user.id');
    if (act === 'delete') expect((await first.delete(`/users/${id}`)).status).toBe(200);
    if (act === 'demote') expect((await first.put(`/users/${id}`, { role: 'global_moderator' })).status).toBe(200);
    if (act === 'deactivate') expect((await first.put(`/users/${id}`, { status: 'INACTIVE' })).status).toBe(200);
    for (const role of ['national_admin', 'super_admin'] as const) {
      const again = await first.post('/users', candidate(role, { justification: WHY }));
      expect([again.status, again.code]).toEqual([409, 'SECOND_PERSON_MISSING']);
    }
    const raised = await first.post('/approvals', { requestType: 'CREATE', userData: candidate(), justification: WHY });
    expect(raised.code).toBe('SECOND_PERSON_MISSING');
  });

  it('begins again by a command on the server, which is audited, and only while one person is left', async () => {
    const id = (await first.post('/users', candidate())).json<string>('data.user.id');
    expect(await reopenOffice(fresh.database)).toHaveLength(2);
    expect((await first.delete(`/users/${id}`)).status).toBe(200);
    expect(await reopenOffice(fresh.database)).toEqual([]);
    const noted = fresh.database.db.selectFrom('audit_entries').select('id');
    expect(await noted.where('event', '=', 'user.first_national_admin_allowed').execute()).toHaveLength(1);
    await makeFirst();
    expect((await first.post('/users', candidate('national_admin', { justification: WHY }))).status).toBe(202);
  });

  it('has no second super admin before there is a national admin to approve', async () => {
    const reply = await first.post('/users', candidate('super_admin', { justification: WHY }));
    expect([reply.status, reply.code]).toEqual([409, 'SECOND_PERSON_MISSING']);
  });
});
