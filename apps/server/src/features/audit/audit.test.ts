import type { AuditEntryDetail, AuditLogList } from '@ec/contract/audit/schemas';
import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, createWard, type Person, place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { EVERYTHING, narrowed } from '../../../test/moderators.ts';

let test: TestApp;
let national: Client;
let ada: Person;
let ward: LocationId;
let unit: LocationId;
let elsewhere: LocationId;

interface Entry {
  event: string;
  resourceId?: string;
  userId?: UserId;
  areaId?: LocationId;
  ip?: string;
  at?: string;
}

/** Stores entries with the given times and links them; returns their numbers. */
async function store(entries: readonly Entry[]): Promise<number[]> {
  const ids: number[] = [];
  for (const { event, resourceId = null, userId = null, areaId = null, ip = null, at = null } of entries) {
    // As the owner: the application's role cannot set the time.
    await test.asOwner(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into audit_entries (event, resource_id, user_id, area_id, ip, user_agent, previous_values, new_values, created_at)
        values (${event}, ${resourceId}, ${userId}, ${areaId}, ${ip}, 'Agent', '{"votes":{"APC":1}}', '{"votes":{"APC":2}}',
          coalesce(${at}::timestamptz, clock_timestamp())) returning id`.execute(tx);
      ids.push(rows[0]?.id ?? 0);
    });
  }
  await test.app.platform.auditChain.linkNow();
  return ids;
}

async function list(query: Record<string, string | number>, client = national): Promise<AuditLogList> {
  const asked = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  const reply = await client.get(`/audit-logs?${new URLSearchParams(asked).toString()}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.json<AuditLogList>('data');
}

const idsOf = async (query: Record<string, string | number>, client = national) =>
  (await list({ pageSize: 200, ...query }, client)).entries.map(({ id }) => id);

let made: number[];

beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', place('NG'));
  ({
    ward,
    units: [unit = ward] = [],
  } = await createWard(test.database.db, 1));
  elsewhere = (await createWard(test.database.db, 1, place('20-01'))).ward;
  ada = await createPerson(test.database.db, {
    role: 'ward_admin',
    area: ward,
    name: 'Adaeze Okonkwo',
    phone: '+2348099912345',
  });
  made = await store([
    { event: 'settings.updated', at: '2020-01-01T00:00:00Z' },
    { event: 'auth.signed_in', userId: ada.id, areaId: ward, ip: '102.89.4.1', at: '2020-01-02T00:00:00Z' },
    { event: 'result.submitted', userId: ada.id, areaId: unit, resourceId: 'r-1', ip: '102.89.4.1' },
    { event: 'result.verified', areaId: elsewhere, resourceId: 'r-2', ip: '102.89.40.7' },
    { event: 'approval.approved', areaId: elsewhere, resourceId: 'a-1', ip: '2001:db8::1' },
    { event: 'approval.rejected', areaId: ward, resourceId: 'a%_1' },
    { event: 'user.updated', userId: ada.id, resourceId: national.person.id },
  ]);
});
afterAll(() => test.close());

