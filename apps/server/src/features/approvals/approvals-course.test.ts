import type { LocationId } from '@ec/contract/geography/location-id';
import { flags } from '@ec/contract/permissions/privileges';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPerson, createWard, nextPhone, place } from '../../../test/builders.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';
import { narrow } from '../../../test/moderators.ts';

let test: TestApp;
let national: Client;
let lga: Client;
let admin: Client;
let units: LocationId[];

beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', place('NG'));
  lga = await test.as('lga_admin', place('24-11'));
});
afterAll(() => test.close());
beforeEach(async () => {
  const made = await createWard(test.database.db, 4);
  units = made.units;
  admin = await test.as('ward_admin', made.ward);
});

async function register(client = admin, unit = units[0]): Promise<{ id: string; target: string }> {
  const userData = { name: 'Ngozi Ade', phone: nextPhone(), role: 'polling_unit_officer', pollingUnit: unit };
  const reply = await client.post('/approvals', {
    requestType: 'CREATE',
    userData,
    justification: 'No officer reports from this unit.',
  });
  return { id: reply.json<string>('data.id'), target: reply.json<string>('data.targetUserId') };
}

/** The results of the replies, successes by status first. */
const codes = (replies: readonly Reply[]) => replies.map(({ status, code }) => code ?? String(status)).sort();

describe('more information', () => {
  it('is requested, shown to the requester, answered, and keeps the request pending', async () => {
    const { id } = await register();
    const blank = await lga.post(`/approvals/${id}/request-info`, { comment: '  ' });
    expect(blank.status).toBe(400);
    const asked = await lga.post(`/approvals/${id}/request-info`, {
      comment: 'Who is she?',
      requiredInfo: ['Voter card', ' ', ''],
    });
    expect(asked.json('data')).toMatchObject({
      status: 'PENDING',
      requiredInfo: ['Voter card'],
      infoComment: 'Who is she?',
    });
    expect((await admin.get('/approvals/statistics')).json('data.askedOfMe')).toBe(1);
    expect((await lga.post(`/approvals/${id}/answer`, { answer: 'not mine to answer' })).code).toBe('NOT_YOUR_REQUEST');
    const answered = await admin.post(`/approvals/${id}/answer`, { answer: 'The returning officer of 2023.' });
    expect(answered.json('data')).toMatchObject({ status: 'PENDING', requiredInfo: null });
    expect((await admin.post(`/approvals/${id}/answer`, { answer: 'again' })).code).toBe('NOTHING_ASKED');
    const done = await lga.post(`/approvals/${id}/approve`);
    expect(done.json<{ kind: string }[]>('data.history').map(({ kind }) => kind)).toEqual([
      'requested',
      'info_requested',
      'answered',
      'approved',
    ]);
  });
});

describe('a decided request', () => {
  it.each([
    ['approve', { comment: 'too late' }],
    ['reject', { comment: 'too late' }],
    ['request-info', { comment: 'too late' }],
    ['answer', { answer: 'too late' }],
    ['cancel', undefined],
  ])('answers 409 to %s', async (act, body) => {
    const { id } = await register();
    await lga.post(`/approvals/${id}/approve`);
    const by = act === 'answer' || act === 'cancel' ? admin : lga;
    const reply = await by.post(`/approvals/${id}/${act}`, body);
    expect([reply.status, reply.code]).toEqual([409, 'REQUEST_DECIDED']);
  });

  it('is one that the requester withdrew as well', async () => {
    const { id, target } = await register();
    expect((await lga.post(`/approvals/${id}/cancel`)).code).toBe('NOT_YOUR_REQUEST');
    expect((await admin.post(`/approvals/${id}/cancel`)).json('data.status')).toBe('CANCELLED');
    expect((await lga.post(`/approvals/${id}/approve`)).code).toBe('REQUEST_DECIDED');
    expect((await national.get(`/users/${target}`)).status).toBe(404);
  });
});

