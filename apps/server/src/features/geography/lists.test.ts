import type { LocationId } from '@ec/contract/geography/location-id';
import type { GeographicalData, PollingUnitStats } from '@ec/contract/geography/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createPerson, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { narrowed } from '../../../test/moderators.ts';
import { openStream, ticketOf } from '../../../test/stream.ts';

let test: TestApp;
let national: Client;

beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

const read = async (query = '', client: Client = national) =>
  (await client.get(`/geographical-data?${query}`)).json<GeographicalData>('data');
const codes = (rows: readonly { code: string }[]) => rows.map(({ code }) => code);
const statsOf = async (client: Client) => (await client.get('/polling-units/stats')).json<PollingUnitStats>('data');

describe('lists of geographical data', () => {
  it('say where each row lies, what is inside it and how many users', async () => {
    const { ward, units } = await createWard(test.database.db, 2, place('36-01'));
    await test.as('ward_admin', ward);
    await test.as('state_admin', place('36'));
    const gone = await createPerson(test.database.db, { role: 'gpuo', area: ward });
    await test.database.db.updateTable('users').set({ status: 'DELETED' }).where('id', '=', gone.id).execute();

    const [zamfara] = (await read('type=states&q=zamf')).states;
    expect(zamfara).toMatchObject({ name: 'Zamfara', code: '36', count: 2, children: 14, units: 2 });
    expect(zamfara?.within.map(({ name }) => name)).toEqual(['North West']);
    expect((await read('type=lgas&parentId=36&sort=code&pageSize=1')).lgas).toMatchObject([
      { code: '36-01', count: 1 },
    ]);
    const row = (await read(`type=wards&parentId=36-01`)).wards.find(({ id }) => id === ward);
    expect(row).toMatchObject({ count: 1, children: 2, units: 2, registeredVoters: 1000 });
    expect(row?.within.map(({ name }) => name)).toEqual(['North West', 'Zamfara', 'Anka']);
    const [unit] = (await read('type=pollingUnits&parentId=NW')).pollingUnits.filter(({ id }) => id === units[0]);
    expect(unit).toMatchObject({ count: 0, children: 0, units: 1, registeredVoters: 500 });
  });

  it('are paged: every place once, in order, and the number that match', async () => {
    const all = (await read('type=lgas')).lgas;
    expect(all).toHaveLength(774);
    for (const sort of ['code', '-code', 'name', '-name']) {
      const pages: string[] = [];
      for (let page = 1; page <= 8; page++) {
        const data = await read(`type=lgas&sort=${sort}&pageSize=100&page=${page}`);
        expect(data.matching).toEqual({ regions: null, states: null, lgas: 774, wards: null, pollingUnits: null });
        pages.push(...codes(data.lgas));
      }
      const key = (row: { name: string; code: string; id: LocationId }) => (sort.endsWith('name') ? row.name : '');
      const expected = all.toSorted((a, b) => {
        const [x, y] = [key(a).toLowerCase(), key(b).toLowerCase()];
        return x < y ? -1 : x > y ? 1 : a.id - b.id;
      });
      expect(pages, sort).toEqual(codes(sort.startsWith('-') ? expected.toReversed() : expected));
    }
    expect((await read('type=lgas&pageSize=100&page=9')).lgas).toEqual([]);
    expect((await national.get('/geographical-data?sort=users')).code).toBe('VALIDATION_FAILED');
  });

  it('are searched by any part of the name, whatever its case, and by the start of the code', async () => {
    expect(codes((await read('type=lgas&q=sURUL')).lgas)).toEqual(['24-20', '30-33']);
    expect((await read('type=lgas&q=24-1')).matching.lgas).toBe(10);
    expect((await read('type=lgas&q=%25')).matching.lgas).toBe(0);
    expect((await read('type=lgas&q=ba&parentId=20')).lgas.every(({ code }) => code.startsWith('20-'))).toBe(true);
    expect((await national.get('/geographical-data?parentId=nowhere')).code).toBe('UNKNOWN_LOCATION');
  });

  it('count anew as soon as a user or a place changes', async () => {
    const before = await read('type=states&q=sokoto');
    const someone = await createPerson(test.database.db, { role: 'lga_admin', area: place('33-01') });
    const after = await read('type=states&q=sokoto');
    expect(after.states[0]?.count).toBe((before.states[0]?.count ?? 0) + 1);
    expect(after.totals.users).toBe(before.totals.users + 1);
    await test.database.db.updateTable('users').set({ status: 'DELETED' }).where('id', '=', someone.id).execute();
    expect((await read('type=states&q=sokoto')).totals.users).toBe(before.totals.users);
    await national.post('/geographical-data/add', { type: 'wards', name: 'Counted anew', parentId: '33-01' });
    const added = await read('type=wards&q=counted anew');
    expect([added.totals.wards, added.matching.wards]).toEqual([before.totals.wards + 1, 1]);
  });

  it('end at the areas of a narrowed moderator', async () => {
    const moderator = await narrowed(test, { canManageGeographicData: true, allowedStates: ['24', '36'] });
    const data = await read('', moderator);
    expect(codes(data.states)).toEqual(['36', '24']);
    expect(data.totals).toMatchObject({ regions: 0, states: 2, lgas: 34 });
    expect((await read('type=lgas&parentId=20', moderator)).lgas).toEqual([]);
    const { ward } = await createWard(test.database.db, 0, place('20-01'));
    for (const reply of [
      await moderator.put('/geographical-data/update', { type: 'wards', id: String(ward), newName: 'Mine' }),
      await moderator.post('/geographical-data/add', { type: 'wards', parentId: '20-01', name: 'Mine' }),
      await moderator.delete('/geographical-data/delete', { type: 'wards', id: String(ward) }),
    ]) {
      expect(reply.status).toBe(404);
    }
    const added = await moderator.post('/geographical-data/add', { type: 'wards', parentId: '24-01', name: 'Mine' });
    expect(added.status).toBe(201);
  });

  it('are announced as stale to open consoles when the tree changes', async () => {
    const watcher = await test.as('polling_unit_officer', null);
    const stream = await openStream(test, await ticketOf(watcher));
    await national.put('/geographical-data/update', { type: 'lgas', id: '34-01', newName: 'Told to all' });
    expect(await stream.next('geography')).toMatchObject({ type: 'geography' });
    await stream.close();
  });
});

