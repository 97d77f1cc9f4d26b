import type { LocationId } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPerson, createWard, nextPhone, place } from '../../../test/builders.ts';
import { invitedCode } from '../../../test/credentials.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let superAdmin: Client;
let national: Client;
let moderator: Client;
let state: Client;
let lga: Client;

beforeAll(async () => {
  test = await testApp();
  [superAdmin, national, moderator, state, lga] = await Promise.all([
    test.as('super_admin', place('NG')),
    test.as('national_admin', place('NG')),
    test.as('global_moderator', place('NG')),
    test.as('state_admin', place('24')),
    test.as('lga_admin', place('24-11')),
  ]);
});
afterAll(() => test.close());

let ward: LocationId;
let unit: LocationId;
let admin: Client;
beforeEach(async () => {
  const made = await createWard(test.database.db, 3);
  ward = made.ward;
  unit = made.units[0] ?? ward;
  admin = await test.as('ward_admin', ward);
});

const WHY = 'No officer reports from this unit.';

async function ask(client: Client, kind: string, rest: Record<string, unknown> = {}): Promise<Reply> {
  return await client.post('/approvals', { requestType: kind, justification: WHY, ...rest });
}

const newOfficer = (changes: Record<string, unknown> = {}) => ({
  name: 'Ngozi Ade',
  phone: nextPhone(),
  role: 'polling_unit_officer',
  pollingUnit: unit,
  ...changes,
});

async function officer(): Promise<{ id: string }> {
  return await createPerson(test.database.db, { role: 'polling_unit_officer', area: unit, name: 'Old Officer' });
}

const idOf = (reply: Reply) => reply.json<string>('data.id');
const statusOf = async (id: string) =>
  (
    await test.database.db
      .selectFrom('users')
      .select('status')
      .where('id', '=', id as never)
      .executeTakeFirst()
  )?.status;
const titles = async (client: Client) =>
  (await client.get('/notifications')).json<{ title: string; actionUrl: string }[]>('data.notifications');

describe('a registration', () => {
  it('reserves the office, waits for the named approver, and activates with an invite', async () => {
    const asked = await ask(admin, 'CREATE', { userData: newOfficer(), targetUserId: null });
    expect(asked.status).toBe(201);
    expect(asked.json('data')).toMatchObject({
      requestType: 'USER_REGISTRATION',
      status: 'PENDING',
      standing: 'own',
      userData: { name: 'Ngozi Ade', pollingUnit: 'Polling Unit 1', role: 'polling_unit_officer' },
    });
    const person = asked.json<string>('data.targetUserId');
    expect(await statusOf(person)).toBe('PENDING');
    expect((await admin.post('/users', newOfficer())).code).toBe('OFFICE_TAKEN');
    expect((await titles(lga))[0]).toMatchObject({
      title: 'Approval requested',
      actionUrl: `/approvals?request=${idOf(asked)}`,
    });
    expect((await titles(state)).some(({ actionUrl }) => actionUrl.endsWith(idOf(asked)))).toBe(false);

    const approved = await lga.patch(`/approvals/${idOf(asked)}/approve`);
    expect(approved.json('data')).toMatchObject({ status: 'APPROVED', approvedByUser: { role: 'lga_admin' } });
    expect(await statusOf(person)).toBe('ACTIVE');
    expect((await titles(admin))[0]).toMatchObject({ title: 'Request approved' });
    // The requester is the inviter; the approver only agreed.
    expect(await invitedCode(admin, person)).toMatch(/-/);
    expect((await lga.post(`/users/${person}/invite-code/reveal`)).code).toBe('INVITE_NOT_YOURS');
  });

  it('does not let the person sign in before it is approved', async () => {
    const phone = nextPhone();
    const asked = await ask(moderator, 'CREATE', { userData: newOfficer({ phone }) });
    expect(await statusOf(asked.json<string>('data.targetUserId'))).toBe('PENDING');
    const { invite_code } = await test.database.db
      .selectFrom('users')
      .select('invite_code')
      .where('phone', '=', phone)
      .executeTakeFirstOrThrow();
    expect(invite_code).toBeNull();
  });

  it('marks the person deleted when it is rejected, so that phone and office are free', async () => {
    const phone = nextPhone();
    const asked = await ask(admin, 'USER_REGISTRATION', { userData: newOfficer({ phone }) });
    const noReason = await lga.post(`/approvals/${idOf(asked)}/reject`, { comment: ' ' });
    expect([noReason.status, noReason.json<{ path: string }[]>('fields')[0]?.path]).toEqual([400, 'rejectionReason']);
    const rejected = await lga.patch(`/approvals/${idOf(asked)}/reject`, { rejectionReason: 'Not known here' });
    expect(rejected.json('data')).toMatchObject({ status: 'REJECTED', rejectionReason: 'Not known here' });
    expect(await statusOf(asked.json<string>('data.targetUserId'))).toBe('DELETED');
    expect((await admin.post('/users', newOfficer({ phone }))).status).toBe(201);
  });

  it('waits for the national office where a regional or state admin asks', async () => {
    const target = { name: 'LGA Admin', phone: nextPhone(), role: 'lga_admin', lga: '24-15' };
    const asked = await ask(state, 'CREATE', { userData: target });
    expect(asked.status).toBe(201);
    expect(await statusOf(asked.json<string>('data.targetUserId'))).toBe('PENDING_NATIONAL_APPROVAL');
    expect((await state.post(`/approvals/${idOf(asked)}/approve`)).code).toBe('OWN_REQUEST');
    expect((await national.post(`/approvals/${idOf(asked)}/approve`)).status).toBe(200);
  });
});