describe('at the same moment', () => {
  it('one of two who decide wins, and the change is made once', async () => {
    const { id, target } = await register();
    const replies = await Promise.all([
      lga.post(`/approvals/${id}/approve`),
      national.post(`/approvals/${id}/reject`, { comment: 'No' }),
      national.patch(`/approvals/${id}/approve`),
    ]);
    expect(codes(replies)).toEqual(['200', 'REQUEST_DECIDED', 'REQUEST_DECIDED']);
    const entries = await test.database.db
      .selectFrom('audit_entries')
      .select('event')
      .where('resource_id', '=', id)
      .where('event', 'in', ['approval.approved', 'approval.rejected'])
      .execute();
    expect(entries).toHaveLength(1);
    const status = (await national.get(`/users/${target}`)).status;
    expect(status).toBe(entries[0]?.event === 'approval.approved' ? 200 : 404);
  });

  it('an approval and the deletion of its person leave no half of either', async () => {
    for (const unit of units) {
      const person = await createPerson(test.database.db, { role: 'polling_unit_officer', area: unit });
      const asked = await admin.post('/approvals', {
        requestType: 'MODIFY',
        targetUserId: person.id,
        userData: { name: 'Renamed' },
        justification: 'The name was misspelt.',
      });
      const id = asked.json<string>('data.id');
      const [approval, deletion] = await Promise.all([
        lga.post(`/approvals/${id}/approve`),
        national.delete(`/users/${person.id}`),
      ]);
      expect(deletion.status).toBe(200);
      expect([200, 409]).toContain(approval.status);
      const { status } = await test.database.db
        .selectFrom('approval_requests')
        .select('status')
        .where('id', '=', id as never)
        .executeTakeFirstOrThrow();
      expect(status).toBe(approval.status === 200 ? 'APPROVED' : 'CANCELLED');
      const row = await test.database.db
        .selectFrom('users')
        .select(['name', 'status'])
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ name: approval.status === 200 ? 'Renamed' : person.name, status: 'DELETED' });
    }
  });

  it('one of several requests about one person, or for one office, is stored', async () => {
    const person = await createPerson(test.database.db, { role: 'polling_unit_officer', area: units[0] ?? null });
    const about = { requestType: 'DEACTIVATE', targetUserId: person.id, justification: 'Moved to another state.' };
    const same = await Promise.all([1, 2, 3].map(() => admin.post('/approvals', about)));
    expect(codes(same)).toEqual(['201', 'REQUEST_EXISTS', 'REQUEST_EXISTS']);
    const office = await Promise.all(
      [1, 2, 3].map(() =>
        admin.post('/approvals', {
          requestType: 'CREATE',
          userData: { name: 'A', phone: nextPhone(), role: 'polling_unit_officer', pollingUnit: units[1] },
          justification: 'No officer reports from this unit.',
        }),
      ),
    );
    expect(codes(office)).toEqual(['201', 'OFFICE_TAKEN', 'OFFICE_TAKEN']);
  });
});

describe('an own request', () => {
  it('is answered and withdrawn only by those who may still raise requests', async () => {
    const { id } = await register();
    await lga.post(`/approvals/${id}/request-info`, { comment: 'Who is she?' });
    const can = async () => (await admin.get(`/approvals/${id}`)).json('data.can');
    expect(await can()).toMatchObject({ answer: true, cancel: true });
    const changes = [{ moduleId: 'user_management', permission: 'read', expected: 'write' }];
    expect((await national.put('/permissions/roles/ward_admin', { changes })).status).toBe(200);
    expect(await can()).toMatchObject({ answer: false, cancel: false });
    expect((await admin.post(`/approvals/${id}/cancel`)).code).toBe('LEVEL_DENIED');
    expect((await national.post('/permissions/roles/ward_admin/reset')).status).toBe(200);
    expect((await admin.post(`/approvals/${id}/cancel`)).status).toBe(200);
  });
});

