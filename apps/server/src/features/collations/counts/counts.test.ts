import type { ElectionId } from '@ec/contract/base/common';
import type { CollationCounts } from '@ec/contract/collations/counts';
import type { DashboardCollation } from '@ec/contract/dashboards/schemas';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode } from '../../../../test/builders.ts';
import { enter, formOf, rowOf, totalsOf } from '../../../../test/collations.ts';
import { type Client, type TestApp, testApp } from '../../../../test/harness.ts';
import { createCollationCounter } from './count-service.ts';

let test: TestApp;
let election: ElectionId;
let wards: { ward: LocationId; units: LocationId[] }[];
let admin: Client;
let lga: Client;
let national: Client;

const LGA = place('24-11');

// Of two wards one has sent its form, which states a total that is not the sum of its rows; the LGA's form is disputed.
beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  wards = [await createWard(test.database.db, 2), await createWard(test.database.db, 1)];
  election = await createElection(test.database.db, { areas: [...wards.map(({ ward }) => ward), place('25')] });
  const [first] = wards;
  if (!first) throw new Error('no ward');
  admin = await test.as('ward_admin', first.ward);
  lga = await test.as('lga_admin', LGA);
  national = await test.as('national_admin', place('NG'));
  const { votes } = totalsOf(2);
  await enter(admin, formOf(election, first.ward, first.units, { statedTotals: { votes: { ...votes, APC: 1 } } }));
  const above = await enter(
    lga,
    formOf(election, LGA, [], { formCode: 'EC8C', rows: [rowOf(first.ward, 2)], statedTotals: totalsOf(2) }),
  );
  const state = await test.as('state_admin', place('24'));
  await state.post(`/collations/${above.json<string>('data.id')}/dispute`, {
    version: 1,
    reason: 'Another total was announced',
  });
  await admin.put('/collations/agents', { electionId: election, area: codeOf(first.ward), userId: admin.person.id });
});
afterAll(() => test.close());

const of = async (client: Client) =>
  (await client.get(`/dashboard?electionId=${election}`)).json<DashboardCollation | null>('data.collation');
const level = (counts: CollationCounts | null, name: string) => counts?.levels.find((each) => each.level === name);

it('counts the forms of each level in the area of the reader, of how many the election has there', async () => {
  const counts = await of(lga);
  expect(counts?.levels.map(({ formCode }) => formCode)).toEqual(['EC8B', 'EC8C']);
  expect(level(counts, 'ward')).toMatchObject({ expected: 2, in: 1, started: 1, pending: 1, verified: 0, disputed: 0 });
  expect(level(counts, 'lga')).toMatchObject({ expected: 1, in: 1, started: 1, pending: 0, disputed: 1 });
  expect(counts?.differing).toBeGreaterThan(0);
});

it('has the forms of the levels above for those above: nothing of theirs is in, and their centres have started', async () => {
  const counts = await of(national);
  expect(level(counts, 'ward')).toMatchObject({ expected: 2, in: 1 });
  expect(level(counts, 'state')).toMatchObject({ expected: 1, in: 0, started: 1 });
  expect(level(counts, 'nation')).toMatchObject({ expected: 1, in: 0, started: 1 });
});

it('counts nothing from elsewhere, and is null where the election has no form', async () => {
  expect(await of(await test.as('state_admin', place('25')))).toBeNull();
});

it('counts elections with other forms, and readers of several areas, beside each other', async () => {
  const governors = await createElection(test.database.db, {
    type: 'gubernatorial',
    status: 'completed',
    areas: [place('24')],
  });
  const senators = await createElection(test.database.db, {
    type: 'senatorial',
    status: 'completed',
    areas: [place('24')],
  });
  const count = createCollationCounter({ subscribe: () => () => undefined });
  const readers = [[LGA], [LGA, place('24-01')], [place('24')]];
  const all = [election, governors, senators].flatMap((id) => readers.map((areas) => ({ id, areas })));
  // Many at once, so that every connection of the pool has seen statements of each kind.
  const counts = await Promise.all(
    [...all, ...all, ...all, ...all].map(({ id, areas }) => count(test.database.db, id, areas)),
  );
  expect(counts.map((each) => level(each, 'ward')?.in)).toEqual(
    [...all, ...all, ...all, ...all].map(({ id }) => (id === election ? 1 : id === governors ? 0 : undefined)),
  );
});

it('says who enters a form of the area, and is kept from those who do not read disputes', async () => {
  expect((await of(lga))?.can.enter).toBe(true);
  expect((await of(await test.as('regional_admin', place('SW'))))?.can.enter).toBe(false);
  expect(await of(admin)).toBeNull();
  const officer = await test.as('polling_unit_officer', wards[1]?.units[0] ?? LGA);
  expect(await of(officer)).toBeNull();
});

it('is the same in the situation room; a wall screen gets the counts of forms alone', async () => {
  const room = (await national.get(`/situation-room?electionId=${election}`)).json<CollationCounts>('data.collation');
  const { can: _, ...counts } = (await of(national)) ?? { can: null };
  expect(room).toEqual(counts);
  const started = await national.post('/situation-room/walls', { name: 'Hall', hours: 12 });
  const authorization = `Bearer ${started.json<string>('data.token')}`;
  const wall = await test.anonymous.send({ method: 'GET', url: '/api/wall', headers: { authorization } });
  expect(wall.json('data.room.collation')).toEqual({ levels: room.levels, differing: null, agents: null });
});

it('names the places below in which a form is held, whether it differs or not', async () => {
  const reply = await national.get(`/collations/gains?electionId=${election}&area=NG`);
  expect(reply.json('data.held')).toEqual(['24']);
});