describe('changes', () => {
  it('are applied as requested, without what another user changed in between', async () => {
    const { id } = await officer();
    const asked = await ask(admin, 'MODIFY', { targetUserId: id, userData: { name: 'New Name' } });
    expect(asked.json('data')).toMatchObject({
      requestType: 'DATA_MODIFICATION',
      previousData: { name: 'Old Officer' },
      userData: { name: 'New Name' },
    });
    expect((await national.put(`/users/${id}`, { email: 'kept@example.org' })).status).toBe(200);
    expect((await lga.post(`/approvals/${idOf(asked)}/approve`, { comment: 'Fine' })).status).toBe(200);
    expect((await national.get(`/users/${id}`)).json('data')).toMatchObject({
      name: 'New Name',
      email: 'kept@example.org',
    });
  });

  it('of the role are distinguished, also a deactivation from a deletion', async () => {
    const other = await createPerson(test.database.db, { role: 'lga_admin', area: place('24-16') });
    const role = await ask(state, 'MODIFY', { targetUserId: other.id, userData: { status: 'SUSPENDED' } });
    expect(role.json('data.requestType')).toBe('DATA_MODIFICATION');
    const changed = await ask(national, 'MODIFY', {
      targetUserId: (await createPerson(test.database.db, { role: 'lga_admin', area: place('24-17') })).id,
      userData: { role: 'state_admin', assignedState: '23' },
    });
    expect(changed.json('data.requestType')).toBe('ROLE_CHANGE');
    const { id } = await officer();
    const off = await ask(admin, 'DEACTIVATE', { targetUserId: id });
    expect(off.json('data.requestType')).toBe('USER_DEACTIVATION');
    await lga.post(`/approvals/${idOf(off)}/approve`);
    expect(await statusOf(id)).toBe('INACTIVE');
  });

  it('keep a user in office while their deletion is decided, and after it is refused', async () => {
    const client = await test.as('polling_unit_officer', unit);
    const asked = await ask(admin, 'DELETE', { targetUserId: client.person.id });
    expect(asked.json('data.requestType')).toBe('USER_DELETION');
    expect(await statusOf(client.person.id)).toBe('PENDING_DELETION');
    expect((await client.get('/auth/me')).status).toBe(200);
    await lga.post(`/approvals/${idOf(asked)}/reject`, { comment: 'They stay' });
    expect(await statusOf(client.person.id)).toBe('ACTIVE');
    const again = await ask(admin, 'DELETE', { targetUserId: client.person.id });
    await lga.post(`/approvals/${idOf(again)}/approve`);
    expect(await statusOf(client.person.id)).toBe('DELETED');
    expect((await client.get('/auth/me')).code).toBe('SESSION_ENDED');
  });

  it('by PUT and DELETE become requests for all but the two highest', async () => {
    const { id } = await officer();
    const off = await admin.put(`/users/${id}`, { status: 'INACTIVE', justification: WHY });
    expect([off.status, off.json('data.outcome')]).toEqual([202, 'requested']);
    expect((await admin.get(`/approvals/${off.json<string>('data.requestId')}`)).json('data.requestType')).toBe(
      'USER_DEACTIVATION',
    );
    const second = await admin.delete(`/users/${id}`, { justification: WHY });
    expect([second.status, second.code]).toEqual([409, 'REQUEST_EXISTS']);
  });
});

