import type { ElectionId, ResultId } from '@ec/contract/base/common';
import type { Declaration } from '@ec/contract/elections/declaration';
import { ancestorOf, codeOf, type LocationId } from '@ec/contract/geography/location-id';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let national: Client;
/** Three wards of Kano, in two LGAs, with two units each. */
let wards: { ward: LocationId; units: LocationId[] }[];
let election: ElectionId;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 1000 });
  await setElectionMode(test.database.db, true);
  test.app.platform.organisation.invalidate();
  national = await test.as('national_admin', place('NG'));
  wards = [];
  for (const lga of ['19-13', '19-13', '19-16']) wards.push(await createWard(test.database.db, 2, place(lga)));
});
afterAll(() => test.close());
beforeEach(async () => {
  election = await createElection(test.database.db, { type: 'gubernatorial', areas: [place('19')] });
});

/** Figures follow a change within a second. */
async function eventually(read: () => Promise<void>): Promise<void> {
  await vi.waitFor(read, { timeout: 10_000, interval: 50 });
}

const unitOf = (ward: number, unit = 0): LocationId => wards[ward]?.units[unit] ?? place('NG');
const officers = new Map<LocationId, Client>();
const admins = new Map<LocationId, Client>();
async function adminOf(ward: LocationId): Promise<Client> {
  const admin = admins.get(ward) ?? (await test.as('ward_admin', ward));
  admins.set(ward, admin);
  return admin;
}
let keys = 0;
async function send(unit: LocationId, votes: Record<string, number>, id = election): Promise<ResultId> {
  const officer = officers.get(unit) ?? (await test.as('polling_unit_officer', unit));
  officers.set(unit, officer);
  keys += 1;
  const body = {
    ...sheet(id, unit),
    accreditedVoters: 500,
    voidVotes: 0,
    votes: { ...votes, Others: 0 },
    zeroVotesConfirmed: true,
  };
  const reply = await officer.post('/results', body, { 'idempotency-key': `declare-${keys}` });
  expect(reply.text).toContain('submissionId');
  return reply.json<ResultId>('data.id');
}

const ask = async (query: Record<string, string> = {}, client = national, id = election) => {
  const words = new URLSearchParams({ electionId: id, basis: 'provisional', ...query });
  return await client.get(`/live/declaration?${words.toString()}`);
};
const declaration = async (query: Record<string, string> = {}, client = national, id = election) =>
  (await ask(query, client, id)).json<Declaration>('data');
const record = async (unit: LocationId, changes: object = {}, id = election) =>
  await national.post('/margin-of-lead/units', {
    electionId: id,
    pollingUnitId: codeOf(unit),
    kind: 'not_held',
    ground: 'No materials came',
    ...changes,
  });

