import type { ElectionId, ResultId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode } from '../../../test/builders.ts';
import { submitFor } from '../../../test/disputes.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let election: ElectionId;
let ward: LocationId;
let unit: LocationId;
let officer: Client;
let admin: Client;
let lga: Client;
let state: Client;
let id: ResultId;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  lga = await test.as('lga_admin', place('24-11'));
  state = await test.as('state_admin', place('24'));
  election = await createElection(test.database.db);
});
afterAll(() => test.close());

let sent = 0;
/** Each time with other figures. */
const submit = async (): Promise<ResultId> => await submitFor(officer, election, unit, { voidVotes: ++sent % 3 });

beforeEach(async () => {
  const made = await createWard(test.database.db, 1);
  ward = made.ward;
  unit = made.units[0] ?? ward;
  officer = await test.as('polling_unit_officer', unit);
  admin = await test.as('ward_admin', ward);
  id = await submit();
});

const decide = (client: Client, action: string, version = 1) =>
  client.post(`/results/${id}/${action}`, { version, reason: 'Seen on the sheet' });
const take = (client: Client, version = 1) =>
  client.post(`/results/${id}/take-over`, { version, reason: 'The ward admin cannot be reached' });
const ask = (version = 1, by = officer) => by.post(`/results/${id}/ask-takeover`, { version });
const again = (client: Client) => test.signIn(client.person);
/** So many hours pass; everybody signs in again. */
async function waited(hours: number): Promise<void> {
  test.clock.advance(hours * 60);
  [officer, admin, lga, state] = await Promise.all([again(officer), again(admin), again(lga), again(state)]);
}
const titles = async (client: Client) =>
  (
    await test.database.db
      .selectFrom('notifications')
      .select('title')
      .where('user_id', '=', client.person.id)
      .where('action_url', 'like', `%${client === officer ? election : id}%`)
      .execute()
  ).map(({ title }) => title);
const audited = async (event: string) =>
  await test.database.db
    .selectFrom('audit_entries')
    .select(['user_id', 'new_values'])
    .where('resource_id', '=', id)
    .where('event', '=', event)
    .execute();

describe('an admin above the ward', () => {
  it('takes over a pending result with a reason and decides on it; the ward and the officer are notified', async () => {
    expect((await decide(lga, 'verify')).code).toBe('NOT_YOUR_DECISION');
    expect((await lga.get(`/results/${id}`)).json('data.can.takeOver')).toBe(true);
    expect((await lga.post(`/results/${id}/take-over`, { version: 1, reason: ' ' })).status).toBe(400);
    const taken = await take(lga);
    expect(taken.json('data')).toMatchObject({
      status: 'pending',
      takenOver: { by: { id: lga.person.id }, reason: 'The ward admin cannot be reached' },
      can: { verify: true, return: true, takeOver: false },
    });
    expect(await audited('result.taken_over')).toMatchObject([
      { user_id: lga.person.id, new_values: { reason: 'The ward admin cannot be reached' } },
    ]);
    expect(await titles(admin)).toContain('Result taken over');
    expect(await titles(officer)).toContain('Result taken over');
    const refused = await decide(admin, 'verify');
    expect([refused.status, refused.code]).toEqual([409, 'TAKEN_OVER']);
    expect((await admin.get(`/results/${id}`)).json('data.hint')).toContain('has taken over this result');
    expect((await decide(lga, 'verify')).json('data')).toMatchObject({ status: 'verified', takenOver: null });
    const history = (await admin.get(`/results/${id}`)).json<{ action: string }[]>('data.history');
    expect(history.map(({ action }) => action)).toEqual(['submitted', 'taken_over', 'verified']);
  });

  it('keeps it when the officer replaces the figures, until it is decided; then the ward decides again', async () => {
    await take(lga);
    await submit();
    expect((await decide(admin, 'verify', 2)).code).toBe('TAKEN_OVER');
    expect((await decide(lga, 'return', 2)).status).toBe(200);
    await submit();
    expect((await decide(lga, 'verify', 3)).code).toBe('NOT_YOUR_DECISION');
    expect((await decide(admin, 'verify', 3)).status).toBe(200);
  });

  it('gives it back to the ward by leaving the office', async () => {
    await take(lga);
    const status = (to: 'ACTIVE' | 'INACTIVE') =>
      test.database.db.updateTable('users').set({ status: to }).where('id', '=', lga.person.id).execute();
    await status('INACTIVE');
    expect((await decide(admin, 'verify')).status).toBe(200);
    await status('ACTIVE');
    lga = await again(lga);
  });

  it('names the version, needs a result that waits, and does not take over what is theirs to decide', async () => {
    expect((await take(lga, 2)).code).toBe('CONFLICT');
    await decide(admin, 'verify');
    expect((await take(lga)).code).toBe('RESULT_TRANSITION');
    const made = await createWard(test.database.db, 1);
    unit = made.units[0] ?? made.ward;
    officer = await test.as('polling_unit_officer', unit);
    id = await submit();
    expect((await take(lga)).code).toBe('TAKEOVER_NOT_NEEDED');
  });

  it.each(['ward_admin', 'polling_unit_officer', 'super_admin', 'moderator'] as const)('is no %s', async (role) => {
    const by =
      role === 'ward_admin' ? admin : role === 'polling_unit_officer' ? officer : await test.as(role, place('NG'));
    expect((await take(by)).code).toBe('ROLE_DENIED');
  });

  it('holds the unit in their area, and could not have sent the version', async () => {
    expect((await take(await test.as('lga_admin', place('24-05')))).status).toBe(404);
    await test.database.pool.query(
      `insert into account_controls (user_id, by_user_id, act) values ($1, $2, 'password_set')`,
      [officer.person.id, lga.person.id],
    );
    expect((await take(lga)).code).toBe('CONTROLS_SENDER');
    expect((await take(state)).status).toBe(200);
  });
});