describe('a request is refused', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    ['without a justification', { justification: '' }, 'justification', 'Justification is required'],
    [
      'with a short one',
      { justification: ' too short ' },
      'justification',
      'Justification must be at least 10 characters long',
    ],
    [
      'with a long one',
      { justification: 'x'.repeat(1001) },
      'justification',
      'Justification must be no more than 1000 characters long',
    ],
    ['without a kind', { requestType: 'PROMOTE' }, 'requestType', 'Choose the kind of request'],
    ['without a person', { requestType: 'DELETE' }, 'targetUserId', 'Say whom the request is about'],
    ['without a role', { userData: { name: 'A', phone: '08031112222' } }, 'userData.role', 'Role is required'],
    ['with a place that is no text', { userData: { pollingUnit: '' } }, 'userData.pollingUnit', ''],
  ])('%s', async (_, change, path, message) => {
    const reply = await ask(admin, 'CREATE', { userData: newOfficer(), ...change });
    expect(reply.status).toBe(400);
    const [field] = reply.json<{ path: string; message: string }[]>('fields');
    expect(field?.path).toBe(path);
    expect(field?.message).toContain(message);
    expect((await admin.get('/approvals?mine=true')).json('data.total')).toBe(0);
  });

  it('about a user who is gone, elsewhere, above or oneself', async () => {
    const gone = await officer();
    await national.delete(`/users/${gone.id}`);
    expect((await ask(admin, 'DELETE', { targetUserId: gone.id })).status).toBe(404);
    const there = await createWard(test.database.db, 1);
    const other = await createPerson(test.database.db, { role: 'polling_unit_officer', area: there.units[0] ?? ward });
    expect((await ask(admin, 'DELETE', { targetUserId: other.id })).status).toBe(404);
    expect((await ask(admin, 'DELETE', { targetUserId: lga.person.id })).status).toBe(404);
    expect((await ask(admin, 'DELETE', { targetUserId: admin.person.id })).code).toBe('NOT_BELOW_YOU');
    expect((await ask(lga, 'CREATE', { userData: newOfficer() })).code).toBe('ROLE_NOT_ASSIGNABLE');
  });

  it('for an office that is taken and a phone in use, with nothing stored', async () => {
    const { id } = await officer();
    const taken = await ask(admin, 'CREATE', { userData: newOfficer() });
    expect([taken.status, taken.code]).toEqual([409, 'OFFICE_TAKEN']);
    const phone = await ask(admin, 'MODIFY', { targetUserId: id, userData: { phone: admin.person.phone } });
    expect([phone.status, phone.code]).toEqual([409, 'PHONE_IN_USE']);
    expect((await admin.get('/approvals')).json('data.total')).toBe(0);
  });
});

describe('who decides', () => {
  it('is the chain’s approver, the national office, a global moderator or the super admin only', async () => {
    const otherState = await test.as('state_admin', place('25'));
    const otherLga = await test.as('lga_admin', place('24-12'));
    const asked = await ask(admin, 'CREATE', { userData: newOfficer() });
    const id = idOf(asked);
    const expected: [Client, number, string | undefined][] = [
      [admin, 403, 'OWN_REQUEST'],
      [state, 403, 'NOT_YOUR_APPROVAL'],
      [otherState, 404, 'NOT_FOUND'],
      [otherLga, 404, 'NOT_FOUND'],
    ];
    for (const [client, status, code] of expected) {
      const reply = await client.post(`/approvals/${id}/approve`);
      expect([client.person.role, reply.status, reply.code]).toEqual([client.person.role, status, code]);
    }
    for (const client of [lga, national, moderator, superAdmin]) {
      expect((await client.get(`/approvals/${id}`)).json('data.standing')).toBe('decide');
    }
    expect((await state.get(`/approvals/${id}`)).json('data.standing')).toBe('awaiting');
  });

  it('a national admin does not decide for a global moderator, and a moderator not on what is as high as they are', async () => {
    const asked = await ask(moderator, 'CREATE', { userData: newOfficer() });
    expect((await national.post(`/approvals/${idOf(asked)}/approve`)).code).toBe('NOT_YOUR_APPROVAL');
    expect((await superAdmin.post(`/approvals/${idOf(asked)}/approve`)).status).toBe(200);
    const high = await ask(national, 'CREATE', {
      userData: { name: 'High', phone: nextPhone(), role: 'national_admin' },
    });
    expect((await moderator.post(`/approvals/${idOf(high)}/approve`)).code).toBe('NOT_YOUR_APPROVAL');
  });

  it('is shown as a count to those who may, as a list, and in statistics', async () => {
    const before = (await lga.get('/approvals/statistics')).json<number>('data.awaitingMe');
    const asked = await ask(admin, 'CREATE', { userData: newOfficer(), priority: 'urgent' });
    expect((await lga.get('/approvals/statistics')).json('data.awaitingMe')).toBe(before + 1);
    expect((await admin.get('/approvals/statistics?mine=true')).json('data')).toMatchObject({
      pendingRequests: 1,
      awaitingMe: 0,
    });
    const list = await lga.get('/approvals?status=PENDING&type=user_registration&priority=URGENT&decidable=true');
    expect(list.json<{ id: string }[]>('data.requests').map(({ id }) => id)).toContain(idOf(asked));
    const others = await lga.get('/approvals?decidable=true&q=no-such-name');
    expect(others.json('data.total')).toBe(0);
    test.clock.advance(12);
    await lga.post(`/approvals/${idOf(asked)}/approve`);
    expect((await admin.get('/approvals/statistics?mine=true')).json('data.averageApprovalTime')).toBeCloseTo(0.2);
    const trail = await lga.get('/approvals/audit-trail');
    expect(trail.json<unknown[]>('data.auditTrail')[0]).toMatchObject({
      id: idOf(asked),
      status: 'APPROVED',
      user: { name: 'Ngozi Ade' },
      reviewer: { role: 'lga_admin' },
    });
    expect((await (await test.as('lga_admin', place('24-13'))).get('/approvals/audit-trail')).json('data.total')).toBe(
      0,
    );
  });
});
