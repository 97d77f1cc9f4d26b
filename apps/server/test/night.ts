import type { ElectionId } from '@ec/contract/base/common';
import { areaRange, type LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from './builders.ts';
import type { Client, TestApp } from './harness.ts';

interface Made {
  ward: LocationId;
  units: LocationId[];
}

/** An election night in five wards: results in every state a result can be in, and one of the grassroots. */
export interface Night {
  election: ElectionId;
  /** Five units: verified, disputed, returned, pending, none. */
  ikeja: Made;
  /** Two units, both verified. */
  ikejaTwo: Made;
  /** Nothing has come from here. */
  oshodi: Made;
  /** Two units, both pending; no other ward of Ogun takes part. */
  abeokuta: Made;
  /** Four units: one cancelled for over-voting, one that the grassroots alone have reported. */
  gabasawa: Made;
}

let keys = 0;

/** Makes the night through the API, as the people of the places would. */
export async function electionNight(test: TestApp): Promise<Night> {
  const { db } = test.database;
  await setElectionMode(db, true);
  const election = await createElection(db);
  const submit = async (
    unit: LocationId,
    changes: object = {},
    role: 'polling_unit_officer' | 'gpuo' = 'polling_unit_officer',
  ) => {
    const officer = await test.as(role, unit);
    keys += 1;
    const body = { ...sheet(election, unit), ...changes };
    const reply = await officer.post('/results', body, { 'idempotency-key': `night-${keys}` });
    expect(reply.status).toBe(201);
    return reply.json<string>('data.id');
  };
  const decide = async (admin: Client, id: string | undefined, action: string) => {
    expect((await admin.post(`/results/${id}/${action}`, { reason: 'As on the sheet', version: 1 })).status).toBe(200);
  };
  const night: Night = {
    election,
    ikeja: await createWard(db, 5),
    ikejaTwo: await createWard(db, 2),
    oshodi: await createWard(db, 3, place('24-18')),
    abeokuta: await createWard(db, 2, place('27-01')),
    gabasawa: await createWard(db, 4, place('19-13')),
  };
  const admin = await test.as('ward_admin', night.ikeja.ward);
  const ids = await Promise.all(night.ikeja.units.slice(0, 4).map((unit) => submit(unit)));
  await decide(admin, ids[0], 'verify');
  await decide(admin, ids[1], 'dispute');
  await decide(admin, ids[2], 'return');
  const second = await test.as('ward_admin', night.ikejaTwo.ward);
  for (const unit of night.ikejaTwo.units) {
    await decide(second, await submit(unit, { votes: { APC: 90, PDP: 1, LP: 2, NNPP: 0, Others: 0 } }), 'verify');
  }
  for (const unit of night.abeokuta.units) await submit(unit);
  const gabasawa = await test.as('ward_admin', night.gabasawa.ward);
  await decide(gabasawa, await submit(unitOf(night.gabasawa, 0), { accreditedVoters: 1 }), 'cancel');
  await submit(unitOf(night.gabasawa, 1), {}, 'gpuo');
  return night;
}

export const unitOf = ({ ward, units }: Made, index: number): LocationId => units[index] ?? ward;

export interface Recount {
  reported: number;
  verified: number;
  pending: number;
  disputed: number;
  cancelled: number;
  units: number;
  votes: number;
}

/** The area's figures counted from the stored results themselves, in plain SQL. */
export async function recount(
  test: TestApp,
  election: ElectionId,
  area: LocationId,
  source = 'official',
): Promise<Recount> {
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

export async function expectStanding(
  test: TestApp,
  election: ElectionId,
  standing: Standing,
  source = 'official',
): Promise<void> {
  const { votes: _, ...coverage } = await recount(test, election, standing.area.id, source);
  expect(standing.coverage).toEqual(coverage);
  expect(standing.submissionRate).toBe(rate({ ...coverage, votes: 0 }));
  expect(standing.disputes).toBe(coverage.disputed);
}

/** Reads until the picture holds what was submitted, as a screen does after an event. */
export async function read<T>(client: Client, url: string, settled: (data: T) => boolean): Promise<T> {
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
