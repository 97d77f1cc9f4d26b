import type { LastHour } from '@ec/contract/dashboards/schemas';
import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { raiseByHand, send } from '../../../test/alerts.ts';
import { createElection, createWard, place, setElectionMode } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let election: ElectionId;
let ward: LocationId;
let earlier: LocationId;

const hourOf = async (client: Client) =>
  (await client.get(`/dashboard?electionId=${election}`)).json<LastHour | null>('data.lastHour');

// In one ward two results more than an hour ago, of which one waits; in another three now, of which one is verified and one disputed.
beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
  const before = await createWard(test.database.db, 2);
  const now = await createWard(test.database.db, 3);
  [earlier, ward] = [before.ward, now.ward];
  const old: string[] = [];
  for (const unit of before.units) old.push(await send(test, election, unit));
  const first = await test.as('ward_admin', earlier);
  await first.post(`/results/${old[0]}/verify`, { version: 1 });
  test.clock.advance(70);
  const results: string[] = [];
  for (const unit of now.units) results.push(await send(test, election, unit));
  const second = await test.as('ward_admin', ward);
  await second.post(`/results/${results[0]}/verify`, { version: 1 });
  await second.post(`/results/${results[1]}/dispute`, { version: 1, reason: 'The sheet cannot be read' });
  await raiseByHand(test, ward, { priority: 'critical' });
  await raiseByHand(test, ward);
});
afterAll(() => test.close());

it('counts what changed in the last hour in the area, and names the wards that wait the longest with their admin', async () => {
  const state = await test.as('state_admin', place('24'));
  const hour = await hourOf(state);
  expect(hour).toMatchObject({
    reported: 3,
    verified: 1,
    disputesOpened: 1,
    disputesResolved: 0,
    alerts: 2,
    criticalAlerts: 1,
    blocking: [
      { ward: { id: earlier, lga: 'Ikeja' }, waiting: 1, contact: { role: 'ward_admin' } },
      { ward: { id: ward }, waiting: 1 },
    ],
  });
  expect(Date.parse(hour?.blocking[0]?.oldestAt ?? '')).toBeLessThan(Date.parse(hour?.since ?? ''));
});

it('counts nothing from elsewhere, and is for administrators alone', async () => {
  const other = await test.as('lga_admin', place('24-12'));
  expect(await hourOf(other)).toMatchObject({ reported: 0, verified: 0, alerts: 0, blocking: [] });
  const { units } = await createWard(test.database.db, 1);
  expect(await hourOf(await test.as('polling_unit_officer', units[0] ?? ward))).toBeNull();
});