describe('at the same moment', () => {
  it('of two admins who take it over the higher one decides, and only they', async () => {
    const replies = await Promise.all([take(lga), take(state)]);
    expect(replies[1]?.status).toBe(200);
    expect([200, 409]).toContain(replies[0]?.status);
    expect((await decide(lga, 'verify')).code).toBe('TAKEN_OVER');
    expect((await take(lga)).code).toBe('TAKEN_OVER');
    expect((await decide(state, 'verify')).status).toBe(200);
  });

  it('of a takeover and a decision of the ward exactly one holds', async () => {
    const [decided, taken] = await Promise.all([decide(admin, 'verify'), take(lga)]);
    expect([decided.status, taken.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(['TAKEN_OVER', 'RESULT_TRANSITION']).toContain(decided.code ?? taken.code);
    const { status, takenOver } = (await state.get(`/results/${id}`)).json<{ status: string; takenOver: unknown }>(
      'data',
    );
    expect([status, takenOver === null]).toEqual(decided.status === 200 ? ['verified', true] : ['pending', false]);
  });

  it('one request of the officer is stored, however often it is sent', async () => {
    await waited(3);
    const replies = await Promise.all([ask(), ask(), ask()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await audited('result.takeover_asked')).toHaveLength(1);
  });
});

describe("the officer's request", () => {
  it('is taken once the result has waited longer than the setting, and notifies the nearest admin above', async () => {
    const early = await ask();
    expect([early.status, early.code]).toEqual([409, 'TAKEOVER_TOO_EARLY']);
    await waited(2);
    expect((await officer.get(`/results/${id}`)).json('data.can.askTakeover')).toBe(true);
    expect((await ask()).json('data')).toMatchObject({
      takeoverAskedAt: expect.any(String),
      can: { askTakeover: false },
    });
    expect(await titles(lga)).toContain('Takeover requested');
    expect(await titles(state)).toEqual([]);
    expect(
      (await lga.get(`/results/review?electionId=${election}&status=submitted&area=${ward}`)).json('data.units'),
    ).toMatchObject([{ canDecide: false, takeoverAskedAt: expect.any(String) }]);
  });

  it('is for the officers of the unit and its count, while the result waits', async () => {
    await waited(3);
    const other = await createWard(test.database.db, 1);
    expect((await ask(1, await test.as('polling_unit_officer', other.units[0] ?? other.ward))).status).toBe(404);
    expect((await ask(1, await test.as('gpuo', unit))).status).toBe(404);
    expect((await ask(1, admin)).code).toBe('ROLE_DENIED');
    expect((await ask(2)).code).toBe('CONFLICT');
    await take(lga);
    expect((await ask()).code).toBe('TAKEN_OVER');
    await decide(lga, 'verify');
    expect((await ask()).code).toBe('RESULT_TRANSITION');
  });
});

it('counts what the reader may decide apart from what waits for others', async () => {
  const counts = async (by: Client) => {
    const reply = await by.get(`/results/review?electionId=${election}&area=${ward}`);
    return [reply.json('data.counts.submitted'), reply.json('data.decidable')];
  };
  const desk = async (by: Client) => {
    const { results, resultsBelow } = (await by.get(`/dashboard?electionId=${election}&area=${ward}`)).json<{
      results: number;
      resultsBelow: number;
    }>('data.desk');
    return [results, resultsBelow];
  };
  expect([await counts(admin), await counts(lga)]).toEqual([
    [1, 1],
    [1, 0],
  ]);
  expect([await desk(admin), await desk(lga)]).toEqual([
    [1, 0],
    [0, 1],
  ]);
  await take(lga);
  expect([await counts(admin), await counts(lga), await counts(state)]).toEqual([
    [1, 0],
    [1, 1],
    [1, 0],
  ]);
});

it('what was taken over and requested is append-only, also for the application', async () => {
  await take(lga);
  for (const table of ['result_takeovers', 'takeover_requests'])
    await expect(test.database.pool.query(`delete from ${table}`)).rejects.toThrow(/permission denied/);
});
