import type { ElectionId, ResultId } from '@ec/contract/base/common';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import type { UnusualCheck } from '@ec/contract/unusual/checks';
import type { UnusualList, UnusualOfResult } from '@ec/contract/unusual/schemas';
import type { UnusualStatistics } from '@ec/contract/unusual/statistics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createWard, PARTIES, place, setElectionMode } from '../../../test/builders.ts';
import { auditOf } from '../../../test/credentials.ts';
import { submitFor } from '../../../test/disputes.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let election: ElectionId;
let ward: LocationId;
let units: LocationId[];
let officers: Client[];
let results: ResultId[];
let admin: Client;
let lga: Client;
let stranger: Client;
/** A ward of Kano with two units of the same votes. */
let elsewhere: { ward: LocationId; admin: Client; results: ResultId[] };

const PLAIN = { accreditedVoters: 141, votes: { APC: 31, PDP: 12, LP: 88, NNPP: 2, Others: 3 }, voidVotes: 4 };
/** Nine units alike by share but not by votes, one turned round, and two with the same votes. */
const figuresOf = (index: number) => {
  if (index === 9) return { ...PLAIN, votes: { APC: 95, PDP: 13, LP: 20, NNPP: 2, Others: 3 } };
  return { ...PLAIN, votes: { APC: 31 + (index % 8), PDP: 12, LP: 88, NNPP: 2, Others: 3 }, accreditedVoters: 160 };
};

async function report(count: number, area: string, figures: (index: number) => object) {
  const made = await createWard(test.database.db, count, place(area));
  const people = await Promise.all(made.units.map((unit) => test.as('polling_unit_officer', unit)));
  const ids: ResultId[] = [];
  for (const [index, officer] of people.entries())
    ids.push(await submitFor(officer, election, made.units[index] ?? made.ward, figures(index)));
  return { ...made, people, ids };
}

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 1000 });
  await setElectionMode(test.database.db, true);
  test.app.platform.organisation.invalidate();
  election = await createElection(test.database.db);
  const ikeja = await report(10, '24-11', figuresOf);
  ({ ward, units } = ikeja);
  officers = ikeja.people;
  results = ikeja.ids;
  admin = await test.as('ward_admin', ward);
  lga = await test.as('lga_admin', place('24-11'));
  const kano = await report(2, '20-03', () => PLAIN);
  elsewhere = { ward: kano.ward, admin: await test.as('ward_admin', kano.ward), results: kano.ids };
  stranger = elsewhere.admin;
});
afterAll(() => test.close());

const resultOf = (index: number): ResultId => {
  const id = results[index];
  if (id === undefined) throw new RangeError(`There is no result ${index}`);
  return id;
};
const listOf = async (client: Client, query = '') => {
  const reply = await client.get(`/unusual?electionId=${election}${query}`);
  expect(reply.status).toBe(200);
  return reply.json<UnusualList>('data');
};
const found = ({ marks }: Pick<UnusualList, 'marks'>) => marks.map(({ code, check }) => [code, check]);
const codes = (...indexes: number[]) => indexes.map((index) => codeOf(units[index] ?? ward));
const step = (by: Client, act: 'close' | 'reopen', index: number, changes: object = {}) =>
  by.post(`/unusual/${resultOf(index)}/${act}`, {
    check: 'identical_votes' satisfies UnusualCheck,
    version: 1,
    explanation: 'Both sheets were looked at on paper',
    ...changes,
  });

