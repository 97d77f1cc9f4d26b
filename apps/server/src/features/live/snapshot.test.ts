import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { codeOf, NATION } from '@ec/contract/geography/location-id';
import type { LiveAreas } from '@ec/contract/live/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { moveTallies } from '../results/tally-repository.ts';
import { listLgaTallies } from './queries.ts';
import { createSnapshots, type Snapshots } from './snapshot.ts';
import { coverageOf, totalsOf } from './totals.ts';

let test: TestApp;
let election: ElectionId;
let snapshots: Snapshots;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
  snapshots = createSnapshots(test.app.platform);
});
afterAll(() => test.close());

const shown = async () => (await snapshots.get(election, 'official', NATION))?.tallies;
const kept = () => listLgaTallies(test.database.db, election, 'official');

/** The rows of LGAs or wards with results, as a reader gets them: by place the results in each basis and those reported. */
async function rows(reader: Client, query: string): Promise<[LocationId, number, number, number][]> {
  const reply = await reader.get(`/live/areas?electionId=${election}&${query}`);
  return reply
    .json<LiveAreas>('data')
    .areas.filter(({ coverage }) => coverage.reported > 0)
    .map(({ area, verified, provisional, coverage }) => [
      area.id,
      verified.results,
      provisional.results,
      coverage.reported,
    ]);
}

/** The same from the stored totals. */
async function storedRows(): Promise<[LocationId, number, number, number][]> {
  const byLga = Map.groupBy(await kept(), ({ areaId }) => areaId);
  return [...byLga].map(([id, tallies]) => [
    id,
    totalsOf(tallies, 'verified', []).results,
    totalsOf(tallies, 'provisional', []).results,
    coverageOf(tallies, 0).reported,
  ]);
}

async function unitsOf(...lgas: string[]): Promise<{ unit: LocationId; client: Client }[]> {
  const wards = await Promise.all(lgas.map((lga) => createWard(test.database.db, 4, place(lga))));
  return await Promise.all(
    wards.flatMap(({ units }) =>
      units.map(async (unit) => ({ unit, client: await test.as('polling_unit_officer', unit) })),
    ),
  );
}

describe('the picture of an election', () => {
  it('follows every change, one after another and many at once, in old and new areas', async () => {
    const national = await test.as('national_admin', NATION);
    expect(await shown()).toEqual([]);
    for (const lgas of [['24-11'], ['24-11', '33-01'], ['19-02', '33-01', '24-11']]) {
      const units = await unitsOf(...lgas);
      const replies = await Promise.all(
        units.map(({ unit, client }) =>
          client.post('/results', sheet(election, unit), { 'idempotency-key': `of-${unit}` }),
        ),
      );
      const ids = replies.map((reply) => reply.json<string>('data.id'));
      await Promise.all(
        ids.map((id, index) =>
          index % 2 === 0
            ? national.post(`/results/${id}/verify`, { version: 1 })
            : national.post(`/results/${id}/cancel`, { version: 1, reason: 'over-voting' }),
        ),
      );
      await expect.poll(shown).toEqual(await kept());
      await expect.poll(() => rows(national, 'area=NG&level=lga')).toEqual(await storedRows());
      for (const [lga, ...counts] of await storedRows()) {
        const wards = async () => (await rows(national, `area=${codeOf(lga)}`)).map(([, ...each]): number[] => each);
        const sum = async () =>
          (await wards()).reduce((all, each) => all.map((count, place) => count + (each[place] ?? 0)));
        await expect.poll(sum, { timeout: 5000 }).toEqual(counts);
      }
    }
  });

  it('shows a change without an event within a second', async () => {
    const [first] = await unitsOf('20-04');
    const after = { status: 'pending' as const, votes: [1, 2, 3, 4, 5], voidVotes: 6, accredited: 30, registered: 40 };
    await inTransaction(test.database.db, (tx) =>
      moveTallies(tx, [
        { electionId: election, source: 'official', pollingUnitId: first?.unit ?? NATION, before: null, after },
      ]),
    );
    await expect.poll(shown, { timeout: 5000 }).toEqual(await kept());
  });

  it('is read anew where totals were rebuilt and the election says so', async () => {
    const lowest = (await kept())[0]?.areaId;
    await test.database.db
      .deleteFrom('tallies')
      .where('election_id', '=', election)
      .where('area_id', '=', lowest ?? NATION)
      .execute();
    await test.database.pool.query(`insert into events (payload) values ($1)`, [
      JSON.stringify({ type: 'election.changed', electionId: election }),
    ]);
    test.app.platform.events.wake();
    await expect.poll(shown, { timeout: 5000 }).toEqual(await kept());
  });
});
