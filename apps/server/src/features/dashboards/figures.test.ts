import type { Dashboard, NationalOverview } from '@ec/contract/dashboards/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { electionNight, expectStanding, type Night, read, recount } from '../../../test/night.ts';

let test: TestApp;
let night: Night;
let national: Client;

beforeAll(async () => {
  test = await testApp();
  night = await electionNight(test);
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

const dashboardOf = <K extends Dashboard['kind']>(client: Client, kind: K, settled: (data: Dashboard) => boolean) =>
  read<Extract<Dashboard, { kind: K }>>(client, '/dashboard', (data) => data.kind === kind && settled(data));

describe('the national overview', () => {
  it('says of the nation and of each zone what a recount says', async () => {
    const { national: overview } = await dashboardOf(
      national,
      'national',
      (data) => data.kind === 'national' && data.national.coverage.reported === 8,
    );
    await expectStanding(test, night.election, overview);
    expect(overview.regions.map(({ region }) => region)).toHaveLength(6);
    for (const zone of overview.regions) await expectStanding(test, night.election, zone);
    const south = overview.regions.find(({ area }) => area.code === 'SW');
    expect(south).toMatchObject({ states: 6, started: 2, complete: 1, children: 2, leadingParty: 'APC' });
    expect(overview.basis.verified.totalVotes).toBe((await recount(test, night.election, place('NG'))).votes);
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

  it('lists the eight latest events, newest first, without sign-ins', async () => {
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
    await expectStanding(test, night.election, region);
    for (const state of region.statePerformance) await expectStanding(test, night.election, state);
    expect(region.statePerformance.map(({ state }) => state)).toContain('Lagos');
    const lagos = region.statePerformance.find(({ state }) => state === 'Lagos');
    // Ikeja is partly reported, Surulere not at all: neither is complete.
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
    await expectStanding(test, night.election, state);
    for (const lga of state.lgaPerformance) await expectStanding(test, night.election, lga);
    const ikeja = state.lgaPerformance.find(({ area }) => area.code === '24-11');
    expect(ikeja).toMatchObject({ lga: 'Ikeja', submittedWards: 1, started: 2, totalWards: 2, leadingParty: 'APC' });
    expect(ikeja?.lastUpdate).toMatch(/Z$/);
    expect(state.stateTotals).toMatchObject({ totalLGAs: 20, totalWards: 3, submittedWards: 1 });
  });

  it('of an LGA: a row for each ward, and who to call', async () => {
    const admin = await test.as('lga_admin', place('24-11'));
    const { lga } = await dashboardOf(admin, 'lga', (data) => data.kind === 'lga' && data.lga.coverage.reported === 5);
    await expectStanding(test, night.election, lga);
    for (const ward of lga.wardPerformance) await expectStanding(test, night.election, ward);
    const [first] = lga.wardPerformance;
    expect(first).toMatchObject({ submittedUnits: 3, totalUnits: 5, disputes: 1 });
    expect(first?.contact).toMatchObject({ role: 'ward_admin', phone: expect.stringMatching(/^\+234/) });
    expect(lga.lgaTotals).toMatchObject({ totalWards: 2, totalUnits: 7, submittedUnits: 5 });
  });

  it('of a ward: every unit with its officer and how it stands', async () => {
    const { ward } = night.ikeja;
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
    await expectStanding(test, night.election, data);
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
    const [, , returned] = night.ikeja.units;
    const officer = await test.database.db
      .selectFrom('users')
      .selectAll()
      .where('area_id', '=', returned ?? night.ikeja.ward)
      .executeTakeFirstOrThrow();
    const client = await test.signIn({ ...officer, area: officer.area_id });
    const { unit, activity } = await dashboardOf(client, 'polling_unit', () => true);
    expect(unit.unit.code).toBe(
      (
        await test.database.db
          .selectFrom('locations')
          .select('code')
          .where('id', '=', returned ?? night.ikeja.ward)
          .executeTakeFirstOrThrow()
      ).code,
    );
    expect(unit.elections).toHaveLength(1);
    // Voting ends at 13:30 UTC; results are accepted for another 24 hours.
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

  it('of a user who is assigned nowhere says so', async () => {
    const nowhere = await test.as('ward_admin', null);
    expect((await nowhere.get('/dashboard')).json('data')).toEqual({ kind: 'unassigned' });
  });

  it('of the grassroots shows their own count alone, whatever is requested', async () => {
    const grassroots = await test.as('grassroot_admin', place('19'));
    const data = await read<Extract<Dashboard, { kind: 'state' }>>(
      grassroots,
      '/dashboard?source=official',
      ({ state }) => state.coverage.reported === 1 && state.source === 'grassroots',
    );
    await expectStanding(test, night.election, data.state, 'grassroots');
    expect(data.state.contact).toBeNull();
    expect(data.desk).toEqual({
      approvals: null,
      highPriorityApprovals: null,
      results: null,
      resultsUnexplained: null,
      resultsBelow: null,
      disputes: null,
    });
  });
});

describe('what waits for the reader', () => {
  it('counts the requests that are theirs to decide, and those of high priority, as the list does', async () => {
    const lga = await test.as('lga_admin', place('24-18'));
    const state = await test.as('state_admin', place('25'));
    const officer = await createPerson(test.database.db, { role: 'lga_admin', area: place('25-01') });
    const asked = await state.post('/approvals', {
      requestType: 'deactivate',
      targetUserId: officer.id,
      userData: {},
      justification: 'They left the organisation.',
      priority: 'URGENT',
    });
    expect(asked.status).toBe(201);
    const { desk } = await dashboardOf(
      national,
      'national',
      (data) => data.kind === 'national' && data.desk.highPriorityApprovals === 1,
    );
    const list = await national.get('/approvals?status=PENDING&decidable=true');
    const high = await national.get('/approvals?status=PENDING&decidable=true&priority=HIGH,URGENT');
    expect(desk).toMatchObject({ approvals: list.json('data.total'), highPriorityApprovals: high.json('data.total') });
    const below = (await lga.get('/dashboard')).json<{ desk: object }>('data');
    expect(below.desk).toMatchObject({ approvals: 0, highPriorityApprovals: 0 });
    // A regional admin sees the requests of its states, but does not decide on them.
    const region = await test.as('regional_admin', place('NC'));
    expect((await region.get('/approvals?status=PENDING')).json('data.total')).toBe(1);
    expect((await region.get('/dashboard')).json('data.desk')).toMatchObject({
      approvals: 0,
      highPriorityApprovals: 0,
    });
  });

  it('counts results to review in the own area: those for their decision, and the others', async () => {
    const { desk } = await dashboardOf(national, 'national', () => true);
    const { pending } = await recount(test, night.election, place('NG'));
    expect((desk.results ?? 0) + (desk.resultsBelow ?? 0)).toBe(pending);
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
    expect(overview.coverage).toMatchObject({
      units: (await recount(test, night.election, place('NG'))).units,
      reported: 0,
    });
    expect(overview.elections).toEqual([]);
    await test.database.db.updateTable('elections').set({ status: 'live' }).where('id', '=', night.election).execute();
  });
});
