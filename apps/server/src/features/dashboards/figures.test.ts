import type { ElectionId } from '@ec/contract/common';
import type {
  Dashboard,
  LgaPerformance,
  NationalOverview,
  RegionalPerformance,
  StatePerformance,
  WardData,
} from '@ec/contract/dashboards';
import { areaRange, childId, type LocationId } from '@ec/contract/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createElection, createPerson, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let election: ElectionId;
let national: Client;
const wards: Record<
  'ikeja' | 'ikejaTwo' | 'surulere' | 'abeokuta' | 'dala',
  { ward: LocationId; units: LocationId[] }
> = {} as never;

let keys = 0;
async function submit(
  unit: LocationId,
  changes: object = {},
  role: 'polling_unit_officer' | 'gpuo' = 'polling_unit_officer',
) {
  const officer = await test.as(role, unit);
  keys += 1;
  const body = { ...sheet(election, unit), ...changes };
  const reply = await officer.post('/results', body, { 'idempotency-key': `figures-${keys}` });
  expect(reply.status).toBe(201);
  return reply.json<string>('data.id');
}

async function decide(admin: Client, id: string, action: string) {
  expect((await admin.post(`/results/${id}/${action}`, { reason: 'As on the sheet' })).status).toBe(200);
}

beforeAll(async () => {
  test = await testApp();
  const { db } = test.database;
  await setElectionMode(db, true);
  election = await createElection(db);
  national = await test.as('national_admin', place('NG'));
  wards.ikeja = await createWard(db, 5);
  wards.ikejaTwo = await createWard(db, 2);
  wards.surulere = await createWard(db, 3, place('24-18'));
  wards.abeokuta = await createWard(db, 2, place('27-01'));
  wards.dala = await createWard(db, 4, place('19-13'));
  const admin = await test.as('ward_admin', wards.ikeja.ward);
  const ids = await Promise.all(wards.ikeja.units.slice(0, 4).map((unit) => submit(unit)));
  await decide(admin, ids[0] ?? '', 'verify');
  await decide(admin, ids[1] ?? '', 'dispute');
  await decide(admin, ids[2] ?? '', 'return');
  const second = await test.as('ward_admin', wards.ikejaTwo.ward);
  for (const unit of wards.ikejaTwo.units)
    await decide(second, await submit(unit, { votes: { APC: 90, PDP: 1, LP: 2, NNPP: 0, Others: 0 } }), 'verify');
  for (const unit of wards.abeokuta.units) await submit(unit);
  const dala = await test.as('ward_admin', wards.dala.ward);
  const over = await submit(wards.dala.units[0] ?? wards.dala.ward, { accreditedVoters: 1 });
  await decide(dala, over, 'cancel');
  await submit(wards.dala.units[1] ?? wards.dala.ward, {}, 'gpuo');
});
afterAll(() => test.close());

interface Recount {
  reported: number;
  verified: number;
  pending: number;
  disputed: number;
  cancelled: number;
  units: number;
  votes: number;
}

/** The area's figures counted from the stored results themselves, in plain SQL. */
async function recount(area: LocationId, source = 'official'): Promise<Recount> {
  const { first, last } = areaRange(area);
  const { rows } = await sql<Recount>`select
      count(*) filter (where r.status <> 'returned')::int as reported,
      count(*) filter (where r.status = 'verified')::int as verified,
      count(*) filter (where r.status = 'pending')::int as pending,
      count(*) filter (where r.status = 'disputed')::int as disputed,
      count(*) filter (where r.status = 'cancelled')::int as cancelled,
      (select count(*)::int from locations where type = 'polling_unit' and id between ${first}::bigint and ${last}::bigint) as units,
      coalesce(sum(r.total_votes) filter (where r.status = 'verified'), 0)::int as votes
    from results r where r.election_id = ${election} and r.source = ${source}
      and r.polling_unit_id between ${first}::bigint and ${last}::bigint`.execute(test.database.db);
  return rows[0] ?? { reported: 0, verified: 0, pending: 0, disputed: 0, cancelled: 0, units: 0, votes: 0 };
}

const rate = ({ reported, units }: Recount) => (units > 0 ? Math.round((reported / units) * 1000) / 10 : 0);

interface Standing {
  area: { id: LocationId };
  coverage: object;
  submissionRate: number;
  disputes: number;
}

