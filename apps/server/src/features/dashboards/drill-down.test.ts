import type { LgaPerformance, RegionalPerformance, StatePerformance, WardData } from '@ec/contract/dashboards';
import { childId } from '@ec/contract/location-id';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
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
    // Surulere is an LGA of Lagos and of Oyo.
    expect((await national.get('/geographical-data/lga-performance/Surulere')).status).toBe(404);
    expect((await national.get('/geographical-data/lga-performance/24')).status).toBe(404);
    expect((await national.get('/geographical-data/state-performance/Nowhere')).status).toBe(404);
  });

  it('shows the election asked for, and refuses one that does not cover the place', async () => {
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

  it('shows an officer the own unit and count, and nobody else’s phone', async () => {
    const unit = night.gabasawa.units[1] ?? night.gabasawa.ward;
    const officer = await test.as('polling_unit_officer', unit);
    const reply = await officer.get(`/polling-units/${unit}`);
    expect(reply.json('data.results')).toEqual([]);
    expect(reply.json<{ id: string }[]>('data.officers').map(({ id }) => id)).toEqual([officer.person.id]);
    expect((await officer.get(`/polling-units/${night.gabasawa.units[0]}`)).status).toBe(404);
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
    expect((await test.nobody.get('/dashboard')).status).toBe(401);
  });
});
