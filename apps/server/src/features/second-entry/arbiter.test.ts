import type { SecondEntryId, SecondEntryList, WorkDesk } from '@ec/contract/second-entry/schemas';
import type { ElectionId } from '@ec/contract/base/common';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWard, place, sheet } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import {
  arrived,
  askFor,
  claim,
  decide,
  detail,
  enter,
  FIGURES,
  freshNight,
  lgaAdmins,
  makeTranscribers,
  moveTo,
  type Night,
  POLICY,
  TYPED,
} from '../../../test/second-entries.ts';

let test: TestApp;
let admins: Client['person'][];
let night: Night;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  admins = await lgaAdmins(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  night = await freshNight(test, admins);
});

it('asks the national office for a decision where there is no administrator below it', async () => {
  const { typist, lga } = night;
  const national = await test.as('national_admin', place('NG'));
  const { db } = test.database;
  const lgaIs = async (status: 'SUSPENDED' | 'ACTIVE') =>
    await db.updateTable('users').set({ status }).where('id', '=', lga.person.id).execute();
  const asked = async () =>
    await db
      .selectFrom('notifications')
      .select('title')
      .where('user_id', '=', national.person.id)
      .where('title', '=', 'A second entry needs a decision')
      .execute();
  await lgaIs('SUSPENDED');
  try {
    await enter(typist, (await claim(typist)).id, { 'votes.LP': 1778 });
    expect(await asked()).toHaveLength(1);
  } finally {
    await lgaIs('ACTIVE');
  }
});

it('asks none who entered the sheet before, as they cannot decide', async () => {
  const { typist, other, lga, wardAdmin } = night;
  const { db } = test.database;
  const entry = (await claim(typist)).id;
  await enter(typist, entry, { 'votes.LP': 1778 });
  await decide(wardAdmin, entry, 'neither');
  await sql`insert into second_entry_steps (entry_id, step, by_user_id, created_at)
    values (${entry}, 'entered', ${lga.person.id}, now())`.execute(db);
  await enter(other, (await claim(other)).id, { 'votes.LP': 1778 });
  const { rows } = await sql<{ n: number }>`select count(*) as n from notifications
    where user_id = ${lga.person.id} and action_url = ${`/second-entries?entry=${entry}`}`.execute(db);
  // Of the first entry alone.
  expect(rows).toEqual([{ n: 1 }]);
});

/** Sets the rule of second entry, as a change of the election does. */
async function policy(election: ElectionId, rule: string): Promise<void> {
  await test.database.db
    .updateTable('elections')
    .set({ configuration: JSON.stringify({ secondEntry: { ...POLICY, rule } }) })
    .where('id', '=', election)
    .execute();
}

