import { type User, type UserList, UserSort } from '@ec/contract/users/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, createWard } from '../../../test/builders.ts';
import { type Client, testApp, type TestApp } from '../../../test/harness.ts';
import { sumUpUserChanges } from '../../platform/jobs/maintenance.ts';
import { dialled } from '../../platform/identity/phones.ts';
import { userChanges } from '../../platform/database/known-counts.ts';

let test: TestApp;
let reader: Client;

beforeAll(async () => {
  test = await testApp();
  const { ward, units } = await createWard(test.database.db, 60);
  reader = await test.as('ward_admin', ward);
  for (const [index, area] of units.entries()) {
    const role = index % 3 === 0 ? 'gpuo' : 'polling_unit_officer';
    const status = index % 5 === 0 ? 'INACTIVE' : 'ACTIVE';
    const person = await createPerson(test.database.db, { role, area, status, name: `Person ${(index * 7) % 20}` });
    if (index % 4 !== 0) continue;
    await test.database.db
      .updateTable('users')
      .set({ last_login_at: new Date(Date.UTC(2027, 0, 1 + (index % 9))) })
      .where('id', '=', person.id)
      .execute();
  }
});
afterAll(() => test.close());

const list = async (query: string) => (await reader.get(`/users?${query}`)).json<UserList>('data');

/** The sort key of each order, from the answer; users who never signed in come first. */
const KEYS: Record<string, (user: User) => string> = {
  name: ({ name, phone }) => `${name.toLowerCase()} ${phone}`,
  role: ({ role, name, phone }) => `${role} ${name.toLowerCase()} ${phone}`,
  status: ({ status, name, phone }) => `${status} ${name.toLowerCase()} ${phone}`,
  lastLogin: ({ lastLogin, id }) => `${lastLogin ?? ''} ${id}`,
  createdAt: ({ id }) => id,
};

describe('pages of the list', () => {
  it.each(UserSort.options)(
    'sorted by %s hold everybody once, in order, from whichever end they are found',
    async (sort) => {
      const keyOf = KEYS[sort.replace('-', '')] ?? (() => '');
      const all = await list(`sort=${sort}&limit=100`);
      expect(all.total).toBe(61);
      const keys = all.users.map(keyOf);
      const inOrder = keys.toSorted((a, b) => (a < b ? -1 : 1));
      expect(keys).toEqual(sort.startsWith('-') ? inOrder.toReversed() : inOrder);
      const paged: string[] = [];
      for (let page = 1; page <= 9; page++) {
        paged.push(...(await list(`sort=${sort}&limit=7&page=${page}`)).users.map(({ id }) => id));
      }
      expect(paged).toEqual(all.users.map(({ id }) => id));
      const beyond = await list(`sort=${sort}&limit=7&page=10`);
      expect(beyond).toMatchObject({ users: [], total: 61, inScope: 61 });
    },
  );

  it('that are filtered and searched count and show the same people', async () => {
    const found = await list('q=erso 15&role=gpuo&status=inactive&limit=100');
    const expected = (await list('limit=100')).users.filter(
      ({ name, phone, role, status }) => `${name} ${phone}`.includes('15') && role === 'gpuo' && status === 'INACTIVE',
    );
    expect(found.users.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(found).toMatchObject({ total: expected.length, inScope: 61 });
    expect(expected.length).toBeGreaterThan(0);
  });
});

describe('counts', () => {
  it('are current after a change by any user', async () => {
    const { db } = test.database;
    const inactive = async () => (await list('status=inactive')).total;
    const before = await inactive();
    const [someone] = (await list('status=inactive&role=gpuo')).users;
    const set = async (status: 'ACTIVE' | 'DELETED' | 'INACTIVE') =>
      await db
        .updateTable('users')
        .set({ status })
        .where('id', '=', someone?.id ?? null)
        .execute();
    await set('ACTIVE');
    expect(await inactive()).toBe(before - 1);
    await set('DELETED');
    expect(await list('limit=1')).toMatchObject({ total: 60, inScope: 60 });
    await sumUpUserChanges(db);
    expect(await list('limit=1')).toMatchObject({ total: 60, inScope: 60 });
    await set('INACTIVE');
    expect(await inactive()).toBe(before);
    expect((await reader.get('/users/summary')).json('data.totalUsers')).toBe(61);
    await set('DELETED');
    expect((await reader.get('/users/summary')).json('data.totalUsers')).toBe(60);
    await set('INACTIVE');
  });

  it('do not know a change before it is committed, and know it then', async () => {
    const other = await test.database.pool.connect();
    try {
      await other.query('begin');
      await other.query(`update users set status = 'SUSPENDED' where area_id = $1`, [reader.person.area]);
      expect((await list('status=suspended')).total).toBe(0);
      await other.query('commit');
      expect((await list('status=suspended')).total).toBe(1);
      await test.database.pool.query(`update users set status = 'ACTIVE' where area_id = $1`, [reader.person.area]);
    } finally {
      other.release();
    }
  });

  it('stay known while people only sign in, and the sum of changes stays when it is summed up twice at once', async () => {
    const { db } = test.database;
    const changes = await userChanges(db);
    await db.updateTable('users').set({ last_login_at: new Date() }).execute();
    expect(await userChanges(db)).toBe(changes);
    await Promise.all([sumUpUserChanges(db), sumUpUserChanges(db), sumUpUserChanges(db)]);
    expect(await userChanges(db)).toBe(changes);
    const { rows } = await test.database.pool.query('select from user_changes');
    expect(rows).toHaveLength(1);
  });
});

describe('the export', () => {
  it('holds the people of the filter inside the reader’s area, with one audit entry before its first line', async () => {
    const reply = await reader.get('/users/export.csv?status=INACTIVE');
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head, ...lines] = reply.text.replace('\uFEFF', '').trim().split('\n');
    expect(head).toBe('name,phone,email,role,status,region,state,lga,ward,polling_unit,place_code,last_login,created');
    const listed = await list('status=INACTIVE&limit=100');
    expect(lines).toHaveLength(listed.total);
    for (const { name, phone } of listed.users) expect(lines.join('\n')).toContain(`${name},${dialled(phone)},`);
    const entries = await test.database.db
      .selectFrom('audit_entries')
      .select(['user_id', 'new_values'])
      .where('event', '=', 'user.exported')
      .execute();
    expect(entries).toMatchObject([{ user_id: reader.person.id, new_values: { filters: { status: 'INACTIVE' } } }]);
  });

  it('holds nothing of elsewhere, runs no formula, and refuses what the list refuses', async () => {
    const { ward, units } = await createWard(test.database.db, 1);
    await createPerson(test.database.db, { role: 'gpuo', area: units[0] ?? ward, name: '=cmd()' });
    const other = await test.as('ward_admin', ward);
    const own = (await other.get('/users/export.csv')).text;
    expect(own).toContain("'=cmd()");
    expect(own).not.toContain('Person 7');
    expect((await reader.get('/users/export.csv')).text).not.toContain('cmd()');
    const elsewhere = await reader.get(`/users/export.csv?wardId=${ward}`);
    expect([elsewhere.status, elsewhere.code]).toEqual([404, 'UNKNOWN_LOCATION']);
    expect((await reader.get('/users/export.csv?status=GONE')).status).toBe(400);
    expect((await test.anonymous.get('/users/export.csv')).status).toBe(401);
    const officer = await test.as('polling_unit_officer', units[0] ?? ward);
    expect((await officer.get('/users/export.csv')).status).toBe(403);
  });
});
