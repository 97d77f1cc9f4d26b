import type { CollationGap } from '@ec/contract/collations/gap';
import type { CollationComparison } from '@ec/contract/collations/schemas';
import { codeOf } from '@ec/contract/geography/location-id';
import type { ResultDetail, ReviewList } from '@ec/contract/results/schemas';
import type { SecondEntryId } from '@ec/contract/second-entry/schemas';
import type { NotificationList } from '@ec/contract/notifications/schemas';
import type { SubmissionDesk } from '@ec/contract/results/desk';
import type { UnusualList } from '@ec/contract/unusual/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { place, sheet } from '../../../test/builders.ts';
import { enter as enterForm, formOf, rowOf, totalsOf } from '../../../test/collations.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';
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
  type Night,
  POLICY,
  transcriber,
} from '../../../test/second-entries.ts';
import { flaggedResults } from '../situation-room/lists.ts';
import { remindUnanswered } from './reminder-service.ts';
import { compareTallies } from '../results/tally-repository.ts';
import { versionsNotAsAudited } from '../results/entry-queries.ts';

let test: TestApp;
let admins: Client['person'][];
let state: Client['person'];
let night: Night;
let entry: SecondEntryId;

const DESK = { 'votes.LP': 1778 };
const UNREACHABLE = 'His phone is off since 18:00.';

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  admins = await lgaAdmins(test);
  state = (await test.as('state_admin', place('24'))).person;
});
afterAll(() => test.close());
/** A result whose officer was found wrong in one field, and asked. */
beforeEach(async () => {
  night = await freshNight(test, admins);
  entry = (await claim(night.typist)).id;
  await enter(night.typist, entry, DESK);
  await decide(night.wardAdmin, entry, 'officer_wrong');
});

async function make(by: Client, body: object = { reason: UNREACHABLE }): Promise<Reply> {
  const { updatedAt } = await detail(by, entry);
  return await by.post(`/second-entries/${entry}/desk-version`, { updatedAt, ...body });
}

const result = async (by: Client) => (await by.get(`/results/${night.id}`)).json<ResultDetail>('data');
const votes = async () => {
  const { rows } = await sql<{ status: string; votes: number[] }>`select status, votes from tallies
    where election_id = ${night.election} and level = 'ward' and units > 0`.execute(test.database.db);
  return rows;
};

