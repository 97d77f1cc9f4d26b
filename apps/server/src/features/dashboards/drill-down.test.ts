import type {
  DashboardElection,
  LgaPerformance,
  RegionalPerformance,
  StatePerformance,
  WardData,
} from '@ec/contract/dashboards/schemas';
import { childId } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { setLevel } from '../../../test/levels.ts';
import { electionNight, expectStanding, type Night, read } from '../../../test/night.ts';

let test: TestApp;
let night: Night;
let national: Client;

beforeAll(async () => {
  test = await testApp();
  night = await electionNight(test);
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

describe('drill-down', () => {
  it('answers each place by its code, its id or its name, as its own dashboard does', async () => {
    const region = await read<RegionalPerformance>(
      national,
      '/geographical-data/regional-performance/South%20West',
      (data) => data.coverage.reported === 7,
    );
    expect(region.area.code).toBe('SW');
    const state = await read<StatePerformance>(national, '/geographical-data/state-performance/24', () => true);
    await expectStanding(test, night.election, state);
    const lga = await read<LgaPerformance>(
      national,
      `/geographical-data/lga-performance/${place('24-11')}`,
      () => true,
    );
    await expectStanding(test, night.election, lga);
    const ward = await read<WardData>(national, `/geographical-data/ward-data/${night.ikeja.ward}`, () => true);
    await expectStanding(test, night.election, ward);
    expect(ward.area.chain.map(({ name }) => name).slice(0, 4)).toEqual(['Nigeria', 'South West', 'Lagos', 'Ikeja']);
  });

  it('takes a name only where it is one place, and no place of another kind', async () => {
    // Both Lagos and Oyo have an LGA named Surulere.
    expect((await national.get('/geographical-data/lga-performance/Surulere')).status).toBe(404);
    expect((await national.get('/geographical-data/lga-performance/24')).status).toBe(404);
    expect((await national.get('/geographical-data/state-performance/Nowhere')).status).toBe(404);
  });

  it('shows the election requested, and refuses one that does not cover the place', async () => {
    const elsewhere = await createElection(test.database.db, {
      name: 'Kano',
      areas: [place('19')],
      type: 'gubernatorial',
    });
    const lagos = `/geographical-data/state-performance/24`;
    expect((await national.get(`${lagos}?electionId=${elsewhere}`)).code).toBe('ELECTION_NOT_FOUND');
    const kano = await national.get(`/geographical-data/state-performance/19?electionId=${elsewhere}`);
    expect(kano.json('data.election.name')).toBe('Kano');
    expect(kano.json('data.elections')).toHaveLength(2);
    expect(kano.json('data.coverage')).toMatchObject({ units: 4, reported: 0 });
    await test.database.db.updateTable('elections').set({ status: 'archived' }).where('id', '=', elsewhere).execute();
  });

  it('finds the election of a place however many newer ones there are elsewhere', async () => {
    const { db } = test.database;
    const own = await createElection(db, { name: 'Ogun', areas: [place('27-02')], electionDate: '2027-02-01' });
    const elsewhere = await Promise.all(
      Array.from({ length: 51 }, (_, index) => createElection(db, { name: `Kano ${index}`, areas: [place('19-13')] })),
    );
    const lga = '/geographical-data/lga-performance/27-02';
    const { election } = await read<LgaPerformance>(national, `${lga}?electionId=${own}`, () => true);
    expect(election?.name).toBe('Ogun');
    const offered = await read<LgaPerformance>(national, lga, ({ elections }) => elections.length === 2);
    expect(offered.elections.map(({ name }: DashboardElection) => name)).toEqual(['Presidential election', 'Ogun']);
    await db
      .updateTable('elections')
      .set({ status: 'archived' })
      .where('id', 'in', [own, ...elsewhere])
      .execute();
  });

  it('shows a unit with every version, who decided, its disputes and its people', async () => {
    const unit = childId(night.ikeja.ward, 2);
    const reply = await national.get(`/polling-units/${unit}`);
    expect(reply.status).toBe(200);
    expect(reply.json('data.officers')).toHaveLength(1);
    expect(reply.json('data.contact')).toMatchObject({ role: 'ward_admin' });
    expect(reply.json('data.results')).toHaveLength(1);
    expect(reply.json<{ result: object }[]>('data.results')[0]?.result).toMatchObject({
      status: 'disputed',
      versions: [{ version: 1 }],
      history: [{ action: 'submitted' }, { action: 'disputed', reason: 'As on the sheet' }],
    });
    expect(reply.json('data.disputes')).toMatchObject([{ status: 'open', reason: 'As on the sheet' }]);
  });

  it('names the person in charge of a unit only to readers who may see people', async () => {
    const admin = await test.as('lga_admin', place('24-11'));
    const url = `/dashboard?area=${childId(night.ikeja.ward, 2)}`;
    expect((await admin.get(url)).json('data.unit.contact')).toMatchObject({ role: 'ward_admin' });
    await setLevel(test, 'lga_admin', 'user_management', 'none');
    expect((await admin.get(url)).json('data.unit.contact')).toBeNull();
    await setLevel(test, 'lga_admin', 'user_management', 'write');
  });

  it('shows an officer their unit and count, and no other person’s phone', async () => {
    const unit = night.gabasawa.units[1] ?? night.gabasawa.ward;
    const officer = await test.as('polling_unit_officer', unit);
    const reply = await officer.get(`/polling-units/${unit}`);
    expect(reply.json('data.results')).toEqual([]);
    expect(reply.json<{ id: string }[]>('data.officers').map(({ id }) => id)).toEqual([officer.person.id]);
    expect((await officer.get(`/polling-units/${night.gabasawa.units[0]}`)).status).toBe(404);
  });
});

describe('places below the own area', () => {
  it('are closed on the dashboard to whom their pages are closed', async () => {
    const { ward } = night.ikeja;
    const others = [
      await test.as('moderator', place('NG')),
      await test.as('grassroot_admin', place('24')),
      await test.as('grassroot_moderator', place('24-11')),
    ];
    for (const client of others) {
      for (const area of [ward, childId(ward, 2)]) {
        const reply = await client.get(`/dashboard?area=${area}`);
        expect([client.person.role, reply.status, reply.code]).toEqual([client.person.role, 403, 'ROLE_DENIED']);
      }
      expect((await client.get(`/dashboard?area=${client.person.area}`)).status).toBe(200);
    }
    const admin = await test.as('state_admin', place('24'));
    expect((await admin.get(`/dashboard?area=${ward}`)).json('data.kind')).toBe('ward');
  });
});

describe('places outside the own area', () => {
  it('do not exist: each kind of page, for each kind of administrator', async () => {
    const outside: [Client, string][] = [
      [await test.as('regional_admin', place('NW')), '/geographical-data/regional-performance/SW'],
      [await test.as('regional_admin', place('NE')), '/geographical-data/state-performance/24'],
      [await test.as('state_admin', place('20')), '/geographical-data/regional-performance/NW'],
      [await test.as('state_admin', place('21')), '/geographical-data/lga-performance/24-11'],
      [await test.as('lga_admin', place('24-12')), '/geographical-data/lga-performance/24-11'],
      [await test.as('lga_admin', place('24-13')), `/geographical-data/ward-data/${night.ikeja.ward}`],
      [await test.as('ward_admin', night.oshodi.ward), `/geographical-data/ward-data/${night.ikeja.ward}`],
      [await test.as('ward_admin', night.abeokuta.ward), `/polling-units/${night.ikeja.units[0]}`],
    ];
    for (const [client, url] of outside) {
      const reply = await client.get(url);
      expect([url, reply.status, reply.code]).toEqual([url, 404, 'NOT_FOUND']);
    }
    const narrow = await test.as('lga_admin', place('24-14'));
    expect((await narrow.get(`/dashboard?area=24-11`)).status).toBe(404);
    expect((await test.anonymous.get('/dashboard')).status).toBe(401);
  });
});
