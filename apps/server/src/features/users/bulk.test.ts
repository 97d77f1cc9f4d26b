import type { LocationId } from '@ec/contract/geography/location-id';
import { type UserBulkAnswer, USERS_AT_ONCE } from '@ec/contract/users/bulk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPerson, createWard, newOfficer, place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { auditOf } from '../../../test/looks.ts';

const WHY = 'They did not come to the training.';
let test: TestApp;
let national: Client;
let ward: LocationId;
let units: LocationId[];

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  national = await test.as('national_admin', place('NG'));
});
beforeEach(async () => {
  ({ ward, units } = await createWard(test.database.db, 3));
});
afterAll(() => test.close());

const officer = async (at: number) => {
  const made = await national.post('/users', newOfficer(units[at] ?? ward, { password: 'long enough' }));
  expect(made.status, made.text).toBe(201);
  return made.json<{ id: string; updatedAt: string }>('data.user');
};
const statusOf = async (id: string) => (await national.get(`/users/${id}`)).json<string>('data.status');
const bulk = async (client: Client, body: object) => await client.post('/users/bulk', body);
const stepsOf = async (client: Client, body: object) => {
  const reply = await bulk(client, body);
  expect(reply.status, reply.text).toBe(200);
  return reply.json<UserBulkAnswer>('data').steps;
};
const only = (steps: UserBulkAnswer['steps']) => steps.map(({ outcome, code }) => [outcome, code]);

describe('changing many users', () => {
  it('changes each with an audit entry of its own, and names those who stay with the reason', async () => {
    const [first, second, third] = [await officer(0), await officer(1), await officer(2)];
    await national.put(`/users/${second.id}`, { status: 'SUSPENDED' });
    test.clock.advance(1);
    await national.put(`/users/${third.id}`, { name: 'Changed Since' });
    const equal = await createPerson(test.database.db, { role: 'national_admin', area: place('NG') });
    const gone = '0190a0b0-0000-7000-8000-0000000000ff';
    const body = {
      status: 'SUSPENDED',
      users: [
        { id: first.id },
        { id: second.id },
        { id: third.id, updatedAt: third.updatedAt },
        { id: equal.id },
        { id: gone },
      ],
    };
    const expected = [
      ['done', null],
      ['refused', 'USER_STATE'],
      ['refused', 'CONFLICT'],
      ['refused', 'NOT_BELOW_YOU'],
      ['refused', 'NOT_FOUND'],
    ];
    expect(only(await stepsOf(national, { ...body, preview: true }))).toEqual(expected);
    expect(await statusOf(first.id)).toBe('ACTIVE');
    expect(await auditOf(test, 'user.status_changed', first.id)).toHaveLength(0);

    const steps = await stepsOf(national, body);
    expect(only(steps)).toEqual(expected);
    expect(steps.map(({ name }) => name)).toEqual(['Ada Obi', 'Ada Obi', 'Changed Since', expect.any(String), null]);
    expect(steps[1]?.reason).toBe('Ada Obi is already suspended, so this cannot be done.');
    expect(await statusOf(first.id)).toBe('SUSPENDED');
    expect(await statusOf(third.id)).toBe('ACTIVE');
    expect(await auditOf(test, 'user.status_changed', first.id)).toMatchObject([
      { previous: { status: 'ACTIVE' }, next: { status: 'SUSPENDED' }, by: national.person.id },
    ]);
    expect(await auditOf(test, 'user.status_changed', third.id)).toHaveLength(0);
  });

  it('ends the sessions of those who are suspended, and is undone by the status and time of the answer', async () => {
    const admin = await test.as('ward_admin', ward);
    const other = await officer(0);
    const ids = [admin.person.id, other.id];
    const steps = await stepsOf(national, { status: 'SUSPENDED', users: ids.map((id) => ({ id })) });
    expect((await admin.get('/users')).code).toBe('SESSION_ENDED');
    test.clock.advance(1);
    await national.put(`/users/${other.id}`, { name: 'Renamed Meanwhile' });
    const back = await stepsOf(national, {
      status: 'ACTIVE',
      users: steps.map(({ id, before }) => ({ id, updatedAt: before?.updatedAt })),
    });
    expect(only(back)).toEqual([
      ['done', null],
      ['refused', 'CONFLICT'],
    ]);
    expect(await statusOf(admin.person.id)).toBe('ACTIVE');
    expect(await statusOf(other.id)).toBe('SUSPENDED');
  });

  it('becomes requests for a role that asks, with the reason that each request carries', async () => {
    const state = await test.as('state_admin', place('24'));
    const [first, second] = [await officer(0), await officer(1)];
    const body = { status: 'INACTIVE', users: [{ id: first.id }, { id: second.id }] };
    expect(only(await stepsOf(state, { ...body, preview: true }))).toEqual([
      ['requested', null],
      ['requested', null],
    ]);
    expect((await bulk(state, body)).code).toBe('JUSTIFICATION_REQUIRED');
    await state.put(`/users/${second.id}`, { name: 'Asked Before', justification: WHY });
    const steps = await stepsOf(state, { ...body, justification: WHY });
    expect(only(steps)).toEqual([
      ['requested', null],
      ['refused', 'REQUEST_EXISTS'],
    ]);
    const request = await state.get(`/approvals/${steps[0]?.requestId}`);
    expect(request.json('data')).toMatchObject({
      requestType: 'USER_DEACTIVATION',
      targetUserId: first.id,
      justification: WHY,
    });
    expect(await statusOf(first.id)).toBe('ACTIVE');
  });

  it('asks a second person before a national admin is active again', async () => {
    const off = await createPerson(test.database.db, { role: 'national_admin', area: place('NG'), status: 'INACTIVE' });
    const superAdmin = await test.as('super_admin', place('NG'));
    const steps = await stepsOf(superAdmin, { status: 'ACTIVE', users: [{ id: off.id }], justification: WHY });
    expect(only(steps)).toEqual([['requested', null]]);
    expect(await statusOf(off.id)).toBe('INACTIVE');
  });

  it('does not say who lives outside the area', async () => {
    const stranger = await createPerson(test.database.db, {
      role: 'ward_admin',
      area: (await createWard(test.database.db, 1)).ward,
    });
    const admin = await test.as('lga_admin', place('25-01'));
    const steps = await stepsOf(admin, { status: 'SUSPENDED', users: [{ id: stranger.id }], justification: WHY });
    expect(steps).toMatchObject([{ outcome: 'refused', code: 'NOT_FOUND', name: null }]);
    expect(await statusOf(stranger.id)).toBe('ACTIVE');
  });

  it('is refused whole for too many, for none, and for one named twice', async () => {
    const { id } = await officer(0);
    const many = Array.from({ length: USERS_AT_ONCE + 1 }, (_, n) => ({
      id: `0190a0b0-0000-7000-8000-${String(n).padStart(12, '0')}`,
    }));
    for (const users of [many, [], [{ id }, { id }]]) {
      const reply = await bulk(national, { status: 'SUSPENDED', users });
      expect([reply.status, reply.code]).toEqual([400, 'VALIDATION_FAILED']);
    }
    expect(await statusOf(id)).toBe('ACTIVE');
  });
});