describe('a desk version', () => {
  it('takes the figures of the second entry with the same photo, says everywhere who made it, and waits for review', async () => {
    const { wardAdmin, lga, officer, typist } = night;
    const before = await result(lga);
    expect(before.status).toBe('returned');
    expect((await make(wardAdmin)).json('data.state')).toBe('void');

    const after = await result(lga);
    expect(after).toMatchObject({
      status: 'pending',
      version: 2,
      votes: { ...FIGURES.votes, LP: 1778 },
      accreditedVoters: 6143,
      sheetFileId: before.sheetFileId,
      sheetSha256: before.sheetSha256,
      submittedBy: { id: typist.person.id },
      desk: {
        officer: { id: officer.person.id },
        typedBy: { id: typist.person.id },
        arbiter: { id: wardAdmin.person.id },
        decidedBy: { id: wardAdmin.person.id },
        ground: 'unreachable',
        reason: UNREACHABLE,
      },
    });
    expect(after.versions.map(({ desk, votes: { LP } }) => [LP, desk?.ground ?? null])).toEqual([
      [1788, null],
      [1778, 'unreachable'],
    ]);
    expect(after.history.find(({ version }) => version === 2)).toMatchObject({
      action: 'desk',
      by: { id: typist.person.id },
      reason: expect.stringContaining(UNREACHABLE),
    });
    const query = `/results/review?electionId=${night.election}`;
    const [unit] = (await lga.get(query)).json<ReviewList>('data').units;
    expect(unit).toMatchObject({ desk: true, resultStatus: 'pending', totalVotes: 5710 });
    const csv = await lga.get(`/live/export.csv?electionId=${night.election}`);
    expect(csv.text).toContain('desk,"From the photo, at the desk"');

    expect(await votes()).toEqual([{ status: 'pending', votes: [1931, 1812, 1778, 102, 33] }]);
    expect(await compareTallies(test.database.db, night.election)).toEqual([]);
    await arrived(test);
    expect(await versionsNotAsAudited(test.database.db)).toEqual([]);
  });

  it('is made without a reason once the minutes of the policy are over, and never before', async () => {
    const { wardAdmin } = night;
    const early = await make(wardAdmin, {});
    expect([early.status, early.code, early.json('fields.0.path')]).toEqual([409, 'DESK_TOO_EARLY', 'reason']);
    const { deskOffer } = await detail(wardAdmin, entry);
    expect(deskOffer).toMatchObject({ minutes: 60 });
    test.clock.advance(60);
    const again = await test.signIn(wardAdmin.person);
    expect((await make(again, {})).status).toBe(200);
    expect((await result(again)).desk).toMatchObject({ ground: 'no_answer', reason: null });
  });

  it('is marked among unusual and flagged results, beside forms and in the files of collation', async () => {
    const { wardAdmin, lga, sibling, unit, ward, election, submit } = night;
    await make(wardAdmin);
    const twin = { ...sheet(election, sibling), ...FIGURES, votes: { ...FIGURES.votes, LP: 1778 } };
    const sent = await (await test.as('polling_unit_officer', sibling)).post('/results', twin, {
      'idempotency-key': `twin-${sibling}`,
    });
    expect(sent.status).toBe(201);
    const { marks } = (await wardAdmin.get(`/unusual?electionId=${election}`)).json<UnusualList>('data');
    const same = marks.filter(({ check }) => check === 'identical_votes');
    expect(same.map((mark) => [mark.pollingUnitId, mark.desk, mark.twins.map(({ desk }) => desk)])).toEqual([
      [unit, true, [false]],
      [sibling, false, [true]],
    ]);
    const { newest } = await flaggedResults(
      test.database.db,
      { electionId: election, areas: [ward] },
      Promise.resolve([]),
    );
    expect(newest.map(({ id, desk }) => [id === night.id, desk])).toEqual([
      [false, false],
      [true, true],
    ]);
    const rows = [rowOf(unit), rowOf(sibling)];
    const form = await enterForm(wardAdmin, formOf(election, ward, [], { rows, statedTotals: totalsOf(2) }));
    const files = [
      `/collations/gains/export?electionId=${election}&area=${codeOf(ward)}&format=csv`,
      `/collations/${form.json<string>('data.id')}/export?format=csv`,
    ];
    for (const file of files) {
      const { text } = await lga.get(file);
      expect(text).toContain('Polling Unit 1 (from the photo, at the desk)');
      expect(text).not.toContain('Polling Unit 2 (from');
    }
    const { rows: alerts } = await sql<{
      message: string;
    }>`select message from alerts where rule = 'collation_differs'`.execute(test.database.db);
    expect(alerts.map(({ message }) => message)).toEqual([
      expect.stringContaining(`${codeOf(unit)} differs from our sheet, from the photo, at the desk, (`),
    ]);
    const marked = async () => {
      const compared = await lga.get(`/collations/${form.json<string>('data.id')}/comparison`);
      const gap = await lga.get(`/collations/gap?electionId=${election}&area=${codeOf(ward)}&party=LP`);
      const rows = compared.json<CollationComparison>('data').rows.map(({ childCode, desk }) => [childCode, desk]);
      const terms = gap.json<CollationGap>('data').terms.map(({ row, desk }) => [row, desk]);
      return [rows, terms].map((each) => Object.fromEntries(each.filter(([code]) => code)));
    };
    const [mine, twins] = [codeOf(unit), codeOf(sibling)];
    expect(await marked()).toEqual([
      { [mine]: true, [twins]: false },
      { [mine]: true, [twins]: false },
    ]);
    await submit({ votes: { ...FIGURES.votes, LP: 1778 } });
    expect(await marked()).toEqual([
      { [mine]: false, [twins]: false },
      { [mine]: false, [twins]: false },
    ]);
  });

  it('is what its makers are reminded of once the minutes are over, once for a sheet', async () => {
    const { lga, officer, typist, away } = night;
    const remind = () => Promise.all([remindUnanswered(test.app.platform), remindUnanswered(test.app.platform)]);
    const notices = async (by: Client) =>
      (await by.get('/notifications'))
        .json<NotificationList>('data')
        .notifications.filter(
          ({ actionUrl, title }) =>
            title === 'Officer did not answer' && actionUrl === `/second-entries?entry=${entry}`,
        );
    const wardAdmin = night.wardAdmin.person;
    test.clock.advance(59);
    await remind();
    expect(await notices(await test.signIn(wardAdmin))).toEqual([]);
    test.clock.advance(1);
    await remind();
    await remind();
    const again = await test.signIn(wardAdmin);
    const found = await notices(again);
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toMatch(/has not corrected the result within 60 minutes/);
    for (const other of [lga, officer, typist, away])
      expect(await notices(await test.signIn(other.person))).toEqual([]);
    const { deskOffer, answerDue } = await detail(again, entry);
    expect(answerDue).toBe(deskOffer?.due);
  });

  it('is checked and verified by people who had no part in it, which the database holds too', async () => {
    const { wardAdmin, lga, officer, typist, other, verify, id } = night;
    const stateAdmin = await test.signIn(state);
    await make(wardAdmin);
    await arrived(test);
    // Nor by the officer, had they been made a transcriber.
    await makeTranscribers(test, [officer]);
    for (const same of [typist, officer]) expect(await askFor(same)).toBeNull();
    expect((await verify(lga, 2)).code).toBe('SECOND_ENTRY_MISSING');
    const check = await claim(other);
    await enter(other, check.id, { 'votes.LP': 1777 });
    const shown = await detail(wardAdmin, check.id);
    expect([shown.can.decide, shown.can.refusal]).toEqual([
      false,
      'You had this version entered at the desk, so another administrator decides on it.',
    ]);
    expect((await decide(wardAdmin, check.id, 'entry_wrong')).code).toBe('DESK_DECIDED');
    expect((await detail(lga, check.id)).desk).toMatchObject({ typedBy: { id: typist.person.id } });
    await decide(lga, check.id, 'entry_wrong');
    await other.post(`/second-entries/${check.id}/enter`, { figures: DESK });
    expect((await verify(wardAdmin, 2)).code).toBe('DESK_DECIDED');
    expect((await verify(lga, 2)).code).toBe('ARBITRATED');
    const forced = sql`insert into result_decisions (result_id, version, action, decided_by, decided_at)
      values (${id}, 2, 'verified', ${wardAdmin.person.id}, now())`.execute(test.database.db);
    await expect(forced).rejects.toThrow(/does not verify/);
    const same = sql`update second_entries set transcriber_id = ${typist.person.id} where id = ${check.id}`.execute(
      test.database.db,
    );
    await expect(same).rejects.toThrow(/does not check|three_people/);
    expect((await verify(stateAdmin, 2)).status).toBe(200);
    expect(await compareTallies(test.database.db, night.election)).toEqual([]);
    const inbox = (by: Client) => by.get('/notifications');
    expect((await inbox(officer)).text).toContain('was verified');
    expect((await inbox(typist)).text).not.toContain('was verified');
  });

  it('that is found wrong goes back to the officer, and the next reading may be used instead', async () => {
    const { wardAdmin, lga, officer, other } = night;
    await make(wardAdmin);
    await arrived(test);
    entry = (await claim(other)).id;
    await enter(other, entry, { 'votes.LP': 1777 });
    await decide(lga, entry, 'officer_wrong');
    expect((await officer.get('/notifications')).text).toContain('was returned to you');
    // Who made the version that was wrong does not make the next one.
    expect((await detail(wardAdmin, entry)).deskOffer).toBeNull();
    expect((await make(wardAdmin)).code).toBe('DESK_DECIDED');
    expect((await make(lga)).status).toBe(200);
    const { desk, version, votes: figures } = await result(lga);
    expect([version, figures['LP'], desk?.officer.id, desk?.typedBy.id]).toEqual([
      3,
      1777,
      officer.person.id,
      other.person.id,
    ]);
    await arrived(test);
    for (const same of [night.typist, other]) expect(await askFor(same)).toBeNull();
    expect(await compareTallies(test.database.db, night.election)).toEqual([]);
  });

  it('is told to the officer, whose next version replaces it', async () => {
    const { wardAdmin, officer, submit } = night;
    await make(wardAdmin);
    expect((await officer.get('/notifications')).text).toContain('entered from your photo at the desk');
    const [desk] = (await officer.get('/results/desk')).json<SubmissionDesk>('data').elections;
    expect([desk?.result?.desk?.ground, desk?.closed]).toEqual(['unreachable', null]);
    await submit({ votes: { ...FIGURES.votes, LP: 1779 } });
    expect(await result(officer)).toMatchObject({ version: 3, desk: null, votes: { LP: 1779 } });
    expect(await votes()).toEqual([{ status: 'pending', votes: [1931, 1812, 1779, 102, 33] }]);
    expect(await compareTallies(test.database.db, night.election)).toEqual([]);
  });
});

