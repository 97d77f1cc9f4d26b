import type { ElectionId, ResultId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode } from '../../../test/builders.ts';
import { submitFor } from '../../../test/disputes.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

/** What the dashboard says to decide on, against what the page of each result lets its reader do. */
const STATE = place('24');
const LGA = place('24-11');
const DEVICE = 'one-phone-for-two';
let test: TestApp;
let election: ElectionId;
let ids: ResultId[];
let readers: Record<'ward' | 'lga' | 'state' | 'national' | 'other', Client>;

async function takenOver(id: ResultId, by: Client, area: LocationId): Promise<void> {
  await test.database.db
    .insertInto('result_takeovers')
    .values({
      result_id: id,
      version: 1,
      after_decisions: 0,
      taken_by: by.person.id,
      taken_role: by.person.role,
      taken_area: area,
      reason: 'The ward admin cannot be reached',
      taken_at: test.clock.now(),
    })
    .execute();
}

beforeAll(async () => {
  test = await testApp();
  const { db } = test.database;
  await setElectionMode(db, true);
  election = await createElection(db);
  const [led, alone] = [await createWard(db, 4), await createWard(db, 4)];
  const state = await test.as('state_admin', STATE);
  readers = {
    ward: await test.as('ward_admin', led.ward),
    lga: await test.as('lga_admin', LGA),
    state: await test.signIn(state.person, DEVICE),
    national: await test.as('national_admin', place('NG')),
    other: await test.as('national_admin', place('NG')),
  };
  const sent = [];
  for (const unit of [...led.units, ...alone.units]) {
    const officer = await test.as('polling_unit_officer', unit);
    const own = unit === alone.units[1] ? await test.signIn(officer.person, DEVICE) : officer;
    if (unit === alone.units[2])
      await db
        .insertInto('account_controls')
        .values({ user_id: own.person.id, by_user_id: readers.other.person.id, act: 'password_set' })
        .execute();
    sent.push(await submitFor(own, election, unit));
  }
  const [first, second, third] = sent as [ResultId, ResultId, ResultId];
  await takenOver(first, readers.lga, LGA);
  await takenOver(second, readers.state, STATE);
  await takenOver(third, readers.national, place('NG'));
  ids = sent;
});
afterAll(() => test.close());

async function mayDecideOn(reader: Client): Promise<ResultId[]> {
  const open = [];
  for (const id of ids) if ((await reader.get(`/results/${id}`)).json<boolean>('data.can.return')) open.push(id);
  return open;
}

const counted = async (reader: Client) => {
  const { results, resultsBelow } = (await reader.get(`/dashboard?electionId=${election}`)).json<{
    results: number;
    resultsBelow: number;
  }>('data.desk');
  return { results, resultsBelow };
};

it('counts for each reader the results that they may decide on, and no other', async () => {
  const found = new Map<string, number>();
  for (const [name, reader] of Object.entries(readers)) {
    const results = (await mayDecideOn(reader)).length;
    found.set(name, results);
    const inArea = name === 'ward' ? 4 : 8;
    expect(await counted(reader), name).toEqual({ results, resultsBelow: inArea - results });
  }
  // Of the ward with an admin one is left; of the other ward each reader has some that are closed to them.
  expect(Object.fromEntries(found)).toEqual({ ward: 1, lga: 5, state: 4, national: 5, other: 3 });
});

it('counts a decision at once for the person who made it', async () => {
  const before = await counted(readers.state);
  const [id = ''] = await mayDecideOn(readers.state);
  expect((await readers.state.post(`/results/${id}/verify`, { version: 1 })).status).toBe(200);
  expect(await counted(readers.state)).toEqual({ ...before, results: before.results - 1 });
});
