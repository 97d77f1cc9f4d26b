import type { ResultId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createPerson, createWard, place, setElectionMode } from './builders.ts';
import { inTransaction } from '../src/platform/database/database.ts';
import { openSession } from '../src/platform/identity/sessions.ts';
import { raised, submitFor } from './disputes.ts';
import { type Client, type Reply, type TestApp, testApp } from './harness.ts';

/** Who calls: each administrator above the officer of a unit, and their equals of another area. */
const INSIDE = [
  'super_admin',
  'national_admin',
  'global_moderator',
  'regional_admin',
  'state_admin',
  'lga_admin',
  'ward_admin',
] as const;
const OUTSIDE = ['regional_admin', 'state_admin', 'lga_admin', 'ward_admin'] as const;

type Row = Record<(typeof INSIDE)[number], number> & { outside: number | Partial<Record<Role, number>> };

const row = (
  statuses: [number, number, number, number, number, number, number],
  outside: Row['outside'] = 404,
): Row => ({
  ...(Object.fromEntries(INSIDE.map((role, index) => [role, statuses[index] ?? 0])) as Omit<Row, 'outside'>),
  outside,
});

const WHY = 'Because the office asks for it.';

let test: TestApp;
let ward: LocationId;
let unit: LocationId;
let inside: Map<Role, Client>;
let outside: Map<Role, Client>;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  const made = await createWard(test.database.db, 1);
  ward = made.ward;
  unit = made.units[0] ?? ward;
  const there = await createWard(test.database.db, 1, place('24-12'));
  const areas: Record<Role, [LocationId, LocationId] | undefined> = {
    regional_admin: [place('SW'), place('SE')],
    state_admin: [place('24'), place('25')],
    lga_admin: [place('24-11'), place('24-12')],
    ward_admin: [ward, there.ward],
  } as Record<Role, [LocationId, LocationId] | undefined>;
  const clients = async (roles: readonly Role[], side: 0 | 1) =>
    new Map(
      await Promise.all(
        roles.map(async (role) => [role, await test.as(role, areas[role]?.[side] ?? place('NG'))] as const),
      ),
    );
  inside = await clients(INSIDE, 0);
  outside = await clients(OUTSIDE, 1);
});
afterAll(() => test.close());

/** An officer of the unit, who replaces the previous one. */
async function freshOfficer(): Promise<string> {
  await test.database.db
    .updateTable('users')
    .set({ status: 'DELETED', status_before: null })
    .where('area_id', '=', unit)
    .where('role', '=', 'polling_unit_officer')
    .execute();
  return (await createPerson(test.database.db, { role: 'polling_unit_officer', area: unit })).id;
}

/** A request of the ward's admin about a fresh officer. */
async function freshRequest(): Promise<string> {
  const body = {
    requestType: 'MODIFY',
    targetUserId: await freshOfficer(),
    userData: { name: 'Renamed' },
    justification: WHY,
  };
  const reply = await inside.get('ward_admin')?.post('/approvals', body);
  return reply?.json<string>('data.id') ?? '';
}

/** A result of the unit that waits for review, in an election of its own. */
async function freshResult(): Promise<ResultId> {
  await setElectionMode(test.database.db, true);
  test.app.platform.organisation.invalidate();
  const election = await createElection(test.database.db);
  const row = await test.database.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', (await freshOfficer()) as UserId)
    .executeTakeFirstOrThrow();
  return await submitFor(await test.signIn({ ...row, area: row.area_id }), election, unit);
}

/** A dispute that the ward's admin raised. */
async function freshDispute(): Promise<string> {
  const admin = inside.get('ward_admin');
  return admin ? await raised(admin, await freshResult()) : '';
}

/** An officer of the unit who is signed in: their session. */
async function freshSession(): Promise<string> {
  const officer = await freshOfficer();
  const { sessionId } = await inTransaction(test.database.db, (tx) =>
    openSession(tx, { userId: officer as UserId, ip: null, userAgent: null, now: test.clock.now() }),
  );
  return sessionId;
}