describe('filters', () => {
  it.each<[string, () => Record<string, string | number>, number[]]>([
    ['an action', () => ({ action: 'Result Submitted' }), [2]],
    ['an action of several events', () => ({ action: 'Approval Processed' }), [4, 5]],
    ['an action that is none', () => ({ action: 'Nothing' }), []],
    ['a person', () => ({ userId: ada.id }), [1, 2, 6]],
    ['the system alone', () => ({ system: 'true' }), [0, 3, 4, 5]],
    ['a kind of record', () => ({ resource: 'result' }), [2, 3]],
    ['a record', () => ({ resourceId: 'r-2' }), [3]],
    ['an area', () => ({ area: '24' }), [1, 2, 5]],
    ['an address', () => ({ ip: '102.89.4.1' }), [1, 2]],
    ['the beginning of an address', () => ({ ip: '102.89.' }), [1, 2, 3]],
    ['the beginning of a longer address', () => ({ ip: '2001:' }), [4]],
    ['a time', () => ({ from: '2020-01-01T12:00:00Z', to: '2020-01-03T00:00:00Z' }), [1]],
    ['an end that is not included', () => ({ from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' }), [0]],
    ['a time before all times', () => ({ to: '0000-01-01T00:00:00Z' }), []],
    ['a period and what lies before it', () => ({ period: 'month', to: '2020-02-01T00:00:00Z' }), []],
    ['today', () => ({ period: 'today' }), [2, 3, 4, 5, 6]],
    [
      'all together',
      () => ({ action: 'Result Submitted', area: '24', userId: ada.id, ip: '102.', period: 'week' }),
      [2],
    ],
    ['what excludes itself', () => ({ action: 'Result Submitted', system: 'true' }), []],
    ['a search for an action', () => ({ q: 'settings upd' }), [0]],
    ['a search for a name', () => ({ q: 'adaeze' }), [1, 2, 6]],
    ['a search for a phone', () => ({ q: '0809 991 2345' }), [1, 2, 6]],
    ['a search for a place', () => ({ q: 'Lagos' }), [1, 2, 5]],
    ['a search for a code', () => ({ q: '24-11' }), [1, 2, 5]],
    ['a search for a record', () => ({ q: 'r-1' }), [2]],
    ['a search for an address', () => ({ q: '102.89.4' }), [1, 2, 3]],
    ['a search within a filter', () => ({ q: 'adaeze', resource: 'result' }), [2]],
    ['a search for characters that stand for others elsewhere', () => ({ q: '%' }), []],
    ['a search for a record with them', () => ({ q: 'a%_1' }), [5]],
  ])('by %s', async (_, query, expected) => {
    const found = await idsOf(query());
    expect(found.filter((id) => made.includes(id))).toEqual(expected.map((index) => made[index]).toReversed());
  });

  it('count what they leave, exactly', async () => {
    expect(await list({ userId: ada.id, pageSize: 1 })).toMatchObject({ total: 3, totalIsExact: true });
    const all = await list({});
    const { rows } = await sql<{ count: number }>`select count(*) as count from audit_links`.execute(test.database.db);
    expect(all).toMatchObject({ total: rows[0]?.count, totalIsExact: true });
  });

  it('are refused all at once where they are none', async () => {
    const reply = await national.get('/audit-logs?period=year&ip=%25&pageSize=1000&resource=nothing&userId=x');
    expect(reply.status).toBe(400);
    const paths = reply.json<{ path: string }[]>('fields').map(({ path }) => path);
    expect(paths.toSorted()).toEqual(['ip', 'pageSize', 'period', 'resource', 'userId']);
    expect((await national.get('/audit-logs?area=99-99')).code).toBe('UNKNOWN_LOCATION');
  });
});

describe('pages', () => {
  it('lead from the newest to the oldest and back without gap or repetition', async () => {
    const ids: number[] = [];
    let page = await list({ userId: ada.id, pageSize: 1 });
    expect(page.newer).toBeNull();
    for (;;) {
      ids.push(...page.entries.map(({ id }) => id));
      if (page.older === null) break;
      page = await list({ userId: ada.id, pageSize: 1, before: page.older });
    }
    expect(ids).toEqual([made[6], made[2], made[1]]);
    expect(page.newer).not.toBeNull();
    page = await list({ userId: ada.id, pageSize: 2, after: page.newer ?? 0 });
    expect(page.entries.map(({ id }) => id)).toEqual([made[6], made[2]]);
    expect([page.newer, page.older === null]).toEqual([null, false]);
  });

  it('stay as they are while entries are added', async () => {
    const first = await list({ pageSize: 3 });
    const second = await list({ pageSize: 3, before: first.older ?? 0 });
    await store([{ event: 'settings.updated' }]);
    expect(await list({ pageSize: 3, before: first.older ?? 0 })).toMatchObject({ entries: second.entries });
  });

  it('go through several blocks of the chain', async () => {
    const [far = 0] = await store([{ event: 'election.deleted', resourceId: 'far' }]);
    await sql`insert into audit_entries (event, area_id) select 'auth.refreshed', ${place('37')}::bigint
      from generate_series(1, 40000)`.execute(test.database.db);
    await test.app.platform.auditChain.linkNow();
    expect(await idsOf({ action: 'Election Deleted' })).toEqual([far]);
    expect((await list({ area: '37' })).entries).toHaveLength(50);
    expect(await list({ area: '37' })).toMatchObject({ total: 10_000, totalIsExact: false });
    const oldest = await list({ area: '37', pageSize: 50, after: 0 });
    const { rows } = await sql<{ first: number }>`select min(position) as first from audit_links
      where area_id = ${place('37')}::bigint`.execute(test.database.db);
    expect(oldest.entries.at(-1)?.position).toBe(rows[0]?.first);
  });
});

describe('an entry', () => {
  it('is answered as a whole, with its link', async () => {
    const reply = await national.get(`/audit-logs/${made[2]}`);
    const entry = reply.json<AuditEntryDetail>('data');
    expect(entry).toMatchObject({
      id: made[2],
      actionType: 'Result Submitted',
      resourceType: 'result',
      resourceId: 'r-1',
      user: { id: ada.id, name: ada.name, role: 'ward_admin' },
      area: { id: unit, type: 'polling_unit', name: 'Polling Unit 1' },
      ipAddress: '102.89.4.1',
      userAgent: 'Agent',
      previousValues: { votes: { APC: 1 } },
      newValues: { votes: { APC: 2 } },
    });
    const before = await national.get(`/audit-logs/${made[1]}`);
    expect(entry.previousHash).toBe(before.json('data.hash'));
    expect(entry.hash).toMatch(/^[\da-f]{64}$/);
  });

  it('that there is not is not found', async () => {
    expect((await national.get('/audit-logs/999999999')).status).toBe(404);
    expect((await national.get('/audit-logs/x')).status).toBe(400);
  });
});

describe('a moderator who is narrowed', () => {
  it('finds what has a place in their areas, and nothing else', async () => {
    const moderator = await narrowed(test, { canAccessAuditLogs: true, allowedStates: ['24'] });
    const mine = await idsOf({}, moderator);
    expect(mine.filter((id) => made.includes(id))).toEqual([made[5], made[2], made[1]]);
    expect(await idsOf({ q: 'r-2' }, moderator)).toEqual([]);
    expect((await moderator.get(`/audit-logs/${made[2]}`)).status).toBe(200);
    expect((await moderator.get(`/audit-logs/${made[3]}`)).status).toBe(404);
    expect((await moderator.get(`/audit-logs/${made[0]}`)).status).toBe(404);
    expect((await moderator.get('/audit-logs?area=20')).code).toBe('UNKNOWN_LOCATION');
    expect((await moderator.get('/audit-logs/verify')).code).toBe('NOT_PERMITTED');
  });

  it('finds nothing where the log was not granted', async () => {
    const moderator = await narrowed(test, { ...EVERYTHING, canAccessAuditLogs: false, allowedStates: ['24'] });
    for (const url of ['/audit-logs', `/audit-logs/${made[2]}`, '/audit-logs/export.csv', '/audit-logs/verify']) {
      expect((await moderator.get(url)).code, url).toBe('PRIVILEGE_DENIED');
    }
  });
});
