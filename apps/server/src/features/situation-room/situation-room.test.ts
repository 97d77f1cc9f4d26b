import type { ElectionId, ResultId } from '@ec/contract/base/common';
import type { LiveArea } from '@ec/contract/live/schemas';
import { areaRange, type LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createElection,
  createWard,
  PARTIES,
  type Person,
  place,
  setElectionMode,
  sheet,
} from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { EVERYTHING, narrowed } from '../../../test/moderators.ts';
import { decideInStore, storeReports } from '../../../test/reports.ts';

let test: TestApp;
let national: Client;
let election: ElectionId;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());
beforeEach(async () => {
  election = await createElection(test.database.db);
});

const roomFor = async (client: Client, id = election) => {
  const reply = await client.get(`/situation-room?electionId=${id}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.json<SituationRoom>('data');
};
const eventually = (read: () => Promise<void>) => vi.waitFor(read, { timeout: 5000, interval: 50 });
const unitOf = (ward: { units: LocationId[] }, index: number) => ward.units[index] ?? (0 as LocationId);

let keys = 0;
async function submit(unit: LocationId, changes: object = {}): Promise<string> {
  const officer = await test.as('polling_unit_officer', unit);
  keys += 1;
  const body = { ...sheet(election, unit), ...changes };
  const reply = await officer.post('/results', body, { 'idempotency-key': `room-${keys}` });
  expect(reply.text).toContain('submissionId');
  return reply.json<string>('data.id');
}
/** The ward admin decides; one is created if there is none. */
async function decide(id: string, action: string, reason = 'As on the sheet'): Promise<void> {
  const { db } = test.database;
  const { unit, version } = await db
    .selectFrom('results')
    .select(['polling_unit_id as unit', 'version'])
    .where('id', '=', id as ResultId)
    .executeTakeFirstOrThrow();
  const ward = (unit - (unit % 10_000)) as LocationId;
  const holder = await holderOf('ward_admin', ward);
  const admin = holder ? await test.signIn(holder) : await test.as('ward_admin', ward);
  const reply = await admin.post(`/results/${id}/${action}`, { reason, version });
  expect(reply.status, reply.text).toBe(200);
}
async function holderOf(role: Role, area: LocationId): Promise<Person | undefined> {
  return await test.database.db
    .selectFrom('users')
    .select(['id', 'name', 'phone', 'role', 'area_id as area'])
    .where('role', '=', role)
    .where('area_id', '=', area)
    .executeTakeFirst();
}

/** The figures of an area, summed by plain SQL from the rows. */
async function recount(area: LocationId) {
  const { first, last } = areaRange(area);
  const { rows } = await sql<{ basis: string; results: number; votes: number[]; voids: number; accredited: number }>`
    select b.basis, count(*)::int as results, sum(void_votes)::int as voids, sum(accredited)::int as accredited,
      array[sum(votes[1]), sum(votes[2]), sum(votes[3]), sum(votes[4]), sum(votes[5])]::bigint[] as votes
    from results cross join (values ('verified'), ('provisional')) as b (basis)
    where election_id = ${election} and source = 'official' and polling_unit_id between ${first}::bigint and ${last}::bigint
      and (status = 'verified' or (b.basis = 'provisional' and status = 'pending'))
    group by b.basis`.execute(test.database.db);
  const { rows: counts } = await sql<{ status: string; n: number }>`select status, count(*)::int as n from results
    where election_id = ${election} and source = 'official' and polling_unit_id between ${first}::bigint and ${last}::bigint
    group by status`.execute(test.database.db);
  const { rows: units } = await sql<{ n: number; registered: number }>`
    select count(*)::int as n, coalesce(sum(registered_voters), 0)::int as registered
    from locations where type = 'polling_unit' and id between ${first}::bigint and ${last}::bigint`.execute(
    test.database.db,
  );
  const n = (status: string) => counts.find((row) => row.status === status)?.n ?? 0;
  const on = (basis: string) => {
    const row = rows.find((each) => each.basis === basis);
    const votes = [...PARTIES, 'Others'].map((party, index) => [party, row?.votes[index] ?? 0] as const);
    return {
      results: row?.results ?? 0,
      votes: Object.fromEntries(votes),
      voidVotes: row?.voids ?? 0,
      accreditedVoters: row?.accredited ?? 0,
    };
  };
  const [verified, pending, disputed, cancelled] = [n('verified'), n('pending'), n('disputed'), n('cancelled')];
  return {
    verified: on('verified'),
    provisional: on('provisional'),
    coverage: {
      units: units[0]?.n ?? 0,
      reported: verified + pending + disputed + cancelled,
      verified,
      pending,
      disputed,
      cancelled,
    },
    registered: units[0]?.registered ?? 0,
  };
}

describe('the figures', () => {
  it('are those of a recount, for the nation and for each of the 37 states', async () => {
    const [ikeja, dala] = await Promise.all([
      createWard(test.database.db, 6),
      createWard(test.database.db, 3, place('19-13')),
    ]);
    const ids = await Promise.all(ikeja.units.map((unit, index) => submit(unit, { voidVotes: index % 4 })));
    await submit(unitOf(dala, 0), { votes: { APC: 99, PDP: 1, LP: 0, NNPP: 0, Others: 7 } });
    const over = await submit(unitOf(dala, 1), { accreditedVoters: 3 });
    await decide(ids[0] ?? '', 'verify');
    await decide(ids[1] ?? '', 'verify');
    await decide(ids[2] ?? '', 'return');
    await decide(ids[3] ?? '', 'dispute');
    await decide(over, 'cancel');
    const nation = await recount(place('NG'));
    await eventually(async () => {
      const room = await roomFor(national);
      expect(room.coverage).toEqual(nation.coverage);
      expect(room.basis).toMatchObject({ verified: nation.verified, provisional: nation.provisional });
      expect(room.registeredInArea).toBe(nation.registered);
      expect(room.leading).toEqual({ verified: 'LP', provisional: 'LP' });
      expect(room.states).toHaveLength(37);
      for (const state of room.states) {
        const { registered, ...counted } = await recount(state.area.id);
        expect(registered).toBeGreaterThanOrEqual(0);
        expect(state, state.area.name).toMatchObject(counted);
      }
    });
  });

  it('of an election that covers one state show the others without units', async () => {
    const kano = await createElection(test.database.db, { areas: [place('19')], type: 'gubernatorial' });
    const room = await roomFor(national, kano);
    expect(room.states).toHaveLength(37);
    expect(room.states.filter((state) => state.coverage.units > 0).map((state) => state.area.code)).toEqual(['19']);
  });

  it('of a governorship election of one state hold the test over its LGAs', async () => {
    const kano = await createElection(test.database.db, { areas: [place('19')], type: 'gubernatorial' });
    const room = await roomFor(national, kano);
    expect(room.declaration?.provisional).toMatchObject({ test: 'governorship', areas: 44, results: 0 });
    expect(
      room.declaration?.verified.parties.every(
        ({ capital, meets, spreadNeeded }) => !capital && !meets && spreadNeeded === 30,
      ),
    ).toBe(true);
    const two = await createElection(test.database.db, { areas: [place('19'), place('24')], type: 'gubernatorial' });
    expect((await roomFor(national, two)).declaration).toBeNull();
    const assembly = await createElection(test.database.db, { areas: [place('19')], type: 'state_assembly' });
    expect((await roomFor(national, assembly)).declaration).toBeNull();
  });

  it('choose the live election where none is named, and refuse one that is not there', async () => {
    const room = (await national.get('/situation-room')).json<SituationRoom>('data');
    expect(room.elections.map(({ id }) => id)).toContain(room.election?.id);
    const draft = await createElection(test.database.db, { status: 'draft' });
    for (const id of [draft, '0190aaaa-0000-7000-8000-000000000000']) {
      const reply = await national.get(`/situation-room?electionId=${id}`);
      expect([reply.status, reply.code]).toEqual([404, 'ELECTION_NOT_FOUND']);
    }
    expect((await national.get('/situation-room?electionId=mine')).status).toBe(400);
  });

  it('are the same object for all who ask at one moment, and hold the presidential test on both bases', async () => {
    const other = await test.as('super_admin', place('NG'));
    const [mine, theirs] = await Promise.all([roomFor(national), roomFor(other)]);
    expect(theirs).toEqual(mine);
    expect(mine.declaration?.verified.parties[0]?.spreadNeeded).toBe(25);
    expect(mine.declaration?.provisional.parties.map(({ code }) => code)).toEqual(PARTIES);
  });
});

describe('who sees what', () => {
  it('a moderator of several areas has their states alone, each as far as it is theirs, and the sums over them', async () => {
    const ikeja = await createWard(test.database.db, 2);
    const agege = await createWard(test.database.db, 2, place('24-01'));
    const dala = await createWard(test.database.db, 3, place('19-13'));
    const fagge = await createWard(test.database.db, 1, place('19-16'));
    const units = [...ikeja.units, ...agege.units, ...dala.units, ...fagge.units];
    const ids = await Promise.all(units.map((unit) => submit(unit)));
    await decide(ids[0] ?? '', 'dispute', 'The ward copy differs');
    await decide(ids[2] ?? '', 'dispute', 'Two sheets were sent');
    const reader = await narrowed(test, { ...EVERYTHING, allowedStates: ['19'], allowedLGAs: ['24-11'] });
    const [kano, lga] = await Promise.all([recount(place('19')), recount(place('24-11'))]);
    await eventually(async () => {
      const room = await roomFor(reader);
      const [first, second] = room.states;
      expect(room.states.map((state) => state.area.code)).toEqual(['19', '24']);
      expect(first?.coverage).toEqual(kano.coverage);
      expect(second?.coverage).toEqual(lga.coverage);
      expect(second?.provisional).toMatchObject(lga.provisional);
      const sum = (of: (state: LiveArea) => number) => room.states.reduce((total, state) => total + of(state), 0);
      expect(room.coverage.reported).toBe(6);
      expect(room.coverage.units).toBe(sum((state) => state.coverage.units));
      expect(room.basis.provisional.totalVotes).toBe(sum((state) => state.provisional.totalVotes));
      expect(room.registeredInArea).toBe(kano.registered + lga.registered);
      expect(room.feed.map(({ code }) => code.slice(0, 5)).sort()).toEqual([
        '19-13',
        '19-13',
        '19-13',
        '19-16',
        '24-11',
        '24-11',
      ]);
      expect(room.disputes).toMatchObject({ open: 1, unassigned: 1 });
      expect(room.disputes.newest.map(({ reason }) => reason)).toEqual(['The ward copy differs']);
      expect(room.rate.lastHour).toBe(6);
      expect(room.declaration).toBeNull();
    });
  });

  it('a moderator of one ward has its figures, and its state with no others', async () => {
    const ward = await createWard(test.database.db, 3);
    const other = await createWard(test.database.db, 3);
    await Promise.all([...ward.units.slice(0, 2), ...other.units].map((unit) => submit(unit)));
    const reader = await narrowed(test, { ...EVERYTHING, allowedWards: [String(ward.ward)] });
    await eventually(async () => {
      const room = await roomFor(reader);
      expect(room.states.map((state) => state.area.code)).toEqual(['24']);
      expect(room.coverage).toMatchObject({ units: 3, reported: 2 });
      expect(room.registeredInArea).toBe(1500);
    });
  });

  it('an election outside a moderator’s areas does not exist for them', async () => {
    const kano = await createElection(test.database.db, { areas: [place('19')] });
    const reader = await narrowed(test, { ...EVERYTHING, allowedStates: ['24'] });
    expect((await reader.get(`/situation-room?electionId=${kano}`)).code).toBe('ELECTION_NOT_FOUND');
  });

  it('no user sees it while election mode is off', async () => {
    const quiet = await testApp();
    try {
      const admin = await quiet.as('super_admin', place('NG'));
      for (const path of ['/situation-room', '/situation-room/silent', '/situation-room/silent.csv']) {
        const reply = await admin.get(path);
        expect([reply.status, reply.code], path).toEqual([403, 'ELECTION_MODE_REQUIRED']);
      }
      await setElectionMode(quiet.database.db, true);
      quiet.app.platform.organisation.invalidate();
      const room = (await admin.get('/situation-room')).json<SituationRoom>('data');
      expect(room).toMatchObject({ election: null, elections: [], feed: [], declaration: null });
      expect(room.states).toHaveLength(37);
      expect(room.coverage.units).toBe(0);
      expect(room.rate).toMatchObject({ lastHour: 0, completeAt: null, none: 'not_started' });
    } finally {
      await quiet.close();
    }
  });
});

describe('what asks for attention', () => {
  it('disputes: open ones of this election, the newest first, with where they are', async () => {
    const ward = await createWard(test.database.db, 3);
    const ids = [];
    for (const unit of ward.units) ids.push(await submit(unit));
    for (const [index, id] of ids.entries()) {
      test.clock.advance(1);
      await decide(id, 'dispute', `Reason ${index}`);
    }
    await eventually(async () => {
      const { disputes } = await roomFor(await test.as('national_admin', place('NG')));
      expect(disputes).toMatchObject({ open: 3, unassigned: 3 });
      expect(disputes.newest.map(({ reason }) => reason)).toEqual(['Reason 2', 'Reason 1', 'Reason 0']);
      expect(disputes.newest[0]).toMatchObject({
        lga: 'Ikeja',
        state: 'Lagos',
        unit: 'Polling Unit 3',
        assigned: false,
      });
    });
  });

  it('alerts: results with flags that stand, counted by check; neither returned nor cancelled ones, nor what was mended', async () => {
    national = await test.as('national_admin', place('NG'));
    const ward = await createWard(test.database.db, 6);
    const over = { accreditedVoters: 100 };
    const [, returned, cancelled, mended] = await Promise.all([
      submit(unitOf(ward, 0), over),
      submit(unitOf(ward, 1), over),
      submit(unitOf(ward, 2), over),
      submit(unitOf(ward, 3), over),
      submit(unitOf(ward, 4), { registeredVoters: 450 }),
      submit(unitOf(ward, 5)),
    ]);
    await decide(returned ?? '', 'return');
    await decide(cancelled ?? '', 'cancel');
    await decide(mended ?? '', 'return');
    const officer = await holderOf('polling_unit_officer', unitOf(ward, 3));
    const again = await test.signIn(officer as Person);
    const reply = await again.post('/results', sheet(election, unitOf(ward, 3)), { 'idempotency-key': 'mended-1' });
    expect(reply.status).toBe(201);
    await eventually(async () => {
      const { alerts } = await roomFor(national);
      expect(alerts.total).toBe(2);
      expect(alerts.byCheck).toEqual([
        { code: 'OVER_VOTING', results: 1 },
        { code: 'REGISTERED_DIFFERS', results: 1 },
      ]);
      expect(alerts.newest.flatMap(({ codes }) => codes).sort()).toEqual(['OVER_VOTING', 'REGISTERED_DIFFERS']);
      expect(alerts.newest[0]).toMatchObject({ state: 'Lagos', status: 'pending' });
    });
  });
});

describe('the rate', () => {
  it('shows when units first reported, and when the rest will have if the last hour goes on', async () => {
    national = await test.as('national_admin', place('NG'));
    const now = test.clock.now();
    const { units } = await createWard(test.database.db, 60);
    const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
    const times = units.map((_, index) =>
      index < 40 ? minutesAgo(30) : index < 55 ? minutesAgo(100) : minutesAgo(300),
    );
    await storeReports(test, election, units, times);
    const { rate, coverage } = await roomFor(national);
    expect(coverage.reported).toBe(60);
    expect(rate.lastHour).toBe(40);
    expect(rate.stretches).toHaveLength(36);
    expect(rate.stretches.filter(({ results }) => results > 0).map(({ results }) => results)).toEqual([15, 40]);
    expect(rate.none).toBeNull();
    const hours = (coverage.units - 60) / 40;
    const expected = now.getTime() + hours * 3_600_000;
    expect(new Date(rate.completeAt ?? 0).getTime()).toBeCloseTo(expected, -4);
  });

  it('counts a unit at its first report, whatever replaced it since and whether it was sent back', async () => {
    national = await test.as('national_admin', place('NG'));
    const { units } = await createWard(test.database.db, 2);
    const now = test.clock.now();
    const first = new Date(now.getTime() - 90 * 60_000);
    await storeReports(test, election, units, [first, first]);
    await sql`insert into result_versions select result_id, 2, submission_id, votes, void_votes, accredited, registered, boxes,
        flags, sheet_file_id, late, accepted_as, idempotency_key || '-2', request_hash, digest, submitted_by, ${now}
      from result_versions v where exists (select from results r where r.id = v.result_id and r.polling_unit_id = ${units[0]})`.execute(
      test.database.db,
    );
    await sql`update results set version = 2, submitted_at = ${now} where polling_unit_id = ${units[0]}`.execute(
      test.database.db,
    );
    await decideInStore(test.database.db, units[1] ?? place('24'), 'returned');
    const { rate } = await roomFor(national);
    expect(rate.lastHour).toBe(0);
    expect(rate.none).toBe('too_few');
    expect(rate.stretches.filter(({ results }) => results > 0).map(({ results }) => results)).toEqual([2]);
  });
});