describe('the governorship test', () => {
  it('is open in an LGA until the voters who are out can no longer change it, and reached then', async () => {
    const dala = async () => (await declaration()).spread.find(({ code }) => code === '19-13');
    await send(unitOf(0, 0), { APC: 400, PDP: 50, LP: 50, NNPP: 0 });
    await eventually(async () => {
      expect(await dala()).toMatchObject({ results: 1, out: 1500, unknown: 0 });
    });
    expect((await dala())?.standings).toEqual({ APC: 'open', PDP: 'open', LP: 'open', NNPP: 'open' });
    await send(unitOf(0, 1), { APC: 500, PDP: 0, LP: 0, NNPP: 0 });
    await send(unitOf(1, 0), { APC: 500, PDP: 0, LP: 0, NNPP: 0 });
    await eventually(async () => {
      expect((await dala())?.standings).toMatchObject({ APC: 'reached', PDP: 'open' });
    });
    await send(unitOf(1, 1), { APC: 300, PDP: 200, LP: 0, NNPP: 0 });
    await eventually(async () => {
      const all = await declaration();
      expect(all.spread.find(({ code }) => code === '19-13')?.standings).toMatchObject({
        APC: 'reached',
        PDP: 'not_reached',
      });
      expect(all).toMatchObject({
        test: 'governorship',
        contest: { code: '19', name: 'Kano' },
        leading: 'APC',
        lead: 1450,
      });
      expect(all.parties[0]).toMatchObject({
        code: 'APC',
        votes: 1700,
        spreadReached: 1,
        spreadNeeded: 30,
        meets: false,
      });
      expect(all.words).toContain('APC leads by 1,450 votes before PDP');
    });
  });

  it('stands on verified results alone, where these are asked for', async () => {
    await send(unitOf(0, 0), { APC: 400, PDP: 50, LP: 50, NNPP: 0 });
    await eventually(async () => {
      expect(await declaration()).toMatchObject({ results: 1, coverage: { units: 6, reported: 1 } });
    });
    expect(await declaration({ basis: 'verified' })).toMatchObject({
      results: 0,
      leading: null,
      lead: null,
      decided: false,
    });
  });

  it('calls nothing certain while the register lacks the voters of a unit that is out', async () => {
    const { units } = await createWard(test.database.db, 1, place('19-20'));
    const [unit = place('NG')] = units;
    await test.database.db.updateTable('locations').set({ registered_voters: null }).where('id', '=', unit).execute();
    const other = await createElection(test.database.db, { type: 'gubernatorial', areas: [place('19')] });
    const tarauni = async () => (await declaration({}, national, other)).spread.find(({ code }) => code === '19-20');
    expect(await tarauni()).toMatchObject({ out: 0, unknown: 1, standings: { APC: 'open' } });
    await record(unit, { pvcCollected: 0 }, other);
    await eventually(async () => {
      expect(await tarauni()).toMatchObject({ out: 0, unknown: 0, standings: { APC: 'not_reached' } });
    });
  });

  it('of several states is chosen by the area, and listed without one', async () => {
    const two = await createElection(test.database.db, { type: 'gubernatorial', areas: [place('19'), place('24')] });
    const all = await declaration({}, national, two);
    expect(all).toMatchObject({ contest: null, parties: [], lead: null, decided: false });
    expect(all.contests.map(({ contest, test: kind }) => [contest.code, kind])).toEqual([
      ['19', 'governorship'],
      ['24', 'governorship'],
    ]);
    expect((await declaration({ area: '19-13' }, national, two)).contest).toEqual({
      code: '19',
      name: 'Kano',
      kind: 'state',
    });
    expect((await declaration({ area: '24' }, national, two)).areas).toBe(20);
  });

  it('is refused to who sees a part of the state, outside the area, and for what is no contest', async () => {
    const regional = await test.as('regional_admin', place('NW'));
    expect((await ask({}, regional)).status).toBe(200);
    const presidential = await createElection(test.database.db);
    const partly = await ask({}, regional, presidential);
    expect([partly.status, partly.code]).toEqual([403, 'DECLARATION_BEYOND_AREA']);
    const east = await test.as('regional_admin', place('SE'));
    expect((await ask({}, east)).status).toBe(404);
    expect((await ask({ area: '19' }, east)).status).toBe(404);
    expect((await ask({ constituency: 'federal-9' })).code).toBe('CONTEST_NOT_FOUND');
    expect((await ask({ basis: 'guessed' })).status).toBe(400);
    expect((await test.anonymous.get(`/live/declaration?electionId=${election}`)).status).toBe(401);
    expect((await ask({}, await adminOf(wards[0]?.ward ?? place('NG')))).status).toBe(403);
  });
});

describe('the presidential test', () => {
  it('shows the FCT by itself, and a third election goes by the most votes', async () => {
    const first = await createElection(test.database.db);
    const found = await declaration({}, national, first);
    expect(found).toMatchObject({ test: 'presidential', areas: 37, contest: { code: 'NG' } });
    expect(found.parties.every(({ capital, spreadNeeded }) => capital === 'open' && spreadNeeded === 25)).toBe(true);
    const second = await createElection(test.database.db, {
      parties: ['APC', 'LP'],
      follows: { id: first, as: 'runoff' },
    });
    expect((await declaration({}, national, second)).test).toBe('presidential');
    const third = await createElection(test.database.db, {
      parties: ['APC', 'LP'],
      follows: { id: second, as: 'runoff' },
    });
    expect(await declaration({}, national, third)).toMatchObject({ test: 'plurality', areas: 0, spread: [] });
  });
});