describe('no desk version', () => {
  const refused = async (by: Client, updatedAt: string) =>
    (await by.post(`/second-entries/${entry}/desk-version`, { updatedAt, reason: UNREACHABLE })).code;

  it('is made twice, by one who clicks twice or by two people', async () => {
    const { wardAdmin, lga } = night;
    const { updatedAt } = await detail(wardAdmin, entry);
    const body = { updatedAt, reason: UNREACHABLE };
    const senders = [wardAdmin, wardAdmin, lga];
    const replies = await Promise.all(senders.map((by) => by.post(`/second-entries/${entry}/desk-version`, body)));
    const codes = replies.map(({ status }) => status);
    expect([codes.includes(200), codes.includes(409)]).toEqual([true, true]);
    expect((await result(lga)).versions).toHaveLength(2);
    expect(await compareTallies(test.database.db, night.election)).toEqual([]);
  });

  it('stands beside one that the officer sends at the same moment: the officer’s counts', async () => {
    const { wardAdmin, lga, submit } = night;
    const made = make(wardAdmin);
    await submit({ votes: { ...FIGURES.votes, LP: 1780 } });
    expect([200, 409]).toContain((await made).status);
    expect(await result(lga)).toMatchObject({ desk: null, votes: { LP: 1780 }, status: 'pending' });
    expect(await compareTallies(test.database.db, night.election)).toEqual([]);
  });

  it('is made after the officer answered, of a readable or empty photo, or of an election without the check', async () => {
    const { wardAdmin, submit, other, election } = night;
    const { updatedAt } = await detail(wardAdmin, entry);
    await submit();
    expect(await detail(wardAdmin, entry)).toMatchObject({ deskOffer: null, answerDue: null });
    expect(await refused(wardAdmin, updatedAt)).toBe('DESK_OVERTAKEN');

    const second = (await claim(other)).id;
    await other.post(`/second-entries/${second}/unreadable`, { fields: ['votes.LP'] });
    await decide(wardAdmin, second, 'new_photo');
    entry = second;
    const shown = await detail(wardAdmin, entry);
    expect([shown.deskOffer, await refused(wardAdmin, shown.updatedAt)]).toEqual([null, 'DESK_NOT_POSSIBLE']);

    await submit();
    const third = await transcriber(test);
    entry = (await claim(third)).id;
    await enter(third, entry, DESK);
    await decide(wardAdmin, entry, 'officer_wrong');
    const configuration = JSON.stringify({ secondEntry: { ...POLICY, rule: 'none' } });
    await test.database.db.updateTable('elections').set({ configuration }).where('id', '=', election).execute();
    expect(await refused(wardAdmin, (await detail(wardAdmin, entry)).updatedAt)).toBe('DESK_NOT_POSSIBLE');
    await test.database.db.updateTable('elections').set({ status: 'archived' }).where('id', '=', election).execute();
    expect(await refused(wardAdmin, (await detail(wardAdmin, entry)).updatedAt)).toBe('ELECTION_NOT_LIVE');
  });

  it('is made by who entered the sheet, by its officer, outside the area, or of another state than was seen', async () => {
    const { wardAdmin, away, officer, typist } = night;
    const { updatedAt } = await detail(wardAdmin, entry);
    expect(await refused(away, updatedAt)).toBe('NOT_FOUND');
    for (const by of [officer, typist]) expect(await refused(by, updatedAt)).toBe('ROLE_DENIED');
    expect(await refused(wardAdmin, new Date(0).toISOString())).toBe('CONFLICT');
    const forged =
      sql`insert into desk_versions values (${night.id}, 1, ${entry}, ${officer.person.id}, ${typist.person.id},
      ${wardAdmin.person.id}, ${wardAdmin.person.id}, 'no_answer', null, now())`.execute(test.database.db);
    await expect(forged).rejects.toThrow(/no desk version/);
  });
});