describe('two who change one place at once', () => {
  const rename = (oldName: string, newName: string) =>
    national.put('/geographical-data/update', { type: 'lgas', id: '35-01', oldName, newName });

  it('a name that another user changed meanwhile is not overwritten', async () => {
    const name = (await read('type=lgas&q=35-01')).lgas[0]?.name ?? '';
    const replies = await Promise.all([rename(name, 'First'), rename(name, 'Second')]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.code).toBe('CONFLICT');
  });

  it('one deletion is done and audited; the other finds nothing', async () => {
    const { ward } = await createWard(test.database.db, 0, place('35-02'));
    const remove = () => national.delete('/geographical-data/delete', { type: 'wards', id: String(ward) });
    const replies = await Promise.all([remove(), remove()]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(replies.find(({ status }) => status === 404)?.code).toBe('UNKNOWN_LOCATION');
    const audits = await test.database.db
      .selectFrom('audit_entries')
      .select('id')
      .where('event', '=', 'geography.deleted')
      .where('resource_id', 'like', '35-02-%')
      .execute();
    expect(audits).toHaveLength(1);
  });

  it('a child is added or its parent deleted, never both', async () => {
    const { ward } = await createWard(test.database.db, 0, place('35-03'));
    const [removed, added] = await Promise.all([
      national.delete('/geographical-data/delete', { type: 'wards', id: String(ward) }),
      national.post('/geographical-data/add', { type: 'pollingUnits', parentId: String(ward), name: 'Late' }),
    ]);
    const outcome = [removed.status, removed.code, added.status];
    expect([
      [200, undefined, 404],
      [409, 'IN_USE', 201],
    ]).toContainEqual(outcome);
  });
});

describe('what is in the way of a deletion', () => {
  const remove = (type: string, id: LocationId) =>
    national.delete('/geographical-data/delete', { type, id: String(id) });

  it('is counted kind by kind: results, deleted users, moderators, requests', async () => {
    const { db } = test.database;
    const { units } = await createWard(db, 1);
    const unit = units[0] ?? place('NG');
    const officer = await test.as('polling_unit_officer', unit);
    await setElectionMode(db, true);
    test.app.platform.organisation.invalidate();
    const election = await createElection(db);
    const sent = await officer.post('/results', sheet(election, unit), { 'idempotency-key': 'in-the-way' });
    expect(sent.status).toBe(201);
    const keptBy = async () =>
      (await read(`type=pollingUnits&parentId=${unit}`)).pollingUnits.find(({ id }) => id === unit)?.keptBy;
    expect(await keptBy()).toBe('results of it');
    await db.updateTable('users').set({ status: 'DELETED' }).where('id', '=', officer.person.id).execute();
    expect(await keptBy()).toBe('results of it, deleted users whose records name it');
    const refused = await remove('pollingUnits', unit);
    expect([refused.status, refused.code]).toEqual([409, 'IN_USE']);
    expect(refused.json('error')).toMatch(/1 deleted user whose record names it, 1 result of it\.$/);
    expect(refused.json('details.uses')).toMatchObject({ users: 0, formerUsers: 1, results: 1, children: 0 });

    const empty = await createWard(db, 0, place('24-02'));
    expect((await read('type=wards&parentId=24-02')).wards.find(({ id }) => id === empty.ward)?.keptBy).toBeNull();
    await narrowed(test, { canManageGeographicData: true, allowedWards: [String(empty.ward)] });
    expect((await remove('wards', empty.ward)).json('details.uses')).toMatchObject({ moderators: 1, users: 0 });
  });
});

describe('polling unit stats', () => {
  it('say how the office of each unit is held, by state and region, inside the own area', async () => {
    const { db } = test.database;
    const { ward, units } = await createWard(db, 6, place('27-01'));
    const [active = ward, inactive = ward, suspended = ward, leaving = ward, deleted = ward] = units;
    const officer = async (
      area: LocationId,
      change: object = { status: 'ACTIVE' },
      role: 'polling_unit_officer' | 'gpuo' = 'gpuo',
    ) => {
      const { id } = await createPerson(db, { role, area });
      await db.updateTable('users').set(change).where('id', '=', id).execute();
    };
    await officer(active, { status: 'ACTIVE' }, 'polling_unit_officer');
    await officer(inactive, { status: 'INACTIVE' }, 'polling_unit_officer');
    await officer(suspended, { status: 'SUSPENDED' }, 'polling_unit_officer');
    await officer(leaving, { status: 'PENDING_DELETION', status_before: 'ACTIVE' }, 'polling_unit_officer');
    await officer(deleted, { status: 'DELETED' }, 'polling_unit_officer');
    // An officer of the grassroots count holds no office of the unit.
    await officer(deleted);

    const wardAdmin = await test.as('ward_admin', ward);
    const counts = { total: 6, active: 2, suspended: 1, inactive: 3 };
    const own = await statsOf(wardAdmin);
    expect(own).toMatchObject(counts);
    expect(own.byState).toEqual([{ id: place('27'), name: 'Ogun', code: '27', ...counts }]);
    expect(own.byRegion).toEqual([{ id: place('SW'), name: 'South West', code: 'SW', ...counts }]);

    const everything = await statsOf(national);
    expect(everything.byState.find(({ code }) => code === '27')).toMatchObject(counts);
    const sum = (rows: readonly { total: number }[]) => rows.reduce((all, { total }) => all + total, 0);
    expect([sum(everything.byState), sum(everything.byRegion)]).toEqual([everything.total, everything.total]);
    expect((await statsOf(await test.as('state_admin', place('01')))).byState.map(({ code }) => code)).not.toContain(
      '27',
    );
    await officer(units[5] ?? ward, { status: 'ACTIVE' }, 'polling_unit_officer');
    expect((await statsOf(wardAdmin)).active).toBe(3);
    const ofUnit = await statsOf(await test.as('gpuo', leaving));
    expect(ofUnit).toMatchObject({ total: 1, active: 1, inactive: 0, suspended: 0 });
    expect((await test.anonymous.get('/polling-units/stats')).status).toBe(401);
  });
});

describe('places of an office', () => {
  it('say whether it is taken, to readers of people alone', async () => {
    const { ward, units } = await createWard(test.database.db, 3, place('36-02'));
    const [held, free] = units;
    const officer = { role: 'polling_unit_officer' as const };
    await createPerson(test.database.db, { ...officer, area: held ?? ward });
    const gone = await createPerson(test.database.db, { ...officer, area: free ?? ward });
    await test.database.db.updateTable('users').set({ status: 'DELETED' }).where('id', '=', gone.id).execute();
    const asked = `/locations?type=polling_unit&parentId=${ward}&officeOf=polling_unit_officer`;
    const taken = (await national.get(asked)).json<{ taken: boolean }[]>('data.locations');
    expect(taken.map((unit) => unit.taken)).toEqual([true, false, false]);
    const plain = await national.get(`/locations?type=polling_unit&parentId=${ward}`);
    expect(plain.json('data.locations.0.taken')).toBeUndefined();
    const reader = await test.as('polling_unit_officer', units[2] ?? ward);
    const refused = await reader.get(asked);
    expect([refused.status, refused.code]).toEqual([403, 'NOT_PERMITTED']);
    expect((await test.anonymous.get(asked)).status).toBe(401);
    expect((await national.get('/locations?officeOf=emperor')).status).toBe(400);
  });
});