/** An officer of the unit whose phone is locked. */
async function freshLockOut(): Promise<string> {
  const id = await freshOfficer();
  await test.database.db
    .insertInto('sign_in_attempts')
    .columns(['phone', 'failures', 'locked_until'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(['phone', eb.lit(5).as('failures')])
        .select(eb.val(new Date(test.clock.now().getTime() + 60_000)).as('locked_until'))
        .where('id', '=', id as UserId),
    )
    .execute();
  return id;
}

const CALLS: Record<
  string,
  { expected: Row; make: () => Promise<string>; send: (client: Client, id: string) => Promise<Reply> }
> = {
  'GET /users/:id': {
    expected: row([200, 200, 200, 200, 200, 200, 200]),
    make: freshOfficer,
    send: (client, id) => client.get(`/users/${id}`),
  },
  'PUT /users/:id': {
    expected: row([200, 200, 202, 202, 202, 202, 202]),
    make: freshOfficer,
    send: (client, id) => client.put(`/users/${id}`, { name: 'Renamed', justification: WHY }),
  },
  'DELETE /users/:id': {
    expected: row([200, 200, 202, 202, 202, 202, 202]),
    make: freshOfficer,
    send: (client, id) => client.delete(`/users/${id}`, { justification: WHY }),
  },
  'POST /auth/admin-reset-password': {
    expected: row([200, 200, 200, 200, 403, 403, 403], {
      regional_admin: 404,
      state_admin: 403,
      lga_admin: 403,
      ward_admin: 403,
    }),
    make: freshOfficer,
    send: (client, userId) => client.post('/auth/admin-reset-password', { userId, newPassword: 'long enough' }),
  },
  'POST /approvals': {
    expected: row([201, 201, 201, 201, 201, 201, 201]),
    make: freshOfficer,
    send: (client, targetUserId) =>
      client.post('/approvals', { requestType: 'DEACTIVATE', targetUserId, justification: WHY }),
  },
  'GET /approvals/:id': {
    expected: row([200, 200, 200, 200, 200, 200, 200]),
    make: freshRequest,
    send: (client, id) => client.get(`/approvals/${id}`),
  },
  'POST /approvals/:id/approve': {
    expected: row([200, 200, 200, 403, 403, 200, 403]),
    make: freshRequest,
    send: (client, id) => client.post(`/approvals/${id}/approve`),
  },
  'PATCH /approvals/:id/reject': {
    expected: row([200, 200, 200, 403, 403, 200, 403]),
    make: freshRequest,
    send: (client, id) => client.patch(`/approvals/${id}/reject`, { rejectionReason: 'Not so' }),
  },
  'POST /approvals/:id/request-info': {
    expected: row([200, 200, 200, 403, 403, 200, 403]),
    make: freshRequest,
    send: (client, id) => client.post(`/approvals/${id}/request-info`, { comment: 'Who?' }),
  },
  'POST /approvals/:id/cancel': {
    expected: row([403, 403, 403, 403, 403, 403, 200]),
    make: freshRequest,
    send: (client, id) => client.post(`/approvals/${id}/cancel`),
  },
  'POST /disputes': {
    expected: row([201, 201, 201, 201, 201, 201, 201]),
    make: freshResult,
    send: (client, resultId) => client.post('/disputes', { resultId, version: 1, reason: WHY }),
  },
  'GET /disputes/:id': {
    expected: row([200, 200, 200, 200, 200, 200, 200]),
    make: freshDispute,
    send: (client, id) => client.get(`/disputes/${id}`),
  },
  'POST /disputes/:id/comments': {
    expected: row([200, 200, 200, 200, 200, 200, 200]),
    make: freshDispute,
    send: (client, id) => client.post(`/disputes/${id}/comments`, { text: WHY }),
  },
  'GET /disputes/:id/assignees': {
    expected: row([200, 200, 200, 200, 200, 200, 200]),
    make: freshDispute,
    send: (client, id) => client.get(`/disputes/${id}/assignees`),
  },
  'POST /disputes/:id/assign': {
    expected: row([200, 200, 200, 200, 200, 200, 200]),
    make: freshDispute,
    send: (client, id) => client.post(`/disputes/${id}/assign`, { userId: inside.get('lga_admin')?.person.id }),
  },
  'POST /disputes/:id/resolve': {
    expected: row([200, 200, 200, 200, 200, 200, 403]),
    make: freshDispute,
    send: (client, id) => client.post(`/disputes/${id}/resolve`, { version: 1, resolution: 'return', reason: WHY }),
  },
  'DELETE /security/sessions/:id': {
    expected: row([200, 200, 200, 403, 403, 403, 403], 403),
    make: freshSession,
    send: (client, id) => client.delete(`/security/sessions/${id}`),
  },
  'POST /security/locked-accounts/unlock': {
    expected: row([200, 200, 200, 403, 403, 403, 403], 403),
    make: freshLockOut,
    send: (client, userId) => client.post('/security/locked-accounts/unlock', { userId }),
  },
};

describe.each(Object.entries(CALLS))('%s', (_, { expected, make, send }) => {
  it.each(INSIDE)('by the %s of the area', async (role) => {
    const client = inside.get(role);
    const id = await make();
    expect(client && (await send(client, id)).status).toBe(expected[role]);
  });

  it.each(OUTSIDE)('by the %s of another area, who learns nothing and changes nothing', async (role) => {
    const client = outside.get(role);
    const id = await make();
    const before = await test.database.db
      .selectFrom('audit_entries')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst();
    const status = typeof expected.outside === 'number' ? expected.outside : expected.outside[role];
    expect(client && (await send(client, id)).status).toBe(status);
    const after = await test.database.db
      .selectFrom('audit_entries')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst();
    expect(after).toEqual(before);
  });
});

describe('lists', () => {
  it.each([...INSIDE])('of users and requests hold what lies in the area of the %s', async (role) => {
    const client = inside.get(role);
    const id = await freshRequest();
    const requests = await client?.get('/approvals?status=PENDING&pageSize=1000');
    expect(requests?.json<{ id: string }[]>('data.requests').map((request) => request.id)).toContain(id);
    expect((await client?.get(`/users?pollingUnitId=${unit}`))?.json('data.total')).toBe(1);
  });

  it.each([...INSIDE])('of disputes hold what lies in the area of the %s', async (role) => {
    const id = await freshDispute();
    const disputes = await inside.get(role)?.get(`/disputes?status=open&pageSize=1000`);
    expect(disputes?.json<{ id: string }[]>('data.disputes').map((dispute) => dispute.id)).toContain(id);
  });

  it.each([...OUTSIDE])('of disputes hold nothing of it for the %s of another area', async (role) => {
    await freshDispute();
    const client = outside.get(role);
    expect((await client?.get('/disputes'))?.json('data')).toMatchObject({ disputes: [], total: 0 });
    expect((await client?.get(`/disputes?area=${ward}`))?.code).toBe('UNKNOWN_LOCATION');
  });

  it.each([...OUTSIDE])('hold nothing of it for the %s of another area', async (role) => {
    const client = outside.get(role);
    const id = await freshRequest();
    const requests = await client?.get('/approvals?pageSize=1000');
    expect(requests?.json<{ id: string }[]>('data.requests').map((request) => request.id)).not.toContain(id);
    expect((await client?.get(`/users?pollingUnitId=${unit}`))?.status).toBe(404);
  });
});