async function expectStanding(standing: Standing, source = 'official'): Promise<void> {
  const { votes: _, ...coverage } = await recount(standing.area.id, source);
  expect(standing.coverage).toEqual(coverage);
  expect(standing.submissionRate).toBe(rate({ ...coverage, votes: 0 }));
  expect(standing.disputes).toBe(coverage.disputed);
}

/** Reads until the picture holds what was submitted, as a screen that is told of a change does. */
async function read<T>(client: Client, url: string, settled: (data: T) => boolean): Promise<T> {
  return await vi.waitFor(
    async () => {
      const reply = await client.get(url);
      expect(reply.status).toBe(200);
      const data = reply.json<T>('data');
      expect(settled(data)).toBe(true);
      return data;
    },
    { timeout: 5000, interval: 50 },
  );
}

const dashboardOf = <K extends Dashboard['kind']>(client: Client, kind: K, settled: (data: Dashboard) => boolean) =>
  read<Extract<Dashboard, { kind: K }>>(client, '/dashboard', (data) => data.kind === kind && settled(data));

describe('the national overview', () => {
  it('says of the nation and of each zone what a recount says', async () => {
    const { national: overview } = await dashboardOf(
      national,
      'national',
      (data) => data.kind === 'national' && data.national.coverage.reported === 8,
    );
    await expectStanding(overview);
    expect(overview.regions.map(({ region }) => region)).toHaveLength(6);
    for (const zone of overview.regions) await expectStanding(zone);
    const south = overview.regions.find(({ area }) => area.code === 'SW');
    expect(south).toMatchObject({ states: 6, started: 2, complete: 1, children: 2, leadingParty: 'APC' });
    expect(overview.basis.verified.totalVotes).toBe((await recount(place('NG'))).votes);
  });

  it('counts the organisation as the tables do', async () => {
    const { rows } = await sql<NationalOverview['totals']>`select
        (select count(*)::int from users where status <> 'DELETED') as users,
        count(*) filter (where type = 'region')::int as regions, count(*) filter (where type = 'state')::int as states,
        count(*) filter (where type = 'lga')::int as lgas, count(*) filter (where type = 'ward')::int as wards,
        count(*) filter (where type = 'polling_unit')::int as "pollingUnits",
        (select count(*)::int from elections where status = 'live') as "activeElections" from locations`.execute(
      test.database.db,
    );
    const data = await dashboardOf(national, 'national', () => true);
    expect(data.national.totals).toEqual(rows[0]);
  });

  it('tells the eight latest things that happened, newest first, and none of the sign-ins', async () => {
    const { activity } = await dashboardOf(national, 'national', () => true);
    expect(activity).toHaveLength(8);
    const times = activity.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(activity.map(({ description }) => description).join('\n')).toMatch(
      /cancelled the result of Polling Unit 1, Gabasawa/,
    );
    expect(activity[0]?.actionUrl).toMatch(/^\/review\//);
  });
});

describe('the dashboard of an area', () => {
  it('of a zone: a row for each state, with LGAs that are complete and that have begun', async () => {
    const regional = await test.as('regional_admin', place('SW'));
    const { region } = await dashboardOf(
      regional,
      'region',
      (data) => data.kind === 'region' && data.region.coverage.reported === 7,
    );
    await expectStanding(region);
    for (const state of region.statePerformance) await expectStanding(state);
    expect(region.statePerformance.map(({ state }) => state)).toContain('Lagos');
    const lagos = region.statePerformance.find(({ state }) => state === 'Lagos');
    // Ikeja has begun, Surulere has not: neither is complete.
    expect(lagos).toMatchObject({ submittedLGAs: 0, started: 1, totalLGAs: 2 });
    const ogun = region.statePerformance.find(({ state }) => state === 'Ogun');
    expect(ogun).toMatchObject({ submittedLGAs: 1, started: 1, totalLGAs: 1, leadingParty: null });
    expect(region.regionalTotals).toEqual({
      totalStates: 6,
      totalLGAs: 3,
      submittedLGAs: 1,
      overallSubmissionRate: region.submissionRate,
    });
  });

  it('of a state: a row for each LGA, with wards that are complete', async () => {
    const admin = await test.as('state_admin', place('24'));
    const { state } = await dashboardOf(
      admin,
      'state',
      (data) => data.kind === 'state' && data.state.coverage.reported === 5,
    );
    await expectStanding(state);
    for (const lga of state.lgaPerformance) await expectStanding(lga);
    const ikeja = state.lgaPerformance.find(({ area }) => area.code === '24-11');
    expect(ikeja).toMatchObject({ lga: 'Ikeja', submittedWards: 1, started: 2, totalWards: 2, leadingParty: 'APC' });
    expect(ikeja?.lastUpdate).toMatch(/Z$/);
    expect(state.stateTotals).toMatchObject({ totalLGAs: 20, totalWards: 3, submittedWards: 1 });
  });

  it('of an LGA: a row for each ward, and who to call', async () => {
    const admin = await test.as('lga_admin', place('24-11'));
    const { lga } = await dashboardOf(admin, 'lga', (data) => data.kind === 'lga' && data.lga.coverage.reported === 5);
    await expectStanding(lga);
    for (const ward of lga.wardPerformance) await expectStanding(ward);
    const [first] = lga.wardPerformance;
    expect(first).toMatchObject({ submittedUnits: 3, totalUnits: 5, disputes: 1 });
    expect(first?.contact).toMatchObject({ role: 'ward_admin', phone: expect.stringMatching(/^\+234/) });
    expect(lga.lgaTotals).toMatchObject({ totalWards: 2, totalUnits: 7, submittedUnits: 5 });
  });

  it('of a ward: every unit with its officer and how it stands', async () => {
    const { ward } = wards.ikeja;
    const row = await test.database.db
      .selectFrom('users')
      .selectAll()
      .where('role', '=', 'ward_admin')
      .where('area_id', '=', ward)
      .executeTakeFirstOrThrow();
    const admin = await test.signIn({ ...row, area: ward });
    const { ward: data } = await dashboardOf(
      admin,
      'ward',
      (read) => read.kind === 'ward' && read.ward.coverage.reported === 3,
    );
    await expectStanding(data);
    expect(data.pollingUnits.map(({ status }) => status)).toEqual([
      'approved',
      'disputed',
      'pending',
      'submitted',
      'pending',
    ]);
    const [verified, , returned, , silent] = data.pollingUnits;
    expect(verified).toMatchObject({
      totalVotes: 140,
      submittedVotes: 140,
      leading: 'LP',
      officerName: 'Test polling_unit_officer',
    });
    expect(returned).toMatchObject({ resultStatus: 'returned', totalVotes: null, submittedVotes: 140 });
    expect(silent).toMatchObject({ resultId: null, submissionTime: null, officerPhone: null });
    expect(data.wardTotals).toMatchObject({
      total: 5,
      pending: 2,
      submitted: 1,
      approved: 1,
      disputed: 1,
      cancelled: 0,
    });
  });

  it('of an officer: the own unit, until when results are taken, and what was sent', async () => {
    const [, , returned] = wards.ikeja.units;
    const officer = await test.database.db
      .selectFrom('users')
      .selectAll()
      .where('area_id', '=', returned ?? wards.ikeja.ward)
      .executeTakeFirstOrThrow();
    const client = await test.signIn({ ...officer, area: officer.area_id });
    const { unit, activity } = await dashboardOf(client, 'polling_unit', () => true);
    expect(unit.unit.code).toBe(
      (
        await test.database.db
          .selectFrom('locations')
          .select('code')
          .where('id', '=', returned ?? wards.ikeja.ward)
          .executeTakeFirstOrThrow()
      ).code,
    );
    expect(unit.elections).toHaveLength(1);
    // Voting ends at 13:30 UTC; results are taken for 24 hours after it.
    expect(unit.elections[0]).toMatchObject({
      deadline: '2027-02-21T13:30:00.000Z',
      window: 'open',
      result: { status: 'returned', version: 1, reason: 'As on the sheet' },
    });
    expect(unit.contact).toMatchObject({ role: 'ward_admin' });
    expect(activity.map(({ description }) => description)).toEqual([
      expect.stringMatching(/returned the result of Polling Unit 3, Ikeja$/),
      expect.stringMatching(/submitted the result of Polling Unit 3, Ikeja$/),
    ]);
  });

  it('of somebody who is assigned nowhere says so', async () => {
    const nowhere = await test.as('ward_admin', null);
    expect((await nowhere.get('/dashboard')).json('data')).toEqual({ kind: 'unassigned' });
  });

  it('of the grassroots shows their own count alone, whatever is asked for', async () => {
    const grassroots = await test.as('grassroot_admin', place('19'));
    const data = await read<Extract<Dashboard, { kind: 'state' }>>(
      grassroots,
      '/dashboard?source=official',
      ({ state }) => state.coverage.reported === 1 && state.source === 'grassroots',
    );
    await expectStanding(data.state, 'grassroots');
    expect(data.state.contact).toBeNull();
    expect(data.desk).toEqual({ approvals: null, highPriorityApprovals: null, results: null, disputes: null });
  });
});

describe('what waits for the reader', () => {
  it('counts the requests below them, and those of high priority, as the list does', async () => {
    const lga = await test.as('lga_admin', place('24-18'));
    const state = await test.as('state_admin', place('25'));
    const { units } = await createWard(test.database.db, 1, place('25-01'));
    const officer = await createPerson(test.database.db, { role: 'lga_admin', area: place('25-01') });
    const asked = await state.post('/approvals', {
      requestType: 'deactivate',
      targetUserId: officer.id,
      userData: {},
      justification: 'They left the organisation.',
      priority: 'URGENT',
    });
    expect([asked.status, units.length]).toEqual([201, 1]);
    const { desk } = await dashboardOf(national, 'national', () => true);
    const list = await national.get('/approvals?status=PENDING');
    expect(desk).toMatchObject({ approvals: list.json('data.total'), highPriorityApprovals: 1 });
    const below = (await lga.get('/dashboard')).json<{ desk: object }>('data');
    expect(below.desk).toMatchObject({ approvals: 0, highPriorityApprovals: 0 });
  });

  it('counts results to review in the own area', async () => {
    const { desk } = await dashboardOf(national, 'national', () => true);
    expect(desk.results).toBe((await recount(place('NG'))).pending);
  });
});

describe('drill-down', () => {
  it('answers each place by its code, its id or its name, as its own dashboard does', async () => {
    const region = await read<RegionalPerformance>(
      national,
      '/geographical-data/regional-performance/South%20West',
      (data) => data.coverage.reported === 7,
    );
    expect(region.area.code).toBe('SW');
    const state = await read<StatePerformance>(national, '/geographical-data/state-performance/24', () => true);
    await expectStanding(state);
    const lga = await read<LgaPerformance>(
      national,
      `/geographical-data/lga-performance/${place('24-11')}`,
      () => true,
    );
    await expectStanding(lga);
    const ward = await read<WardData>(national, `/geographical-data/ward-data/${wards.ikeja.ward}`, () => true);
    await expectStanding(ward);
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
    const unit = childId(wards.ikeja.ward, 2);
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
    const unit = wards.dala.units[1] ?? wards.dala.ward;
    const officer = await test.as('polling_unit_officer', unit);
    const reply = await officer.get(`/polling-units/${unit}`);
    expect(reply.json('data.results')).toEqual([]);
    expect(reply.json<{ id: string }[]>('data.officers').map(({ id }) => id)).toEqual([officer.person.id]);
    expect((await officer.get(`/polling-units/${wards.dala.units[0]}`)).status).toBe(404);
  });
});

describe('without an election', () => {
  it('figures of results are zero, those of the register are not', async () => {
    await test.database.db.updateTable('elections').set({ status: 'archived' }).execute();
    const { national: overview } = await dashboardOf(
      national,
      'national',
      (data) => data.kind === 'national' && data.national.election === null,
    );
    expect(overview.coverage).toMatchObject({ units: (await recount(place('NG'))).units, reported: 0 });
    expect(overview.elections).toEqual([]);
    await test.database.db.updateTable('elections').set({ status: 'live' }).where('id', '=', election).execute();
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
      [await test.as('lga_admin', place('24-13')), `/geographical-data/ward-data/${wards.ikeja.ward}`],
      [await test.as('ward_admin', wards.surulere.ward), `/geographical-data/ward-data/${wards.ikeja.ward}`],
      [await test.as('ward_admin', wards.abeokuta.ward), `/polling-units/${wards.ikeja.units[0]}`],
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
