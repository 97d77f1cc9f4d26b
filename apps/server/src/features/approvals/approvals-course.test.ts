import type { LocationId } from '@ec/contract/location-id';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPerson, createWard, nextPhone, place } from '../../../test/builders.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';

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
    justification: 'Nobody reports from this unit.',
  });
  return { id: reply.json<string>('data.id'), target: reply.json<string>('data.targetUserId') };
}

/** What the replies said, the successes by their status first. */
const codes = (replies: readonly Reply[]) => replies.map(({ status, code }) => code ?? String(status)).sort();

describe('more information', () => {
  it('is asked for, shown to the requester, answered, and keeps the request pending', async () => {
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
  it.each(['approve', 'reject', 'request-info', 'answer', 'cancel'])('answers 409 to %s', async (act) => {
    const { id } = await register();
    await lga.post(`/approvals/${id}/approve`);
    const by = act === 'answer' || act === 'cancel' ? admin : lga;
    const reply = await by.post(`/approvals/${id}/${act}`, { comment: 'too late', answer: 'too late' });
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
          justification: 'Nobody reports from this unit.',
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

describe('bulk decisions', () => {
  it('do what can be done and name the rest', async () => {
    const [first, second, third] = [await register(), await register(admin, units[1]), await register(admin, units[2])];
    await lga.post(`/approvals/${second.id}/approve`);
    const reply = await national.post('/approvals/bulk-approve', { requestIds: [first.id, second.id, third.id] });
    expect(reply.json('data')).toMatchObject({
      done: 2,
      outcomes: [{ ok: true }, { ok: false, code: 'REQUEST_DECIDED' }, { ok: true }],
    });
    const nobody = await national.post('/approvals/bulk-reject', { requestIds: [], comment: 'x' });
    expect(nobody.status).toBe(400);
    const silent = await national.post('/approvals/bulk-reject', { requestIds: [first.id] });
    expect(silent.json<{ path: string }[]>('fields')[0]?.path).toBe('comment');
  });
});

describe('somebody who came to another office meanwhile', () => {
  const WHY = 'The party congress has decided so.';

  it('is not half moved: the request can only be rejected', async () => {
    const state = await test.as('state_admin', place('25'));
    const { id } = await createPerson(test.database.db, { role: 'lga_admin', area: place('25-01') });
    const change = { requestType: 'MODIFY', targetUserId: id, userData: { assignedLga: '25-02' }, justification: WHY };
    const asked = (await state.post('/approvals', change)).json<string>('data.id');
    expect((await national.put(`/users/${id}`, { role: 'regional_admin' })).status).toBe(200);
    const approved = await national.post(`/approvals/${asked}/approve`);
    expect([approved.status, approved.code]).toEqual([409, 'USER_STATE']);
    const now = await national.get(`/users/${id}`);
    expect(now.json('data')).toMatchObject({
      role: 'regional_admin',
      assignedRegion: 'North Central',
      assignedState: null,
    });
    expect((await national.post(`/approvals/${asked}/reject`, { comment: 'Promoted' })).status).toBe(200);
  });

  it('and is as high as the approver now, is not theirs to decide about', async () => {
    const superAdmin = await test.as('super_admin', place('NG'));
    const regional = await test.as('regional_admin', place('SE'));
    const { id } = await createPerson(test.database.db, { role: 'state_admin', area: place('01') });
    const change = { requestType: 'DEACTIVATE', targetUserId: id, justification: WHY };
    const asked = (await regional.post('/approvals', change)).json<string>('data.id');
    expect((await national.get(`/approvals/${asked}`)).json('data.can.decide')).toBe(true);
    expect((await superAdmin.put(`/users/${id}`, { role: 'national_admin' })).status).toBe(200);
    expect((await national.get(`/approvals/${asked}`)).json('data.can.decide')).toBe(false);
    expect((await national.post(`/approvals/${asked}/approve`)).code).toBe('NOT_YOUR_APPROVAL');
    expect((await superAdmin.post(`/approvals/${asked}/approve`)).status).toBe(200);
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
