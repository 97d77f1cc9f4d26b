import type { ElectionId } from '@ec/contract/base/common';
import { ancestorOf, chainOf, codeOf, type LocationId } from '@ec/contract/geography/location-id';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { liveConstituencies } from '../live/constituency-service.ts';
import { createSnapshots } from '../live/snapshot.ts';
import { areasOfConstituencies } from './queries.ts';

let test: TestApp;
let national: Client;
let election: ElectionId;
const wards: LocationId[] = [];

/** Seven wards in three LGAs of Lagos, with one result each that has as many void votes as the ward's place in the list. */
beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  test.app.platform.organisation.invalidate();
  national = await test.as('national_admin', place('NG'));
  election = await createElection(test.database.db, { type: 'state_assembly', areas: [place('24')] });
  for (const [index, lga] of ['24-11', '24-11', '24-11', '24-01', '24-01', '24-02', '24-02'].entries()) {
    const { ward, units } = await createWard(test.database.db, 1, place(lga));
    wards.push(ward);
    const [unit = ward] = units;
    const officer = await test.as('polling_unit_officer', unit);
    const figures = { ...sheet(election, unit), voidVotes: index };
    await officer.post('/results', figures, { 'idempotency-key': `random-${index}` });
  }
});
afterAll(() => test.close());

it('random sets of wards: areas hold just their wards, and totals are the sums of their results', async () => {
  const { db } = test.database;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 7, maxLength: 7 }), async (numbers) => {
      const lines = numbers.map((number, index) => `${codeOf(wards[index] ?? place('NG'))},${number}`);
      // Wards of a live election do not move, so each run is a first import.
      await db.deleteFrom('constituency_wards').execute();
      const text = ['ward_code,state_constituency_id', ...lines].join('\n');
      expect((await national.post('/constituencies/import', { text, store: true })).status).toBe(200);
      const snapshots = createSnapshots(test.app.platform);
      const answer = await liveConstituencies(db, snapshots, {
        electionId: election,
        source: 'official',
        area: place('NG'),
      });
      expect(answer.constituencies.map(({ constituency }) => constituency.code).toSorted((a, b) => a - b)).toEqual(
        [...new Set(numbers)].toSorted((a, b) => a - b),
      );
      for (const { constituency, coverage, provisional } of answer.constituencies) {
        const mine = wards.filter((_, index) => numbers[index] === constituency.code);
        const areas = await areasOfConstituencies(db, [constituency.id]);
        expect(wards.filter((ward) => chainOf(ward).some((area) => areas.includes(area)))).toEqual(mine);
        // An LGA that belongs to it as a whole is one area.
        const whole = [...new Set(mine.flatMap((ward) => ancestorOf(ward, 'lga') ?? []))].filter((lga) =>
          wards.every((ward) => ancestorOf(ward, 'lga') !== lga || mine.includes(ward)),
        );
        expect(areas.filter((area) => whole.includes(area)).toSorted((a, b) => a - b)).toEqual(
          whole.toSorted((a, b) => a - b),
        );
        expect([coverage.units, coverage.reported]).toEqual([mine.length, mine.length]);
        expect(provisional.voidVotes).toBe(mine.reduce((sum, ward) => sum + wards.indexOf(ward), 0));
      }
    }),
    { numRuns: 25 },
  );
});
