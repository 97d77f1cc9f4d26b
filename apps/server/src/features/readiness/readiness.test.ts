import type { ElectionId } from '@ec/contract/base/common';
import { type LocationId, NATION } from '@ec/contract/geography/location-id';
import type { Readiness, ReadinessCheckId } from '@ec/contract/readiness/schemas';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createElection, createPerson, createWard, place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { narrowed } from '../../../test/moderators.ts';
import { makeTranscribers } from '../../../test/second-entries.ts';
import { commonAreas, judgeClocks, judgeGateway, judgeParties } from './rules.ts';

let test: TestApp;
let ward: LocationId;
let units: LocationId[];
let election: ElectionId;
// Each test has its own application: the counts are kept for seconds.
beforeEach(async () => {
  test = await testApp();
  ({ ward, units } = await createWard(test.database.db, 3));
  election = await createElection(test.database.db, { areas: [place('24-11')], parties: ['APC', 'XYZ'] });
});
afterEach(() => test.close());

const read = async (client: Client, id = election) =>
  (await client.get(`/elections/${id}/readiness`)).json<Readiness>('data');
const of = (readiness: Readiness, id: ReadinessCheckId) => readiness.checks.find((check) => check.id === id);

it('counts what is left to do in the area of the election, and names the first places', async () => {
  const db = test.database.db;
  const admin = await test.as('national_admin', NATION);
  const [first, second, third] = units as [LocationId, LocationId, LocationId];
  await createPerson(db, { role: 'polling_unit_officer', area: first, passwordHash: null });
  await createPerson(db, { role: 'polling_unit_officer', area: second, status: 'INACTIVE' });
  await createPerson(db, { role: 'lga_admin', area: place('24-11') });
  // Elsewhere: concerns another election.
  await createPerson(db, { role: 'ward_admin', area: place('24-12'), passwordHash: null });
  await db.updateTable('locations').set({ registered_voters: null }).where('id', '=', third).execute();
  const readiness = await read(admin);
  expect(readiness.election).toEqual({ id: election, name: 'Presidential election' });
  const missing = of(readiness, 'units_without_officer');
  expect(missing).toMatchObject({
    state: 'not_ready',
    places: expect.arrayContaining([expect.objectContaining({ id: second })]),
  });
  expect(missing?.places.map(({ id }) => id)).not.toContain(first);
  expect(of(readiness, 'officers_never_signed_in')).toMatchObject({
    state: 'not_ready',
    count: 1,
    text: '1 active officer has never signed in.',
  });
  expect(of(readiness, 'phones_not_confirmed')).toMatchObject({ state: 'not_ready', count: 1 });
  expect(of(readiness, 'lgas_without_admin')).toMatchObject({ state: 'ok', count: 0, places: [] });
  expect(of(readiness, 'wards_without_admin')).toMatchObject({
    state: 'not_ready',
    places: expect.arrayContaining([expect.objectContaining({ id: ward, within: expect.stringContaining('Ikeja') })]),
  });
  expect(of(readiness, 'states_without_admin')).toMatchObject({ state: 'ok', count: 0 });
  expect(of(readiness, 'units_without_voters')?.places.map(({ id }) => id)).toContain(third);
  expect(of(readiness, 'parties_without_colour')).toMatchObject({ state: 'not_ready', count: 1 });
  expect(of(readiness, 'sms_gateway')).toMatchObject({ state: 'not_ready', count: null });
  expect(of(readiness, 'clocks')).toMatchObject({ state: 'ok' });
});

it('counts for a moderator who is held to areas what lies in them, and hides elections elsewhere', async () => {
  const national = await createElection(test.database.db, { areas: [NATION] });
  const moderator = await narrowed(test, { canViewReports: true, allowedStates: ['33'] });
  const here = await read(moderator, national);
  expect(of(here, 'states_without_admin')).toMatchObject({ count: 1, places: [{ code: '33' }] });
  const elsewhere = await moderator.get(`/elections/${election}/readiness`);
  expect(elsewhere).toMatchObject({ status: 404, code: 'ELECTION_NOT_FOUND' });
});

it('asks for transcribers where the policy of the election draws sheets for a second entry', async () => {
  const admin = await test.as('national_admin', NATION);
  expect(of(await read(admin), 'transcribers')).toBeUndefined();
  const secondEntry = { rule: 'all', percent: 0, seed: 'heads', outsideLga: false };
  const drawing = await createElection(test.database.db, { areas: [place('24-11')], configuration: { secondEntry } });
  expect(of(await read(admin, drawing), 'transcribers')).toMatchObject({ state: 'not_ready' });
  const officer = await test.as('polling_unit_officer', units[0] ?? null);
  await makeTranscribers(test, [officer]);
  expect(of(await read(admin, drawing), 'transcribers')).toMatchObject({
    state: 'ok',
    text: '1 active transcriber enters sheets a second time.',
  });
});

it('finds the areas that the election and the reader have in common', () => {
  const [lagos, ikeja, kano] = [place('24'), place('24-11'), place('19')];
  expect(commonAreas([NATION], [lagos])).toEqual([lagos]);
  expect(commonAreas([ikeja, lagos], [NATION])).toEqual([lagos]);
  expect(commonAreas([ikeja], [lagos, kano])).toEqual([ikeja]);
  expect(commonAreas([ikeja], [kano])).toEqual([]);
});

it('judges parties, gateways and clocks', () => {
  expect(judgeParties(['APC', 'Others'])).toMatchObject({ state: 'ok', count: 0 });
  expect(judgeParties(['XYZ']).text).toContain('XYZ');
  expect(judgeGateway('sms_gateway', { configured: true, paused: false }).state).toBe('ok');
  expect(judgeGateway('sms_gateway', { configured: true, paused: true }).state).toBe('not_ready');
  expect(judgeClocks(-1500).state).toBe('ok');
  expect(judgeClocks(90_000)).toMatchObject({ state: 'not_ready', text: expect.stringContaining('90 seconds') });
});

it('counts the wards that belong to no constituency, only for elections that are held in such', async () => {
  const admin = await test.as('national_admin', NATION);
  expect(of(await read(admin), 'wards_without_constituency')).toBeUndefined();
  const senate = await createElection(test.database.db, { type: 'senatorial', areas: [place('24-11')] });
  const before = of(await read(admin, senate), 'wards_without_constituency');
  expect(before).toMatchObject({ state: 'not_ready', places: [expect.objectContaining({ id: ward })] });
});