describe('a requester who', () => {
  const refusedFor = async (id: string, by = national) => {
    const single = await by.post(`/approvals/${id}/approve`);
    expect([single.status, single.code]).toEqual([409, 'REQUESTER_UNFIT']);
    const bulk = await by.post('/approvals/bulk-approve', { requestIds: [id] });
    expect(bulk.json('data')).toMatchObject({ done: 0, outcomes: [{ ok: false, code: 'REQUESTER_UNFIT' }] });
    expect((await by.post(`/approvals/${id}/reject`, { comment: 'Not needed' })).status).toBe(200);
  };

  it('is no longer active can request no national office any more', async () => {
    const [asker, superAdmin] = await Promise.all([
      test.as('national_admin', place('NG')),
      test.as('super_admin', place('NG')),
    ]);
    const userData = { name: 'New One', phone: nextPhone(), role: 'national_admin' };
    const justification = 'The national office grows by one.';
    const asked = await asker.post('/approvals', { requestType: 'CREATE', userData, justification });
    expect((await superAdmin.put(`/users/${asker.person.id}`, { status: 'INACTIVE' })).status).toBe(200);
    await refusedFor(asked.json<string>('data.id'));
  });

  it.each(['CREATE', 'MODIFY', 'DEACTIVATE', 'DELETE'])(
    'is narrowed to nothing asks no more: %s',
    async (requestType) => {
      const moderator = await test.as('global_moderator', place('NG'));
      const [unit = 0] = units;
      const held = { name: 'Ngozi Ade', phone: nextPhone(), role: 'polling_unit_officer', pollingUnit: unit };
      const target = await createPerson(test.database.db, { role: 'polling_unit_officer', area: units[1] ?? null });
      const about =
        requestType === 'CREATE'
          ? { userData: held }
          : { targetUserId: target.id, ...(requestType === 'MODIFY' && { userData: { name: 'Renamed' } }) };
      const asked = await moderator.post('/approvals', {
        requestType,
        ...about,
        justification: 'The ward asks for it.',
      });
      expect(asked.status, asked.text).toBe(201);
      await narrow(
        test,
        moderator,
        flags(() => false),
      );
      await refusedFor(asked.json<string>('data.id'), await test.as('super_admin', place('NG')));
    },
  );

  it('came to another ward asks for nothing in the former one', async () => {
    const { id } = await register();
    expect((await admin.get(`/approvals/${id}`)).json('data.standing')).toBe('own');
    const { ward } = await createWard(test.database.db, 1);
    await test.database.db.updateTable('users').set({ area_id: ward }).where('id', '=', admin.person.id).execute();
    await refusedFor(id);
  });
});

it('shows the e-mail of the person who decided to those who may read their phone', async () => {
  const { id } = await register();
  const set = test.database.db.updateTable('users').set({ email: 'office@example.org' });
  await set.where('id', '=', national.person.id).execute();
  expect((await national.post(`/approvals/${id}/approve`)).status).toBe(200);
  const seenBy = async (reader: Client) => (await reader.get(`/approvals/${id}`)).json('data.approvedByUser');
  expect(await seenBy(admin)).toMatchObject({ id: national.person.id, email: null });
  expect(await seenBy(national)).toMatchObject({ email: 'office@example.org' });
});

describe('bulk decisions', () => {
  it('do what can be done and name the rest', async () => {
    const [first, second, third] = [await register(), await register(admin, units[1]), await register(admin, units[2])];
    await lga.post(`/approvals/${second.id}/approve`);
    const reply = await national.post('/approvals/bulk-approve', { requestIds: [first.id, second.id, third.id] });
    expect(reply.json('data')).toMatchObject({
      done: 2,
      outcomes: [{ ok: true }, { ok: false, code: 'REQUEST_DECIDED' }, { ok: true }],
    });
    const empty = await national.post('/approvals/bulk-reject', { requestIds: [], comment: 'x' });
    expect(empty.status).toBe(400);
    const silent = await national.post('/approvals/bulk-reject', { requestIds: [first.id] });
    expect(silent.json<{ path: string }[]>('fields')[0]?.path).toBe('comment');
  });
});