describe('the margin of lead', () => {
  /** An LGA where all units but the two of the first ward report, and APC leads by 2,500. */
  async function led(): Promise<{ id: ElectionId; out: LocationId[] }> {
    const { units } = await createWard(test.database.db, 7, place('25-01'));
    const id = await createElection(test.database.db, { type: 'local_government', areas: [place('25-01')] });
    const [first, second, ...others] = units;
    for (const unit of others) await send(unit, { APC: 500, PDP: 0, LP: 0, NNPP: 0 }, id);
    await test.database.db
      .updateTable('locations')
      .set({ registered_voters: 3000 })
      .where('id', 'in', [first ?? place('NG'), second ?? place('NG')])
      .execute();
    return { id, out: [first ?? place('NG'), second ?? place('NG')] };
  }

  it('calls LGAs that the election does not cover outside of it, and not empty', async () => {
    const part = await createElection(test.database.db, {
      type: 'gubernatorial',
      areas: [wards[0]?.ward ?? place('NG')],
    });
    for (const id of [election, part]) await send(unitOf(0), { APC: 400, PDP: 50, LP: 50, NNPP: 0 }, id);
    await eventually(async () => {
      const [whole, some] = [await declaration(), await declaration({}, national, part)];
      expect([whole.results, some.results]).toEqual([1, 1]);
      expect([whole.outside, some.outside]).toEqual([0, 44]);
      expect(whole.words).toMatch(/; \d+ LGAs of which the register holds no unit\./);
      expect(some.words).toContain('; 44 areas of the contest outside this election.');
      expect(some.words).not.toContain('holds no unit');
    });
  });

  it('calls nothing decided where the election covers a part of the contest only', async () => {
    const [held, other] = [
      await createWard(test.database.db, 2, place('25-03')),
      await createWard(test.database.db, 2, place('25-03')),
    ];
    const decided = async (areas: LocationId[]) => {
      const id = await createElection(test.database.db, { type: 'local_government', areas });
      for (const unit of held.units) await send(unit, { APC: 500, PDP: 0, LP: 0, NNPP: 0 }, id);
      await eventually(async () => expect((await declaration({}, national, id)).results).toBe(2));
      return await declaration({}, national, id);
    };
    const part = await decided([held.ward]);
    expect(part).toMatchObject({ lead: 1000, outside: 1, decided: false });
    expect(part.words).toContain('Against it: 1 area of the contest outside this election.');
    for (const unit of other.units)
      await test.database.db.updateTable('locations').set({ registered_voters: 10 }).where('id', '=', unit).execute();
    const whole = { lead: 1000, outside: 0, decided: true, restsOnRecords: false };
    expect(await decided([held.ward, other.ward])).toMatchObject(whole);
  });

  it('weighs PVCs collected against the lead, and not those of a unit credited zero for obstruction', async () => {
    const { id, out } = await led();
    const [one = place('NG'), other = place('NG')] = out;
    expect((await record(one, { pvcCollected: 1800 }, id)).status).toBe(201);
    const obstructed = await record(other, { kind: 'zero_by_obstruction', pvcCollected: 900 }, id);
    await eventually(async () => {
      expect(await declaration({}, national, id)).toMatchObject({
        lead: 2500,
        atStake: 1800,
        atStakeUnits: 1,
        upperBound: 0,
        decided: true,
        restsOnRecords: true,
      });
    });
    const path = `/margin-of-lead/units/${obstructed.json<string>('data.id')}`;
    const change = {
      kind: 'cancelled_other',
      ground: 'Violence',
      pvcCollected: 900,
      reason: 'As the officer announced',
    };
    expect((await national.put(path, { ...change, version: 1 })).status).toBe(200);
    await eventually(async () => {
      const found = await declaration({}, national, id);
      expect(found).toMatchObject({ lead: 2500, atStake: 2700, decided: false, outcome: 'open' });
      expect(found.words).toContain('Not decided by the figures held');
      expect(found.words).not.toContain('inconclusive');
    });
    expect((await national.put(path, { ...change, pvcCollected: 700, version: 2 })).status).toBe(200);
    await eventually(async () => {
      expect(await declaration({}, national, id)).toMatchObject({ lead: 2500, atStake: 2500, decided: false });
    });
    expect((await national.put(path, { ...change, pvcCollected: null, version: 3 })).status).toBe(200);
    await eventually(async () => {
      const found = await declaration({}, national, id);
      expect(found).toMatchObject({ atStake: 4800, upperBound: 1, outstanding: { units: 0 } });
      expect(found.words).toContain('upper bound');
    });
  });

  it('counts a result that a review cancelled once, recorded or not', async () => {
    const { ward, units } = await createWard(test.database.db, 2, place('25-02'));
    const [unit = ward, other = ward] = units;
    const id = await createElection(test.database.db, { type: 'local_government', areas: [place('25-02')] });
    const over = await send(unit, { APC: 600, PDP: 300, LP: 0, NNPP: 0 }, id);
    await send(other, { APC: 400, PDP: 0, LP: 0, NNPP: 0 }, id);
    // Counted as pending, but no review can verify it: its votes do not make the lead safe.
    await eventually(async () => {
      const pending = await declaration({}, national, id);
      expect(pending).toMatchObject({ lead: 700, atStake: 500, atStakeUnits: 1, overVoted: 1, decided: false });
      const verified = await declaration({ basis: 'verified' }, national, id);
      expect(verified).toMatchObject({ overVoted: 0, atStake: 0, outstanding: { units: 2 } });
    });
    const admin = await test.as('ward_admin', ward);
    const cancelled = await admin.post(`/results/${over}/cancel`, { reason: 'More votes than voters', version: 1 });
    expect(cancelled.status).toBe(200);
    await eventually(async () => {
      expect(await declaration({}, national, id)).toMatchObject({
        lead: 400,
        atStake: 500,
        atStakeUnits: 1,
        upperBound: 1,
      });
    });
    const listed = (await national.get(`/margin-of-lead/units?electionId=${id}`)).json('data.units');
    expect(listed).toMatchObject([{ id: null, kind: 'cancelled_overvoting', atStake: 500, resultStatus: 'cancelled' }]);
    await record(unit, { kind: 'cancelled_overvoting', pvcCollected: 350 }, id);
    await eventually(async () => {
      expect(await declaration({}, national, id)).toMatchObject({ atStake: 350, atStakeUnits: 1, decided: true });
    });
  });
});

