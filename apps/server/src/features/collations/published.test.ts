import type { ElectionId } from '@ec/contract/base/common';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { flags } from '@ec/contract/permissions/privileges';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { narrowed } from '../../../test/moderators.ts';
import { compareTallies } from '../results/tally-repository.ts';

let test: TestApp;
let election: ElectionId;
let unit: LocationId;
let ward: LocationId;
let lga: Client;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
  const made = await createWard(test.database.db, 1);
  ward = made.ward;
  unit = made.units[0] ?? ward;
  lga = await test.as('lga_admin', place('24-11'));
});
afterAll(() => test.close());

const put = async (by: Omit<Client, 'person' | 'token'>, changes: object) =>
  await by.put('/collations/published', {
    electionId: election,
    pollingUnitId: codeOf(unit),
    state: 'absent',
    ...changes,
  });
const url = () => `/collations/published?electionId=${election}&pollingUnitId=${codeOf(unit)}`;

it('is a third figure beside our own sheet, compared field by field and mixed with nothing', async () => {
  const officer = await test.as('polling_unit_officer', unit);
  expect((await officer.post('/results', sheet(election, unit), { 'idempotency-key': 'published' })).status).toBe(201);
  expect((await lga.get(url())).json('data')).toMatchObject({ published: null, own: { status: 'pending' } });
  expect(
    (await put(lga, { state: 'blurred', note: 'Only the stamp can be read' })).json('data.published'),
  ).toMatchObject({
    state: 'blurred',
    figures: null,
    enteredBy: { id: lga.person.id },
  });
  const figures = { accredited: 141, votes: { APC: 131, PDP: 12, LP: 88 }, rejected: null };
  const entered = await put(lga, { state: 'figures', figures });
  expect(entered.json('data')).toMatchObject({
    published: { state: 'figures', figures: { votes: { APC: 131, NNPP: null }, valid: null } },
    earlier: [{ state: 'blurred' }],
    own: { figures: { votes: { APC: 31 }, valid: 136, total: 140 } },
  });
  const fields = entered.json<{ name: string; differs: boolean }[]>('data.fields');
  expect(fields.filter(({ differs }) => differs).map(({ name }) => name)).toEqual(['votes.APC']);
  expect(await compareTallies(test.database.db, election)).toEqual([]);
  const audited = await test.database.db
    .selectFrom('audit_entries')
    .select('user_id')
    .where('event', '=', 'collation.published_entered')
    .execute();
  expect(audited).toEqual([{ user_id: lga.person.id }, { user_id: lga.person.id }]);
});

it('is offered to those alone who may enter it', async () => {
  const enters = async (by: Client) => (await by.get(url())).json('data.can.enter');
  const other = await narrowed(
    test,
    flags((id) => id === 'canManageAlerts'),
  );
  expect([await enters(lga), await enters(other)]).toEqual([true, false]);
  expect((await put(other, {})).status).toBe(403);
});

it('is refused with figures where there are none, without them where there are, and outside the area', async () => {
  const stranger = await test.as('lga_admin', place('19-02'));
  expect((await put(test.anonymous, {})).status).toBe(401);
  expect((await put(stranger, {})).status).toBe(404);
  expect((await stranger.get(url())).status).toBe(404);
  expect((await put(await test.as('gpuo', unit), {})).status).toBe(403);
  expect((await put(lga, { state: 'figures' })).json('fields.0.path')).toBe('figures');
  expect((await put(lga, { figures: { votes: {} } })).status).toBe(400);
  expect((await put(lga, { state: 'figures', figures: { votes: { XYZ: 1 } } })).code).toBe('UNKNOWN_PARTY');
  expect((await put(lga, { pollingUnitId: codeOf(ward) })).status).toBe(400);
  const kano = await createElection(test.database.db, { areas: [place('19')], type: 'gubernatorial' });
  expect((await put(lga, { electionId: kano })).code).toBe('UNIT_NOT_COVERED');
});
