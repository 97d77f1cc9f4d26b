import type { SecondEntryList, WaitingForMe } from '@ec/contract/second-entry/schemas';
import type { UserDetail } from '@ec/contract/users/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { claim, decide, enter, FIGURES, freshNight, lgaAdmins, type Night } from '../../../test/second-entries.ts';

let test: TestApp;
let admins: Client['person'][];

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  admins = await lgaAdmins(test);
});
afterAll(() => test.close());

/** What the menu, the tab and the rows of the list say; the three must agree. */
async function waitingFor(by: Client): Promise<number> {
  const { waiting } = (await by.get('/second-entries/waiting')).json<WaitingForMe>('data');
  const all = (await by.get('/second-entries?pageSize=100')).json<SecondEntryList>('data');
  const mine = (await by.get('/second-entries?pageSize=100&mine=true')).json<SecondEntryList>('data');
  const decidable = all.entries.filter(({ can }) => can.decide).map(({ id }) => id);
  expect(mine.entries.map(({ id }) => id)).toEqual(decidable);
  expect([all.forMe, mine.forMe, mine.total]).toEqual([waiting, waiting, waiting]);
  expect(waiting).toBe(decidable.length);
  return waiting;
}

async function differing(night: Night): Promise<ReturnType<typeof claim>> {
  const work = await claim(night.typist);
  await enter(night.typist, work.id, { 'votes.LP': 1778 });
  return work;
}

it('counts for each arbiter what they may decide now: in the menu, the tab and the list', async () => {
  const night = await freshNight(test, admins);
  const { wardAdmin, lga, away, officer, submit } = night;
  expect(await waitingFor(wardAdmin)).toBe(0);
  const { id } = await differing(night);
  for (const by of [wardAdmin, lga]) expect(await waitingFor(by)).toBe(1);
  expect(await waitingFor(away)).toBe(0);

  // Who set the officer's password could have sent the result.
  await sql`insert into account_controls (user_id, by_user_id, act, at)
    values (${officer.person.id}, ${lga.person.id}, 'password_set', now() + interval '1 minute')`.execute(
    test.database.db,
  );
  expect([await waitingFor(lga), await waitingFor(wardAdmin)]).toEqual([0, 1]);
  await decide(wardAdmin, id, 'officer_wrong');
  expect(await waitingFor(wardAdmin)).toBe(0);

  // The next version differs too, and the officer replaces it before an arbiter looks.
  await submit();
  const next = await claim(night.other);
  await enter(night.other, next.id, { 'votes.LP': 1778 });
  expect(await waitingFor(wardAdmin)).toBe(1);
  await submit({ votes: { ...FIGURES.votes, LP: 1778 } });
  expect(await waitingFor(wardAdmin)).toBe(0);
});

it('counts the sheets of an officer that were found wrong, of those entered again, for those who administer them', async () => {
  const night = await freshNight(test, admins);
  const { wardAdmin, lga, away, officer, other, typist, submit } = night;
  const path = `/users/${officer.person.id}`;
  const counts = async (by: Client) => (await by.get(path)).json<UserDetail>('data').sheetsChecked;
  expect(await counts(wardAdmin)).toEqual({ entered: 0, wrong: 0 });
  const { id } = await differing(night);
  expect(await counts(lga)).toEqual({ entered: 1, wrong: 0 });
  await decide(wardAdmin, id, 'officer_wrong');
  await submit({ votes: { ...FIGURES.votes, LP: 1778 } });
  const next = await claim(other);
  await enter(other, next.id, { 'votes.LP': 1778 });
  expect(await counts(wardAdmin)).toEqual({ entered: 2, wrong: 1 });
  expect((await away.get(path)).status).toBe(404);
  for (const by of [officer, typist]) expect((await by.get(path)).status).toBe(403);
  const [listed] = (await wardAdmin.get('/users?role=polling_unit_officer')).json<object[]>('data.users');
  expect(listed).not.toHaveProperty('sheetsChecked');
});