describe('totals', () => {
  it('of the declaration equal a recount of the results, whatever these are', async () => {
    const units = wards.flatMap((ward) => ward.units);
    const status = fc.constantFrom('pending', 'verified', 'disputed', 'cancelled', 'returned');
    const votes = fc.array(fc.nat(80), { minLength: 5, maxLength: 5 });
    const report = fc.option(fc.record({ status, votes }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(fc.array(report, { minLength: units.length, maxLength: units.length }), async (reports) => {
        const id = await createElection(test.database.db, { type: 'gubernatorial', areas: [place('19')] });
        for (const [index, one] of reports.entries()) {
          const [apc = 0, pdp = 0, lp = 0, nnpp = 0] = one?.votes ?? [];
          if (!one) continue;
          const sent = await send(units[index] ?? place('NG'), { APC: apc, PDP: pdp, LP: lp, NNPP: nnpp }, id);
          await moveTo(sent, one.status);
        }
        await eventually(async () => {
          for (const basis of ['verified', 'provisional'] as const) {
            const found = await declaration({ basis }, national, id);
            const counted = await recount(id, basis);
            expect(found.results).toBe(counted.results);
            expect(found.outstanding.registered + found.atStake).toBe(counted.out);
            expect(Object.fromEntries(found.parties.map((party) => [party.code, party.votes]))).toEqual(counted.votes);
          }
        });
      }),
      { numRuns: 8 },
    );
  });
});

/** Puts a result into a state with its totals, as reviews do. */
async function moveTo(id: ResultId, status: string): Promise<void> {
  if (status === 'pending') return;
  const { db } = test.database;
  const row = await db.selectFrom('results').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const admin = await adminOf(ancestorOf(row.polling_unit_id, 'ward') ?? place('NG'));
  const call =
    { verified: 'verify', disputed: 'dispute', returned: 'return', cancelled: 'dispute' }[status] ?? 'verify';
  const reason = 'As the sheet shows';
  expect((await admin.post(`/results/${id}/${call}`, { reason, version: 1 })).status).toBe(200);
  if (status === 'cancelled')
    expect((await national.post(`/results/${id}/cancel`, { reason, version: 1 })).status).toBe(200);
}

/** The same figures from the results themselves. */
async function recount(id: ElectionId, basis: 'verified' | 'provisional') {
  const counted = basis === 'verified' ? ['verified'] : ['verified', 'pending'];
  const { rows } = await sql<{ votes: number[] }>`select votes from results where election_id = ${id}
    and source = 'official' and status = any (${counted}::text[])`.execute(test.database.db);
  const out = await sql<{ out: number }>`select coalesce(sum(l.registered_voters), 0)::bigint as out from locations l
    where l.type = 'polling_unit' and l.code like '19-%' and not exists (select from results r where r.election_id = ${id}
      and r.polling_unit_id = l.id and r.source = 'official' and r.status = any (${counted}::text[]))`.execute(
    test.database.db,
  );
  const sum = (index: number) => rows.reduce((total, { votes }) => total + (votes[index] ?? 0), 0);
  return {
    results: rows.length,
    out: out.rows[0]?.out ?? 0,
    votes: { APC: sum(0), PDP: sum(1), LP: sum(2), NNPP: sum(3) },
  };
}