describe('entries that differ', () => {
  let entry: SecondEntryId;
  beforeEach(async () => {
    const { typist } = night;
    entry = (await claim(typist)).id;
    await enter(typist, entry, { 'votes.LP': 1778 });
  });

  it('show the arbiter only the field that differs; the transcriber enters it again, and it matches', async () => {
    const { typist, wardAdmin, lga, verify, stateOf } = night;
    const shown = await detail(lga, entry);
    expect(shown.differences).toEqual([{ field: 'votes.LP', officer: 1788, entry: 1778 }]);
    const others = [1931, 1812, 102, 33, 54, 6143];
    // As the value of a field: a time may hold the same digits.
    const holds = (figure: number) => new RegExp(`":${figure}[,}]`).test(JSON.stringify(shown));
    expect(others.filter(holds)).toEqual([]);
    expect((await decide(lga, entry, 'entry_wrong')).json('data.state')).toBe('correcting');

    const [again] = (await typist.get('/second-entries/work')).json<WorkDesk>('data').held;
    expect(again).toMatchObject({ id: entry, state: 'correcting', fields: ['votes.LP'] });
    expect(again?.kept).toEqual({ ...FIGURES_KEPT });
    const sent = await typist.post(`/second-entries/${entry}/enter`, { figures: { 'votes.LP': 1788 } });
    expect(sent.status).toBe(200);
    expect(await stateOf()).toBe('matched');
    expect((await verify(wardAdmin)).status).toBe(200);
    const { counts } = (await typist.get('/second-entries/work')).json<WorkDesk>('data');
    expect(counts.wrong).toBeGreaterThan(0);
  });

  it('go to another transcriber where the correction differs too', async () => {
    const { typist, other, lga } = night;
    await decide(lga, entry, 'entry_wrong');
    await typist.post(`/second-entries/${entry}/enter`, { figures: { 'votes.LP': 1779 } });
    const shown = await detail(lga, entry);
    expect([shown.state, shown.verdicts]).toEqual(['differs', ['officer_wrong', 'neither']]);
    await decide(lga, entry, 'neither');
    expect(await askFor(typist)).toBeNull();
    expect((await claim(other)).id).toBe(entry);
  });

  it('are taken from a transcriber who does not correct them', async () => {
    const { other, lga } = night;
    await decide(lga, entry, 'entry_wrong');
    expect(await askFor(other)).toBeNull();
    test.clock.advance(31);
    const again = await test.signIn(other.person);
    expect(await claim(again)).toMatchObject({ id: entry, state: 'claimed', kept: {} });
  });

  it('return the result to the officer where the officer was wrong, with the field named', async () => {
    const { officer, other, wardAdmin, id, submit, verify } = night;
    expect((await decide(wardAdmin, entry, 'officer_wrong')).json('data.state')).toBe('officer_asked');
    const result = (await officer.get(`/results/${id}`)).json<{ status: string; reason: string }>('data');
    expect(result).toMatchObject({ status: 'returned', reason: 'The figures differ from the paper in LP.' });
    await submit({ votes: { ...FIGURES.votes, LP: 1778 } });
    expect((await detail(wardAdmin, entry)).state).toBe('officer_asked');
    const next = await claim(other);
    expect((await detail(wardAdmin, entry)).state).toBe('void');
    await enter(other, next.id, { 'votes.LP': 1778 });
    expect((await verify(wardAdmin, 2)).status).toBe(200);
  });

  it('are decided by a third person, who does not verify the result and cannot take it over to do so', async () => {
    const { election, typist, wardAdmin, lga, id, verify } = night;
    expect(await takenOver(lga)).toEqual([true, 200]);
    expect((await decide(lga, entry, 'entry_wrong')).status).toBe(200);
    await typist.post(`/second-entries/${entry}/enter`, { figures: { 'votes.LP': 1788 } });
    expect((await verify(lga)).code).toBe('ARBITRATED');
    // Of no office above that of the arbiter, who alone would decide.
    const national = await test.as('national_admin', place('NG'));
    expect(await takenOver(national)).toEqual([true, 200]);
    expect(await takenOver(lga)).toEqual([false, 'ARBITRATED']);
    // The arbiter stays one when the election asks for no second entry any more.
    await policy(election, 'none');
    expect(await takenOver(lga)).toEqual([false, 'ARBITRATED']);
    expect((await lga.get(`/results/${id}`)).json('data.can.verify')).toBe(false);
    expect((await verify(lga)).code).toBe('TAKEN_OVER');
    expect((await verify(wardAdmin)).code).toBe('TAKEN_OVER');
    expect((await verify(national)).status).toBe(200);
    const forced = sql`insert into result_decisions (result_id, version, action, decided_by, decided_at)
      values (${id}, 1, 'verified', ${lga.person.id}, now())`.execute(test.database.db);
    await expect(forced).rejects.toThrow(/does not verify/);
  });

  it('are verified by none who entered the version, who cannot take it over to do so either', async () => {
    const { ward, wardAdmin, id, lga, verify } = night;
    const { db } = test.database;
    await decide(lga, entry, 'neither');
    const mover = await test.as('ward_admin', (await createWard(db, 1)).ward);
    await makeTranscribers(test, [mover]);
    await enter(mover, (await claim(mover)).id);
    await moveTo(test, wardAdmin, (await createWard(db, 1)).ward);
    await moveTo(test, mover, ward);
    expect((await mover.get(`/results/${id}`)).json('data.can.verify')).toBe(false);
    const refused = await verify(mover);
    expect([refused.code, refused.json('error')]).toEqual([
      'ARBITRATED',
      'You entered this version a second time or decided between its entries, so another administrator verifies it.',
    ]);
    const forced = sql`insert into result_decisions (result_id, version, action, decided_by, decided_at)
      values (${id}, 1, 'verified', ${mover.person.id}, now())`.execute(db);
    await expect(forced).rejects.toThrow(/does not verify/);
    // The ward has no other, so those above decide, but for one who entered it too.
    const later = await test.as('national_admin', place('NG'));
    await sql`insert into second_entry_steps (entry_id, step, by_user_id, created_at) values (${entry}, 'entered', ${later.person.id}, now())`.execute(
      db,
    );
    expect((await later.post(`/results/${id}/take-over`, { version: 1, reason: 'Asleep.' })).code).toBe('ARBITRATED');
    expect((await verify(later)).code).toBe('ARBITRATED');
    expect((await verify(lga)).status).toBe(200);
  });

  it('pass on from an admin who took the result over and then decided between them, to any other', async () => {
    const { wardAdmin, lga, typist, verify } = night;
    const national = await test.as('national_admin', place('NG'));
    expect(await takenOver(national)).toEqual([true, 200]);
    expect(await takenOver(lga)).toEqual([false, 'TAKEN_OVER']);
    await decide(national, entry, 'entry_wrong');
    await typist.post(`/second-entries/${entry}/enter`, { figures: { 'votes.LP': 1788 } });
    expect((await verify(national)).code).toBe('ARBITRATED');
    expect((await verify(wardAdmin)).code).toBe('TAKEN_OVER');
    expect(await takenOver(lga)).toEqual([true, 200]);
    expect((await verify(lga)).status).toBe(200);
  });

  it('bring the request for a takeover to an admin who may take it over', async () => {
    const { lga, officer, id } = night;
    const national = await test.as('national_admin', place('NG'));
    await decide(lga, entry, 'entry_wrong');
    test.clock.advance(3 * 60);
    const asking = await test.signIn(officer.person);
    expect((await asking.post(`/results/${id}/ask-takeover`, { version: 1 })).status).toBe(200);
    const asked = await test.database.db
      .selectFrom('notifications')
      .select('user_id')
      .where('action_url', '=', `/review/${id}`)
      .where('title', '=', 'Takeover requested')
      .execute();
    expect(asked.map((each) => each.user_id)).not.toContain(lga.person.id);
    expect(asked.map((each) => each.user_id)).toContain(national.person.id);
  });

  it('do not end a takeover: the reviewer who took the result over asks the officer', async () => {
    const { wardAdmin, lga, id } = night;
    const taken = await lga.post(`/results/${id}/take-over`, { version: 1, reason: 'The ward does not answer.' });
    expect(taken.status).toBe(200);
    const refused = await decide(wardAdmin, entry, 'officer_wrong');
    expect([refused.status, refused.code]).toEqual([409, 'TAKEN_OVER']);
    expect((await detail(wardAdmin, entry)).state).toBe('differs');
    expect((await decide(lga, entry, 'officer_wrong')).json('data.state')).toBe('officer_asked');
  });

  it('are not decided by who entered them, by the officer, or outside the area', async () => {
    const { officer, typist, away } = night;
    expect((await away.get(`/second-entries/${entry}`)).status).toBe(404);
    expect((await officer.get(`/second-entries/${entry}`)).status).toBe(403);
    const same = sql`update second_entries set arbiter_id = ${typist.person.id} where id = ${entry}`.execute(
      test.database.db,
    );
    await expect(same).rejects.toThrow(/three_people/);
    const sender = sql`update second_entries set arbiter_id = ${officer.person.id} where id = ${entry}`.execute(
      test.database.db,
    );
    await expect(sender).rejects.toThrow(/three_people/);
  });

  it('are listed for those above, first what waits, and found by unit and state', async () => {
    const { election, lga, away, id, unit } = night;
    const list = async (by: Client, query = '') =>
      (await by.get(`/second-entries${query}`)).json<SecondEntryList>('data');
    const [first] = (await list(lga, `?electionId=${election}`)).entries;
    expect(first).toMatchObject({
      id: entry,
      resultId: id,
      state: 'differs',
      fields: ['votes.LP'],
      can: { decide: true },
    });
    const { code = '' } = first ?? {};
    const found = await list(lga, `?q=${code}&state=differs&electionId=${election}`);
    expect(found.entries.map((one) => one.id)).toEqual([entry]);
    expect([found.total, found.counts.differs, found.counts.matched]).toEqual([1, 1, 0]);
    expect((await list(lga, `?q=${code}&state=matched`)).total).toBe(0);
    expect((await list(away)).entries.filter((one) => one.pollingUnitId === unit)).toEqual([]);
  });

  it('are decided once: the second of two arbiters sees a conflict', async () => {
    const { wardAdmin, lga } = night;
    const { updatedAt } = await detail(lga, entry);
    const body = { verdict: 'neither', updatedAt };
    const replies = await Promise.all([lga, wardAdmin].map((by) => by.post(`/second-entries/${entry}/decide`, body)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('leave the provisional totals as they are', async () => {
    const { election, lga } = night;
    const before = await test.database.db
      .selectFrom('tallies')
      .selectAll()
      .where('election_id', '=', election)
      .execute();
    await decide(lga, entry, 'entry_wrong');
    const after = await test.database.db
      .selectFrom('tallies')
      .selectAll()
      .where('election_id', '=', election)
      .execute();
    expect(after).toEqual(before);
  });
});

/** What is offered of the takeover, and what becomes of it: 200 or the code of the refusal. */
async function takenOver(by: Client): Promise<[boolean, number | string]> {
  const offered = (await by.get(`/results/${night.id}`)).json<boolean>('data.can.takeOver');
  const reply = await by.post(`/results/${night.id}/take-over`, { version: 1, reason: 'The ward does not answer.' });
  return [offered, reply.code ?? reply.status];
}

const FIGURES_KEPT = Object.fromEntries(
  Object.entries(TYPED).filter(([field, value]) => field !== 'votes.LP' && value !== null),
);

describe('a photo that cannot be read', () => {
  it('goes to an arbiter, who asks the officer for a new one or sends it to another transcriber', async () => {
    const { officer, typist, other, wardAdmin, id } = night;
    const work = await claim(typist);
    const reply = await typist.post(`/second-entries/${work.id}/unreadable`, { fields: ['votes.APC', 'voidVotes'] });
    expect(reply.status).toBe(200);
    expect((await detail(wardAdmin, work.id)).verdicts).toEqual(['new_photo', 'readable']);
    await decide(wardAdmin, work.id, 'readable');
    const again = await claim(other);
    expect(again.id).toBe(work.id);
    await other.post(`/second-entries/${work.id}/unreadable`, { fields: ['votes.APC'] });
    await decide(wardAdmin, work.id, 'new_photo');
    const { reason } = (await officer.get(`/results/${id}`)).json<{ reason: string }>('data');
    expect(reason).toBe('The photo cannot be read. Send a new one that shows APC.');
    expect((await typist.post(`/second-entries/${work.id}/unreadable`, { fields: ['votes.QQQ'] })).status).toBe(409);
  });
});

describe('the policy', () => {
  it('asks no transcriber without a photo, and says that it has not begun', async () => {
    const { election, unit, officer, typist, wardAdmin, verify } = night;
    const bare = await officer.post(
      '/results',
      { ...sheet(election, unit), ...FIGURES },
      { 'idempotency-key': `bare-${unit}` },
    );
    expect(bare.status).toBe(201);
    await arrived(test);
    expect(await askFor(typist)).toBeNull();
    const refused = await verify(wardAdmin, 2);
    expect(refused.json<string>('error')).toContain('not begun yet');
  });

  it('takes what is asked for after it was changed', async () => {
    const { election, wardAdmin, verify } = night;
    await policy(election, 'none');
    expect((await verify(wardAdmin)).status).toBe(200);
  });

  it('offers the sheet again where its entry ended while none was asked for', async () => {
    const { election, id, typist, other, wardAdmin, lga, verify, stateOf } = night;
    const { id: entry } = await claim(typist);
    await enter(typist, entry, { 'votes.LP': 1778 });
    await policy(election, 'none');
    expect((await verify(wardAdmin)).status).toBe(200);
    await arrived(test);
    expect(await askFor(other)).toBeNull();
    expect((await detail(lga, entry)).state).toBe('void');

    await policy(election, 'all');
    const disputed = await wardAdmin.post(`/results/${id}/dispute`, { version: 1, reason: 'An agent objects.' });
    expect(disputed.status).toBe(200);
    await arrived(test);
    // Not to who entered it before.
    expect(await askFor(typist)).toBeNull();
    expect(await stateOf()).toBe('waiting');
    expect((await verify(lga)).code).toBe('SECOND_ENTRY_MISSING');
    expect(await claim(other)).toMatchObject({ id: entry, fields: Object.keys(TYPED), kept: {} });
    await enter(other, entry);
    expect(await stateOf()).toBe('matched');
    expect((await verify(lga)).status).toBe(200);
  });
});

describe('transcribers', () => {
  it('are named by an administrator of their area, for others than themselves, and listed with their work', async () => {
    const { sibling, wardAdmin, lga, away } = night;
    const person = await test.as('polling_unit_officer', sibling);
    const url = `/second-entries/transcribers/${person.person.id}`;
    expect((await person.get('/second-entries/work')).code).toBe('TRANSCRIBER_REQUIRED');
    expect((await lga.put(url, { transcriber: true })).json('data')).toEqual({ transcriber: true });
    expect((await person.get('/second-entries/work')).status).toBe(200);
    expect((await person.get('/auth/me')).json('data.transcriber')).toBe(true);
    const listed = await wardAdmin.get('/second-entries/transcribers');
    expect(listed.json<{ person: { id: string } }[]>('data.transcribers').map((one) => one.person.id)).toEqual([
      person.person.id,
    ]);
    expect((await lga.put(`/second-entries/transcribers/${lga.person.id}`, { transcriber: true })).code).toBe(
      'TRANSCRIBER_UNFIT',
    );
    expect((await away.put(url, { transcriber: false })).status).toBe(404);
    expect((await lga.put(url, { transcriber: false })).json('data')).toEqual({ transcriber: false });
    expect((await person.get('/second-entries/work')).code).toBe('TRANSCRIBER_REQUIRED');
  });
});