describe('a user who moved to another office in the meantime', () => {
  const WHY = 'The party congress has decided so.';
  const states = ['05', '06', '07', '08'];
  const freshState = () => states.pop() ?? '';

  it('is not half moved: the request can only be rejected', async () => {
    const state = await test.as('state_admin', place('25'));
    const { id } = await createPerson(test.database.db, { role: 'lga_admin', area: place('25-01') });
    const change = { requestType: 'MODIFY', targetUserId: id, userData: { assignedLga: '25-02' }, justification: WHY };
    const asked = (await state.post('/approvals', change)).json<string>('data.id');
    const lowered = {
      role: 'ward_admin',
      area_id: (await createWard(test.database.db, 1, place('25-01'))).ward,
    } as const;
    await test.database.db.updateTable('users').set(lowered).where('id', '=', id).execute();
    const approved = await national.post(`/approvals/${asked}/approve`);
    expect([approved.status, approved.code]).toEqual([409, 'USER_STATE']);
    expect((await national.get(`/users/${id}`)).json('data.role')).toBe('ward_admin');
    expect((await national.post(`/approvals/${asked}/reject`, { comment: 'Lowered' })).status).toBe(200);
  });

  it.each([
    ['another phone', 'MODIFY', () => ({ phone: nextPhone() })],
    ['another e-mail', 'MODIFY', () => ({ email: 'mine@example.org' })],
    ['the account closed', 'DEACTIVATE', () => ({})],
    ['the person deleted', 'DELETE', () => ({})],
  ])('above who asked is not changed by the request: %s', async (_, requestType, userData) => {
    const { ward } = await createWard(test.database.db, 1);
    const target = await createPerson(test.database.db, { role: 'ward_admin', area: ward });
    const change = { requestType, targetUserId: target.id, userData: userData(), justification: WHY };
    const id = (await lga.post('/approvals', change)).json<string>('data.id');
    const refusal = async () => (await national.get(`/approvals/${id}`)).json('data.can.refusal');
    expect(await refusal()).toBeNull();
    const promoted = { role: 'state_admin', area_id: place(freshState()) } as const;
    await test.database.db.updateTable('users').set(promoted).where('id', '=', target.id).execute();
    expect(await refusal()).toMatchObject({ code: 'REQUESTER_UNFIT' });
    const single = await national.post(`/approvals/${id}/approve`);
    expect([single.status, single.code]).toEqual([409, 'REQUESTER_UNFIT']);
    const bulk = await national.post('/approvals/bulk-approve', { requestIds: [id] });
    expect(bulk.json('data')).toMatchObject({ done: 0, outcomes: [{ ok: false, code: 'REQUESTER_UNFIT' }] });
    const held = await test.database.db
      .selectFrom('users')
      .select(['phone', 'email'])
      .where('id', '=', target.id)
      .executeTakeFirst();
    expect(held).toEqual({ phone: target.phone, email: null });
    expect((await national.post(`/approvals/${id}/reject`, { comment: 'Promoted' })).status).toBe(200);
  });

  it('and is as high as the approver now, is not theirs to decide about', async () => {
    const superAdmin = await test.as('super_admin', place('NG'));
    const regional = await test.as('regional_admin', place('SE'));
    const { id } = await createPerson(test.database.db, { role: 'state_admin', area: place('01') });
    const change = { requestType: 'DEACTIVATE', targetUserId: id, justification: WHY };
    const asked = (await regional.post('/approvals', change)).json<string>('data.id');
    expect((await national.get(`/approvals/${asked}`)).json('data.can.decide')).toBe(true);
    const promoted = { role: 'national_admin', area_id: place('NG') } as const;
    await test.database.db.updateTable('users').set(promoted).where('id', '=', id).execute();
    expect((await national.get(`/approvals/${asked}`)).json('data.can.decide')).toBe(false);
    expect((await national.post(`/approvals/${asked}/approve`)).code).toBe('NOT_YOUR_APPROVAL');
    expect((await superAdmin.post(`/approvals/${asked}/approve`)).code).toBe('REQUESTER_UNFIT');
    expect((await superAdmin.post(`/approvals/${asked}/reject`, { comment: 'Promoted' })).status).toBe(200);
  });
});

it('goes to the national office where the requester has no area that leads to an approver', async () => {
  const { ward } = await createWard(test.database.db, 1);
  const wide = await test.as('lga_admin', place('SW'));
  const target = await createPerson(test.database.db, { role: 'ward_admin', area: ward });
  const asked = await wide.post('/approvals', {
    requestType: 'DEACTIVATE',
    targetUserId: target.id,
    justification: 'The ward has been without an admin.',
  });
  expect(asked.status).toBe(201);
  const told = (await national.get('/notifications')).json<{ actionUrl: string }[]>('data.notifications');
  expect(told[0]?.actionUrl).toContain(asked.json<string>('data.id'));
});