describe('unusual results', () => {
  it('are listed for a ward with figures, comparison and the tests made', async () => {
    const list = await listOf(admin);
    const [first = '', same = '', turned = ''] = codes(0, 8, 9);
    expect(found(list)).toEqual([
      [first, 'identical_votes'],
      [same, 'identical_votes'],
      [turned, 'neighbour_share'],
    ]);
    // Ten units: identical votes 10, full turnout 10, shares 4 × 10, turnout 10.
    expect(list).toMatchObject({ total: 3, open: 3, closed: 0, tests: 70, units: 10, previous: null, next: null });
    expect(list.place?.code).toBe(codeOf(ward));
    expect(list.marks[0]).toMatchObject({
      votes: { APC: 31, PDP: 12, LP: 88, NNPP: 2, Others: 3 },
      twins: [{ code: same, resultId: resultOf(8), sameVoters: true, samePhoto: false }],
      closed: false,
      can: { close: true, reopen: false },
    });
    expect(list.marks[2]?.distances).toEqual([
      { party: 'APC', value: 71.4, median: 24.7, before: null, units: 10 },
      { party: 'LP', value: 15, median: 63.1, before: null, units: 10 },
    ]);
    expect(found(await listOf(admin, '&check=neighbour_share'))).toEqual([[turned, 'neighbour_share']]);
    expect((await listOf(admin, '&pageSize=1&page=2')).marks.map(({ code }) => code)).toEqual([same]);
  });

  it('are shown of the reader’s own areas only', async () => {
    expect((await listOf(stranger)).marks.map(({ resultId }) => resultId).toSorted()).toEqual(
      elsewhere.results.toSorted(),
    );
    const asked = await stranger.get(`/unusual?electionId=${election}&area=${codeOf(ward)}`);
    expect([asked.status, asked.code]).toEqual([404, 'UNKNOWN_LOCATION']);
    expect((await stranger.get(`/unusual/${resultOf(0)}`)).status).toBe(404);
    const closed = await step(stranger, 'close', 0);
    expect([closed.status, closed.code]).toEqual([404, 'NOT_FOUND']);
    const [officer] = officers;
    expect((await officer?.get(`/unusual?electionId=${election}`))?.status).toBe(403);
    expect((await officer?.get(`/unusual/${resultOf(0)}`))?.status).toBe(403);
  });

  it('lead a national reader from LGA to LGA', async () => {
    const national = await test.as('national_admin', place('NG'));
    const start = await listOf(national);
    expect(start.place?.code).toBe('20-03');
    expect(start.next?.id).toBe(place('24-11'));
    const next = await listOf(national, '&area=24-11');
    expect(next).toMatchObject({ total: 3, previous: { id: place('20-03') }, next: null });
    expect((await listOf(national, '&area=20')).place?.code).toBe('20-03');
    expect(await listOf(national, '&area=30')).toMatchObject({ place: null, total: 0, tests: 0 });
    expect(await listOf(lga)).toMatchObject({ previous: null, next: null, total: 3 });
  });

  it('are closed with an explanation, and reopened, in one place for all readers', async () => {
    const empty = await step(admin, 'close', 0, { explanation: '  ' });
    expect([empty.status, empty.code]).toEqual([400, 'VALIDATION_FAILED']);
    const reply = await step(admin, 'close', 0);
    expect(reply.status).toBe(200);
    expect(reply.json<UnusualOfResult>('data').marks).toMatchObject([
      {
        closed: true,
        steps: [{ change: 'closed', explanation: 'Both sheets were looked at on paper', by: { id: admin.person.id } }],
        can: { close: false, reopen: true },
      },
    ]);
    // The other unit of the pair has a marking of its own.
    const list = await listOf(lga, '&area=24-11');
    expect(list).toMatchObject({ open: 2, closed: 1 });
    expect(list.marks.at(-1)).toMatchObject({ resultId: resultOf(0), closed: true });
    expect((await listOf(lga, '&area=24-11&state=closed')).total).toBe(1);
    const again = await step(lga, 'close', 0);
    expect([again.status, again.code]).toEqual([409, 'UNUSUAL_STEP']);
    expect((await step(lga, 'reopen', 0, { explanation: 'The photo is missing' })).status).toBe(200);
    expect(await auditOf(test, resultOf(0))).toEqual(expect.arrayContaining(['unusual.closed', 'unusual.reopened']));
    const [mark] = (await admin.get(`/unusual/${resultOf(0)}`)).json<UnusualOfResult>('data').marks;
    expect(mark?.steps.map(({ change }) => change)).toEqual(['closed', 'reopened']);
  });

  it('cannot be closed for another version, nor where no check marks the unit', async () => {
    const old = await step(admin, 'close', 0, { version: 2 });
    expect([old.status, old.code]).toEqual([409, 'CONFLICT']);
    const none = await step(admin, 'close', 4);
    expect([none.status, none.code]).toEqual([409, 'UNUSUAL_NOT_FOUND']);
  });

  it('are closed once where two do it at the same time', async () => {
    const replies = await Promise.all([step(admin, 'close', 8), step(lga, 'close', 8)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('open again by themselves with a newer version, and vanish with it where the figures differ', async () => {
    const turned = { check: 'neighbour_share' satisfies UnusualCheck };
    expect((await step(admin, 'close', 9, turned)).status).toBe(200);
    const resend = async (index: number, changes: object) => {
      const returned = await admin.post(`/results/${resultOf(index)}/return`, { reason: 'Look again', version: 1 });
      expect(returned.status).toBe(200);
      const officer = officers[index];
      if (officer) await submitFor(officer, election, units[index] ?? ward, { ...figuresOf(index), ...changes });
    };
    await resend(9, { accreditedVoters: 150 });
    const marks = (await admin.get(`/unusual/${resultOf(9)}`)).json<UnusualOfResult>('data').marks;
    expect(marks).toMatchObject([{ check: 'neighbour_share', version: 2, closed: false, steps: [] }]);
    await resend(0, { votes: { APC: 30, PDP: 12, LP: 88, NNPP: 2, Others: 3 } });
    expect((await admin.get(`/unusual/${resultOf(0)}`)).json<UnusualOfResult>('data').marks).toEqual([]);
    expect((await admin.get(`/unusual/${resultOf(8)}`)).json<UnusualOfResult>('data').marks).toEqual([]);
  });

  it('open again where one more unit has the same votes', async () => {
    const third = await report(3, '20-03', () => PLAIN);
    const reader = await test.as('ward_admin', third.ward);
    const id = third.ids[0] ?? resultOf(0);
    const explained = { check: 'identical_votes', version: 1, explanation: 'Copied twice' };
    await reader.post(`/results/${third.ids[2]}/return`, { reason: 'Look again', version: 1 });
    expect((await reader.post(`/unusual/${id}/close`, explained)).status).toBe(200);
    const officer = third.people[2];
    if (officer) await submitFor(officer, election, third.units[2] ?? third.ward, PLAIN);
    const [mark] = (await reader.get(`/unusual/${id}`)).json<UnusualOfResult>('data').marks;
    expect(mark).toMatchObject({ closed: false, twins: [{}, {}], steps: [{ explanation: 'Copied twice' }] });
  });

  it('have statistics of whole states, for national roles, and say where there are too few units', async () => {
    const national = await test.as('national_admin', place('NG'));
    const path = `/unusual/statistics?electionId=${election}`;
    const reply = await national.get(`${path}&area=24`);
    expect(reply.status).toBe(200);
    expect(reply.json<UnusualStatistics>('data')).toMatchObject({
      place: { name: 'Lagos' },
      units: 10,
      fingerprint: null,
      percentages: [
        { of: 'turnout', units: 10, found: null },
        { of: 'leader', units: 10, found: null },
      ],
      digits: PARTIES.map((party) => ({ party, found: null })),
    });
    const lgaOnly = await national.get(`${path}&area=24-11`);
    expect([lgaOnly.status, lgaOnly.code]).toEqual([404, 'UNKNOWN_LOCATION']);
    const state = await test.as('state_admin', place('24'));
    for (const other of [state, lga, admin]) expect((await other.get(`${path}&area=24`)).status).toBe(403);
  });

  it('stay as they are in an archived election', async () => {
    const [id] = elsewhere.results;
    const archive = (status: 'archived' | 'live') =>
      test.database.db.updateTable('elections').set({ status }).where('id', '=', election).execute();
    await archive('archived');
    const list = await listOf(stranger);
    expect(list.marks[0]?.can).toEqual({ close: false, reopen: false });
    const body = { check: 'identical_votes', version: 1, explanation: 'Copied twice' };
    const reply = await stranger.post(`/unusual/${id}/close`, body);
    expect([reply.status, reply.code]).toEqual([409, 'ELECTION_NOT_LIVE']);
    await archive('live');
  });

  it('count no results of another count or election', async () => {
    expect(await listOf(admin, '&source=grassroots')).toMatchObject({ units: 0, tests: 0, total: 0 });
    const other = await createElection(test.database.db);
    const reply = await admin.get(`/unusual?electionId=${other}`);
    expect(reply.json<UnusualList>('data')).toMatchObject({ units: 0, total: 0 });
  });
});
