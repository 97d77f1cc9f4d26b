import type { DisputeId, ElectionId } from '@ec/contract/base/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, place, setElectionMode } from '../../../test/builders.ts';
import { raised, type Reported, reportedUnit } from '../../../test/disputes.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { EVERYTHING, narrowed } from '../../../test/moderators.ts';
import { countAssignedTo, countOpenDisputes, listDisputesOfUnit, listOpenDisputes } from './queries.ts';

let test: TestApp;
let election: ElectionId;
let lga: Client;
let state: Client;
let first: Reported;
let second: Reported;
let third: Reported;
/** In the order in which they were raised; the first is resolved, the second assigned to the state admin. */
let ids: DisputeId[];

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
  lga = await test.as('lga_admin', place('24-11'));
  state = await test.as('state_admin', place('24'));
  first = await reportedUnit(test, election);
  second = await reportedUnit(test, election);
  third = await reportedUnit(test, election);
  ids = [];
  for (const [by, { id }] of [
    [first.admin, first],
    [lga, second],
    [third.admin, third],
  ] as const) {
    test.clock.advance(1);
    ids.push(await raised(by, id, { reason: '100% wrong' }));
  }
  test.clock.advance(1);
  await state.post(`/disputes/${ids[1]}/assign`, { userId: state.person.id });
  test.clock.advance(1);
  await lga.post(`/disputes/${ids[0]}/resolve`, { version: 1, resolution: 'cancel', reason: 'Figures were invented' });
});
afterAll(() => test.close());

const list = async (by: Client, query = '') => {
  const reply = await by.get(`/disputes?${query}`);
  expect(reply.status).toBe(200);
  const numbers = reply.json<{ id: DisputeId }[]>('data.disputes').map(({ id }) => ids.indexOf(id) + 1);
  return { numbers, total: reply.json<number>('data.total'), counts: reply.json('data.counts') };
};

describe('the list', () => {
  it.each([
    ['', [1, 2, 3]],
    ['sort=updatedAt', [1, 2, 3]],
    ['sort=raisedAt', [3, 2, 1]],
    ['status=open', [2, 3]],
    ['status=resolved', [1]],
    ['whose=assigned', []],
    ['whose=unassigned&status=open', [3]],
    ['whose=raised', [2]],
    ['whose=mine', [3]],
    ['source=grassroots', []],
    ['source=official', [1, 2, 3]],
    ['area=24', 'UNKNOWN_LOCATION'],
    ['sort=reason', 'VALIDATION_FAILED'],
    ['q=100%25', []],
    ['q=Polling', [1, 2, 3]],
    ['page=2&pageSize=2', [3]],
  ] as const)('of the LGA admin for ?%s', async (query, expected) => {
    if (typeof expected === 'string') {
      expect((await lga.get(`/disputes?${query}`)).code).toBe(expected);
      return;
    }
    expect((await list(lga, query)).numbers).toEqual(expected);
  });

  it('counts open and resolved ones whichever are shown, and finds a unit by its code', async () => {
    const shown = await list(state, `electionId=${election}&status=open`);
    expect(shown).toEqual({ numbers: [2, 3], total: 2, counts: { open: 2, resolved: 1 } });
    expect(await list(state, 'whose=assigned')).toMatchObject({ numbers: [2], total: 1 });
    expect((await list(state, 'whose=mine')).numbers).toEqual([2, 3]);
    const code = (await state.get(`/disputes/${ids[2]}`)).json<string>('data.pollingUnitCode');
    expect((await list(state, `q=${code}`)).numbers).toEqual([3]);
    expect((await list(state, `area=${third.ward}`)).numbers).toEqual([3]);
  });

  it.each([
    ['without the privilege to resolve, waits for none', { canManageDisputes: false }, []],
    ['with it, waits for those of the levels below', {}, [2, 3]],
  ])('of a moderator %s', async (_, privileges, mine) => {
    const moderator = await narrowed(test, { ...EVERYTHING, ...privileges });
    expect((await list(moderator, `electionId=${election}&whose=mine`)).numbers).toEqual(mine);
  });

  it('holds what lies in the reader’s areas alone', async () => {
    const kano = await test.as('state_admin', place('19'));
    expect(await list(kano)).toEqual({ numbers: [], total: 0, counts: { open: 0, resolved: 0 } });
    expect((await list(first.admin)).numbers).toEqual([1]);
    expect((await first.admin.get(`/disputes/${ids[1]}`)).status).toBe(404);
    const moderator = await narrowed(test, { ...EVERYTHING, allowedWards: [String(first.ward), String(third.ward)] });
    expect(await list(moderator)).toMatchObject({ numbers: [1, 3], total: 2 });
    expect((await first.officer.get('/disputes')).status).toBe(403);
    expect((await test.anonymous.get('/disputes')).status).toBe(401);
  });
});

describe('what other screens ask', () => {
  it('are figures of the same disputes', async () => {
    const { db } = test.database;
    const areas = [place('24')];
    expect(await countOpenDisputes(db, { areas, electionId: election, source: 'official' })).toEqual({
      open: 2,
      unassigned: 1,
    });
    expect(await countOpenDisputes(db, { areas: [place('19')] })).toEqual({ open: 0, unassigned: 0 });
    const newest = await listOpenDisputes(db, { areas, limit: 1 });
    expect(newest.map(({ id }) => id)).toEqual([ids[2]]);
    expect((await listDisputesOfUnit(db, areas, first.unit)).map(({ id }) => id)).toEqual([ids[0]]);
    expect(await listDisputesOfUnit(db, [place('19')], first.unit)).toEqual([]);
    expect(await countAssignedTo(db, state.person.id, areas)).toBe(1);
    expect(await countAssignedTo(db, state.person.id, [])).toBe(0);
  });
});
