import type { ElectionId } from '@ec/contract/base/common';
import type { AuditSheetList, ReviewAuditId } from '@ec/contract/review-audits/schemas';
import { OUTCOME_WORDS } from '@ec/contract/review-audits/words';
import type { SecondEntryList, WaitingForMe, WorkDesk } from '@ec/contract/second-entry/schemas';
import type { UserDetail } from '@ec/contract/users/schemas';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createElection, createWard, place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { nationalAdmin, verifiedSheets } from '../../../test/review-audits.ts';
import {
  askFor,
  claim,
  decide,
  enter,
  FIGURES,
  freshNight,
  lgaAdmins,
  makeAgent,
  makeTranscribers,
  moveTo,
  type Night,
  POLICY,
  transcriber,
} from '../../../test/second-entries.ts';
import { sendFile } from '../../../test/uploads.ts';

let test: TestApp;
let admins: Client['person'][];

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  admins = await lgaAdmins(test);
});
afterAll(() => test.close());

function firstAdmin(): Client['person'] {
  const [admin] = admins;
  if (!admin) throw new Error('no LGA admin');
  return admin;
}

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

it('counts what an audit drew for those who had no part in it, while its result is verified', async () => {
  const drawn = await verifiedSheets(test, {
    count: 1,
    lgaAdmin: firstAdmin(),
    nationalAdmin: await nationalAdmin(test),
  });
  const { draw, typist, wardAdmin, lga, national, ids } = drawn;
  await draw();
  const { id } = await claim(typist);
  await enter(typist, id, { 'votes.LP': 1778 });
  // The ward admin verified it.
  expect([await waitingFor(wardAdmin), await waitingFor(lga), await waitingFor(national)]).toEqual([0, 1, 1]);
  await wardAdmin.post(`/results/${ids[0]}/dispute`, { version: 1, reason: 'An agent objects.' });
  expect([await waitingFor(wardAdmin), await waitingFor(lga), await waitingFor(national)]).toEqual([0, 0, 0]);
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

/** The sheets that a transcriber is told of, who then takes them all. */
async function toldAndTaken(by: Client): Promise<[number, number]> {
  const { waiting } = (await by.get('/second-entries/work')).json<WorkDesk>('data');
  let taken = 0;
  while ((await askFor(by)) !== null && taken < 2) taken += 1;
  return [waiting, taken];
}

it('tells a transcriber of the sheets that they get, and of no others', async () => {
  const night = await freshNight(test, admins);
  const { officer, wardAdmin, typist, other, submit, election } = night;
  await makeTranscribers(test, [officer, wardAdmin]);
  // Their own sheet, and one of their own area.
  expect(await toldAndTaken(officer)).toEqual([0, 0]);
  expect(await toldAndTaken(wardAdmin)).toEqual([0, 0]);
  const second = await createElection(test.database.db, { configuration: { secondEntry: POLICY } });
  await submit({ electionId: second });
  expect(await toldAndTaken(typist)).toEqual([2, 2]);
  // Both are with the first one, whose time is over later.
  expect(await toldAndTaken(other)).toEqual([0, 0]);
  test.clock.advance(11);
  const late = await test.signIn(typist.person);
  expect((await late.get('/second-entries/work')).json('data')).toMatchObject({ waiting: 0, held: [{}, {}] });
  expect(await toldAndTaken(await test.signIn(other.person))).toEqual([2, 2]);
  test.clock.advance(11);

  // No election asks for it any more, though its entry still waits.
  await sql`update elections set configuration = '{}' where id = ${election}`.execute(test.database.db);
  expect(await toldAndTaken(await test.signIn(typist.person))).toEqual([1, 1]);
  test.clock.advance(11);
  // Who could have signed in as its sender.
  await sql`insert into account_controls (user_id, by_user_id, act, at)
    values (${officer.person.id}, ${other.person.id}, 'password_set', now() + interval '1 minute')`.execute(
    test.database.db,
  );
  expect(await toldAndTaken(await test.signIn(other.person))).toEqual([0, 0]);
});

it('tells of a sheet that is entered anew all but those who entered it', async () => {
  const { typist, other, lga } = await freshNight(test, admins);
  const { id } = await claim(typist);
  await enter(typist, id, { 'votes.LP': 1778 });
  await decide(lga, id, 'neither');
  expect(await toldAndTaken(typist)).toEqual([0, 0]);
  expect(await toldAndTaken(other)).toEqual([1, 1]);
});

it('gives no sheet of their centre to agents of collation', async () => {
  const night = await freshNight(test, admins);
  const { election, lga, typist } = night;
  const outside = await createElection(test.database.db, { status: 'archived' });
  const agentOf = async (electionId: ElectionId, code: string) => {
    const agent = await transcriber(test);
    await makeAgent(test, agent, { election: electionId, area: place(code), by: lga });
    return agent;
  };
  expect(await toldAndTaken(await agentOf(election, '24-11'))).toEqual([0, 0]);
  expect(await toldAndTaken(await agentOf(election, '24'))).toEqual([0, 0]);
  // Of another centre, and of an election that is over.
  const away = await agentOf(election, '24-12');
  expect(await toldAndTaken(away)).toEqual([1, 1]);
  test.clock.advance(11);
  expect(await toldAndTaken(await test.signIn((await agentOf(outside, '24-11')).person))).toEqual([1, 1]);
  test.clock.advance(11);
  expect((await toldAndTaken(await test.signIn(typist.person)))[0]).toBe(1);
});

it('gives no sheet of a result whose figures they have seen to who decided on it, took it over, or had a part in a dispute', async () => {
  const night = await freshNight(test, admins);
  const { wardAdmin, lga, typist, id, submit } = night;
  const { db } = test.database;
  const returned = await wardAdmin.post(`/results/${id}/return`, { version: 1, reason: 'The photo is dark.' });
  expect(returned.status).toBe(200);
  await submit();
  await lga.post(`/results/${id}/dispute`, { version: 2, reason: 'An agent objects.' });
  const [taker, speaker] = [await transcriber(test), await transcriber(test)];
  await sql`insert into result_takeovers (result_id, version, after_decisions, taken_by, taken_role, taken_area, reason, taken_at)
    values (${id}, 1, 0, ${taker.person.id}, 'lga_admin', ${place('24-11')}, 'The ward slept.', now())`.execute(db);
  await sql`insert into dispute_entries (dispute_id, kind, by_user_id, text, created_at)
    select id, 'comment', ${speaker.person.id}, 'I was there.', now() from disputes where result_id = ${id}`.execute(
    db,
  );
  // Of another ward now, and of no centre.
  await moveTo(test, wardAdmin, (await createWard(db, 1)).ward);
  await makeTranscribers(test, [wardAdmin]);
  for (const by of [wardAdmin, taker, speaker]) expect(await toldAndTaken(by)).toEqual([0, 0]);
  expect(await toldAndTaken(typist)).toEqual([1, 1]);
});

/** How the drawn sheets stand by the list and by the file; the two must agree. */
async function outcomesOf(by: Client, id: ReviewAuditId): Promise<string[]> {
  const { sheets } = (await by.get(`/review-audits/${id}/sheets`)).json<AuditSheetList>('data');
  const outcomes = sheets.map(({ outcome }) => outcome);
  const [, ...lines] = parse((await by.get(`/review-audits/${id}/sheets.csv?of=drawn`)).text, { bom: true });
  expect(lines.map((line) => line.at(-1))).toEqual(outcomes.map((outcome) => OUTCOME_WORDS[outcome]));
  for (const outcome of new Set(outcomes)) {
    const { total } = (await by.get(`/review-audits/${id}/sheets?outcome=${outcome}`)).json<AuditSheetList>('data');
    expect(total).toBe(outcomes.filter((each) => each === outcome).length);
  }
  return outcomes.toSorted();
}

/** An audit of one sheet that was entered again, and one whose photo its officer's phone has still. */
async function withoutPhoto() {
  const national = await nationalAdmin(test);
  const night = await verifiedSheets(test, { count: 2, awaited: 1, lgaAdmin: firstAdmin(), nationalAdmin: national });
  await night.draw();
  await enter(night.typist, (await claim(night.typist)).id);
  const send = async () => {
    const [officer, photo] = [night.officers[0], night.photos[0]];
    if (!officer || !photo) throw new Error('no sheet');
    const reply = await sendFile(await test.signIn(officer.person), photo);
    expect(reply.json<unknown[]>('data.joined')).toHaveLength(1);
  };
  const { id, bound } = await night.newest();
  return { ...night, send, id, bound };
}

it('states the bound of an audit with a sheet without a photo, before the close and after it, and when the photo comes too late', async () => {
  const { id, bound, newest, counts, national, send } = await withoutPhoto();
  const found = { right: 1, no_photo: 1 };
  expect([await counts(), bound]).toEqual([found, 1 / 2]);
  const close = { from: 2, reason: 'It never came.' };
  expect((await national.post(`/review-audits/${id}/close`, close)).status).toBe(200);
  expect([await counts(), (await newest()).bound]).toEqual([found, 1 / 2]);
  expect(await outcomesOf(national, id)).toEqual(['no_photo', 'right']);
  test.clock.advance(1);
  await send();
  expect(await outcomesOf(await test.signIn(national.person), id)).toEqual(['no_photo', 'right']);
});

it('leaves in an audit what was not entered before its close, though the photo had come', async () => {
  const { id, counts, national, send } = await withoutPhoto();
  await send();
  test.clock.advance(1);
  await (await test.signIn(national.person)).post(`/review-audits/${id}/close`, { from: 2, reason: 'Over.' });
  expect([await counts(), await outcomesOf(national, id)]).toEqual([{ right: 1, left: 1 }, ['left', 'right']]);
});

it('lists the sheets without a photo of an audit as its close counted them: of earlier closes, among what is left', async () => {
  const { id, counts, national } = await withoutPhoto();
  const { db } = test.database;
  await sql`update second_entries set state = 'void' where audit_id = ${id} and state = 'waiting'`.execute(db);
  await sql`update review_audits set state = 'closed' where id = ${id}`.execute(db);
  await sql`insert into review_audit_steps (audit_id, step, sheets, by_user_id, reason, counts, created_at)
    values (${id}, 'closed', 2, ${national.person.id}, 'It never came.', '{"right": 1, "left": 1, "no_photo": 0}', now())`.execute(
    db,
  );
  expect([await counts(), await outcomesOf(national, id)]).toEqual([{ right: 1, left: 1 }, ['left', 'right']]);
});
