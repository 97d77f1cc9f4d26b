import type { ElectionId } from '@ec/contract/base/common';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { type CheckMode, DEFAULT_SETTINGS } from '@ec/contract/unusual/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertsOf, judged } from '../../../../test/alerts.ts';
import { createElection, createWard, place, setElectionMode } from '../../../../test/builders.ts';
import { submitFor } from '../../../../test/disputes.ts';
import { type Client, type TestApp, testApp } from '../../../../test/harness.ts';
import { watchUnusual } from './watch-service.ts';

let test: TestApp;
let election: ElectionId;
let national: Client;
let ward: LocationId;
let units: LocationId[];
let admin: Client;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
  national = await test.as('national_admin', place('NG'));
  ({ ward, units } = await createWard(test.database.db, 3));
  admin = await test.as('ward_admin', ward);
});
afterAll(() => test.close());

const SAME = { accreditedVoters: 141, votes: { APC: 31, PDP: 12, LP: 88, NNPP: 2, Others: 3 }, voidVotes: 4 };
const unit = (index: number) => units[index] ?? ward;
const report = async (index: number, figures: object = SAME) =>
  await submitFor(await test.as('polling_unit_officer', unit(index)), election, unit(index), figures);
const set = async (mode: CheckMode, version: number) => {
  const checks = { ...DEFAULT_SETTINGS, identical_votes: { ...DEFAULT_SETTINGS.identical_votes, mode } };
  const reply = await national.put('/unusual/settings', { electionId: election, version, checks, earlierId: null });
  expect(reply.status).toBe(200);
};
async function raised(reader: Client) {
  await judged(test);
  await watchUnusual(test.app.platform);
  await test.app.platform.jobs.runDue();
  return (await alertsOf(reader, `rule=unusual_result&electionId=${election}`)).map(({ area }) => area?.id);
}

/** Alerts of the rule that every election has for the same votes in a ward. */
const ofRule = async (reader: Client) =>
  (await alertsOf(reader, `rule=identical_votes&electionId=${election}`)).map(({ area }) => area?.id);
const reportWard = async () => {
  const other = await createWard(test.database.db, 2);
  for (const id of other.units) await submitFor(await test.as('polling_unit_officer', id), election, id, SAME);
  const reader = await test.as('ward_admin', other.ward);
  return { raised: await raised(reader), ofRule: await ofRule(reader), reader, ...other };
};

describe('a check that raises alerts', () => {
  it('raises one about each marking, also of those whose neighbour came later, and none twice', async () => {
    await report(0);
    expect(await raised(admin)).toEqual([]);
    await report(1);
    expect(await raised(admin)).toEqual([]);
    // What stands already is looked at when the check is switched on.
    await set('alert', 0);
    expect((await raised(admin)).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([unit(0), unit(1)]);
    expect((await raised(admin)).length).toBe(2);
    const last = await report(2);
    expect((await raised(admin)).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([unit(0), unit(1), unit(2)]);
    const [alert] = await alertsOf(admin, `rule=unusual_result&electionId=${election}`);
    expect(alert).toMatchObject({ resultId: last, type: 'warning', count: 'official' });
    expect(alert?.message).toContain(`Same votes as another unit: unit ${codeOf(unit(2))}`);
    const officer = await test.as('gpuo', unit(0));
    expect((await officer.get('/alerts')).text).not.toContain('Same votes as another unit');
    expect(await raised(await test.as('lga_admin', place('19-02')))).toEqual([]);
  });

  it('raises none once it only shows what it finds', async () => {
    await set('show', 1);
    expect((await reportWard()).raised).toEqual([]);
  });

  it('of the same votes stands in place of the older alert about the ward, which stays where it was raised before', async () => {
    const before = await reportWard();
    expect([before.raised, before.ofRule]).toEqual([[], [before.ward]]);
    await set('alert', 2);
    const after = await reportWard();
    expect([new Set(after.raised), after.ofRule]).toEqual([new Set(after.units), []]);
    expect(await ofRule(before.reader)).toEqual([before.ward]);
    await set('off', 3);
    const none = await reportWard();
    expect([none.raised, none.ofRule]).toEqual([[], []]);
  });
});
