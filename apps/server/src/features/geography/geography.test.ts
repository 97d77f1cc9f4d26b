import { chainOf, codeOf, type LocationId } from '@ec/contract/geography/location-id';
import type { GeographicalData, Location, LocationList } from '@ec/contract/geography/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announce } from '../../../test/announcements.ts';
import { createElection, createWard, place } from '../../../test/builders.ts';
import { say } from '../../../test/chat.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { inAreas } from '../../platform/database/places.ts';
import { ensureReferenceData } from './reference-data.ts';

let test: TestApp;
let national: Client;

beforeAll(async () => {
  test = await testApp();
  await ensureReferenceData(test.database);
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

const list = async (client: Client, query: string) =>
  (await client.get(`/locations?${query}`)).json<LocationList>('data');

describe('reference data', () => {
  it('is there once, however many processes start', async () => {
    await Promise.all([ensureReferenceData(test.database), ensureReferenceData(test.database)]);
    for (const [type, count] of Object.entries({ national: 1, region: 6, state: 37, lga: 774 })) {
      expect((await list(national, `type=${type}&pageSize=1`)).total).toBe(count);
    }
  });
});

describe('locations', () => {
  it('are read by id or code, with their chain', async () => {
    const ikeja = (await national.get('/locations/24-11')).json<Location>('data');
    expect(ikeja).toMatchObject({ type: 'lga', name: 'Ikeja', code: '24-11', parentId: place('24') });
    expect(ikeja.chain.map(({ name }) => name)).toEqual(['Nigeria', 'South West', 'Lagos', 'Ikeja']);
    expect((await national.get(`/locations/${ikeja.id}`)).json('data')).toEqual(ikeja);
  });

  it('are searched by name and by the start of the code, and paged', async () => {
    // By words in any order, of the place or of what holds it; the widest first.
    for (const q of ['ikeja lagos', 'lagos+ikeja', 'IKEJA, Lagos', '24-11 south']) {
      expect((await list(national, `q=${q}`)).locations[0]).toMatchObject({ name: 'Ikeja', type: 'lga' });
    }
    const { ward } = await createWard(test.database.db, 3);
    const inside = await list(national, `q=lagos unit&type=polling_unit&parentId=${ward}`);
    expect(inside.total).toBe(3);
    expect((await list(national, `q=kano unit&type=polling_unit&parentId=${ward}`)).total).toBe(0);
    const surulere = await list(national, 'q=surulere');
    expect(surulere.locations.map(({ code }) => code)).toEqual(['24-20', '30-33']);
    expect((await list(national, 'q=24-1&type=lga')).total).toBe(10);
    const second = await list(national, 'type=state&pageSize=2&page=2&sort=name');
    expect(second.total).toBe(37);
    expect(second.locations.map(({ name }) => name)).toEqual(['Akwa Ibom', 'Anambra']);
    expect((await list(national, 'q=%25')).total).toBe(0);
  });

  it('stand in the order of their codes where they cannot be sorted as asked', async () => {
    const byCode = await list(national, 'type=state');
    for (const sort of ['-code', 'constructor', '__proto__', 'units']) {
      const codes = (await list(national, `type=state&sort=${sort}`)).locations.map(({ code }) => code);
      const order = byCode.locations.map(({ code }) => code);
      expect([sort, codes]).toEqual([sort, sort === '-code' ? order.toReversed() : order]);
    }
  });

  it('end at the border of the own area', async () => {
    const { ward, units } = await createWard(test.database.db, 2, place('24-11'));
    const other = await createWard(test.database.db, 2, place('24-01'));
    const admin = await test.as('ward_admin', ward);
    const seen = await list(admin, 'pageSize=1000');
    expect(seen.locations.map(({ id }) => id)).toEqual([ward, ...units]);
    for (const outside of [other.ward, place('24-11'), place('NG'), 99]) {
      expect((await admin.get(`/locations/${outside}`)).status).toBe(404);
    }
    expect((await list(admin, `parentId=${other.ward}`)).total).toBe(0);
    const unassigned = await test.as('ward_admin', null);
    expect((await unassigned.get('/locations')).status).toBe(403);
    expect((await test.anonymous.get('/locations')).status).toBe(401);
  });
});

describe('geographical data', () => {
  it('has totals and lists with their users', async () => {
    const { ward } = await createWard(test.database.db, 1, place('36-01'));
    await test.as('ward_admin', ward);
    await test.as('state_admin', place('36'));
    const data = (await national.get('/geographical-data')).json<GeographicalData>('data');
    expect(data.totals).toMatchObject({ regions: 6, states: 37, lgas: 774 });
    expect(data.states.find(({ code }) => code === '36')).toMatchObject({ name: 'Zamfara', count: 2 });
    expect(data.wards.find(({ id }) => id === ward)?.count).toBe(1);
    const only = (await national.get('/geographical-data?type=states&q=kan')).json<GeographicalData>('data');
    expect(only.states.map(({ name }) => name)).toEqual(['Kano']);
    expect(only.wards).toEqual([]);
    expect((await (await test.as('state_admin', place('24'))).get('/geographical-data')).code).toBe('ROLE_DENIED');
  });
});

describe('changing the tree', () => {
  const add = async (body: object, client = national) => await client.post('/geographical-data/add', body);
  const rename = async (body: object) => await national.put('/geographical-data/update', body);
  const remove = async (body: object) => await national.delete('/geographical-data/delete', body);
  const units = async (code: string) => (await national.get(`/locations/${code}`)).json<number>('data.units');

  it('adds below a parent under the next code, and counts the units above', async () => {
    const before = { ikeja: await units('24-02'), nation: await units('NG') };
    const ward = await add({ type: 'wards', name: 'New ward', parentId: '24-02' });
    expect(ward.status).toBe(201);
    expect(ward.json('data')).toMatchObject({ code: '24-02-01', units: 0 });
    const unit = await add({ type: 'pollingUnits', name: 'Market', parentId: '24-02-01' });
    expect(unit.json('data')).toMatchObject({ code: '24-02-01-001', units: 1 });
    expect(await units('24-02')).toBe(before.ikeja + 1);
    expect(await units('NG')).toBe(before.nation + 1);
    const taken = await add({ type: 'wards', name: 'NEW WARD', parentId: '24-02' });
    expect(taken.code).toBe('LOCATION_EXISTS');
    const removed = await remove({ type: 'pollingUnits', id: '24-02-01-001' });
    expect(removed.status).toBe(200);
    expect(await units('NG')).toBe(before.nation);
    const events = await test.database.db
      .selectFrom('audit_entries')
      .select('event')
      .where('resource_id', '=', '24-02-01-001')
      .orderBy('id')
      .execute();
    expect(events.map(({ event }) => event)).toEqual(['geography.added', 'geography.deleted']);
  });

  it('takes the registered voters of a new unit, and of nothing else', async () => {
    const voters = async (code: string) => (await national.get(`/locations/${code}`)).json('data.registeredVoters');
    await add({ type: 'wards', name: 'New ward', parentId: '24-05' });
    const inside = { type: 'pollingUnits', parentId: '24-05-01' };
    const unit = await add({ ...inside, name: 'School', registeredVoters: 640 });
    expect(unit.json('data')).toMatchObject({ registeredVoters: 640 });
    await add({ ...inside, name: 'Unknown' });
    expect(await voters('24-05-01')).toBe(640);
    expect(await voters('24-05-01-002')).toBeUndefined();
    for (const body of [
      { ...inside, name: 'X', registeredVoters: -1 },
      { ...inside, name: 'X', registeredVoters: 1.5 },
      { ...inside, name: 'X', registeredVoters: 100_000 },
      { type: 'wards', name: 'X', parentId: '24-05', registeredVoters: 10 },
    ]) {
      const refused = await add(body);
      expect([refused.status, refused.json('fields')]).toMatchObject([400, [{ path: 'registeredVoters' }]]);
    }
    const { new_values: stored } = await test.database.db
      .selectFrom('audit_entries')
      .select('new_values')
      .where('resource_id', '=', '24-05-01-001')
      .executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ registeredVoters: 640 });
  });

  it('counts every unit that is added or deleted at the same moment as others', async () => {
    const { db } = test.database;
    const lga = place('36-01');
    const wards = await Promise.all(Array.from({ length: 20 }, () => createWard(db, 1, lga)));
    const replies = await Promise.all(
      wards.map(async ({ ward, units: [unit = ward] }, index) =>
        index % 4 === 0
          ? await remove({ type: 'pollingUnits', id: String(unit) })
          : await add({ type: 'pollingUnits', name: 'School', parentId: String(ward), registeredVoters: 100 + index }),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 201]));
    for (const area of chainOf(lga)) {
      const { rows } = await sql`select units, registered_voters,
          (select count(*) from locations u where u.type = 'polling_unit' and ${inAreas('u.id', [area])}) as counted,
          (select sum(registered_voters)::bigint from locations u where u.type = 'polling_unit' and ${inAreas('u.id', [area])})
            as voters from locations where id = ${area}`.execute(db);
      const [row] = rows as [{ units: number; registered_voters: number; counted: number; voters: number }];
      expect([row.units, row.registered_voters], codeOf(area)).toEqual([row.counted, row.voters]);
    }
  });

  it('gives two simultaneous additions different codes', async () => {
    const replies = await Promise.all(
      ['A', 'B', 'C', 'D'].map(async (name) => await add({ type: 'wards', name, parentId: '24-03' })),
    );
    expect(replies.map((reply) => reply.json<string>('data.code')).sort()).toEqual([
      '24-03-01',
      '24-03-02',
      '24-03-03',
      '24-03-04',
    ]);
  });

  it('wants to know which one where a name repeats', async () => {
    const unclear = await rename({ type: 'lgas', oldName: 'Surulere', newName: 'Surulere Lagos' });
    expect(unclear.code).toBe('LOCATION_AMBIGUOUS');
    const clear = await rename({ type: 'lgas', oldName: 'Surulere', parentId: '24', newName: 'Surulere Lagos' });
    expect(clear.json('data')).toMatchObject({ code: '24-20', name: 'Surulere Lagos' });
    expect((await rename({ type: 'lgas', id: '30-33', newName: 'Surulere Oyo' })).status).toBe(200);
    expect((await rename({ type: 'states', id: '24-20', newName: 'X' })).code).toBe('UNKNOWN_LOCATION');
    expect((await rename({ type: 'lgas', id: '24-20', newName: '  ' })).code).toBe('VALIDATION_FAILED');
    expect((await rename({ type: 'lgas', newName: 'X' })).code).toBe('VALIDATION_FAILED');
  });

  it('asks for a parent of the right kind', async () => {
    expect((await add({ type: 'wards', name: 'X' })).code).toBe('VALIDATION_FAILED');
    expect((await add({ type: 'wards', name: 'X', parentId: '24' })).code).toBe('VALIDATION_FAILED');
    expect((await add({ type: 'wards', name: 'X', parentId: '24-99' })).code).toBe('UNKNOWN_LOCATION');
  });

  it('says what is in the way of a deletion', async () => {
    const { ward } = await createWard(test.database.db, 2, place('24-04'));
    await test.as('ward_admin', ward);
    const reply = await remove({ type: 'wards', id: String(ward) });
    expect(reply.code).toBe('IN_USE');
    expect(reply.json('error')).toMatch(/is still in use: 2 locations inside it, 1 user assigned to it\.$/);
    await createElection(test.database.db, { areas: [place('24-05')] });
    expect((await remove({ type: 'lgas', id: '24-05' })).json('error')).toContain('1 election held in it');
  });

  it('shows the super admin the totals alone, and refuses lists and places', async () => {
    const superAdmin = await test.as('super_admin', place('NG'));
    const totals = await superAdmin.get('/geographical-data');
    expect(totals.json('data.totals')).toEqual((await national.get('/geographical-data')).json('data.totals'));
    for (const list of ['regions', 'states', 'lgas', 'wards', 'pollingUnits'])
      expect([totals.json(`data.${list}`), totals.json(`data.matching.${list}`)]).toEqual([[], null]);
    for (const query of ['type=states', 'q=Lagos', 'parentId=24'])
      expect((await superAdmin.get(`/geographical-data?${query}`)).code).toBe('ROLE_DENIED');
  });

  it('is for the national admin and the global moderator', async () => {
    const refused = await add(
      { type: 'wards', name: 'X', parentId: '24-06' },
      await test.as('super_admin', place('NG')),
    );
    expect(refused.code).toBe('ROLE_DENIED');
    const moderator = await test.as('global_moderator', place('NG'));
    expect((await add({ type: 'wards', name: 'X', parentId: '24-06' }, moderator)).status).toBe(201);
  });

  it('keeps a place that messages or announcements name: the next one added there would be given what was for it', async () => {
    const newtown = (await add({ type: 'lgas', name: 'Newtown', parentId: '10' })).json<LocationId>('data.id');
    await say(await test.as('state_admin', place('10')), newtown, 'Welcome');
    const chat = await remove({ type: 'lgas', id: String(newtown) });
    expect([chat.code, chat.json('error')]).toEqual([
      'IN_USE',
      'Newtown is still in use: 1 message in its group chat.',
    ]);
    const state = (await add({ type: 'states', name: 'New State', parentId: 'SW' })).json<LocationId>('data.id');
    await announce(national, { states: [state] });
    const meant = await remove({ type: 'states', id: String(state) });
    expect([meant.code, meant.json('error')]).toEqual(['IN_USE', 'New State is still in use: 1 announcement for it.']);
  });
});
