import { randomUUID } from 'node:crypto';
import type { ElectionId } from '@ec/contract/base/common';
import type { ContestDay } from '@ec/contract/contest-days/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let national: Client;
let regional: Client;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  test.app.platform.organisation.invalidate();
  national = await test.as('national_admin', place('NG'));
  regional = await test.as('regional_admin', place('SW'));
});
afterAll(() => test.close());

let dates = 0;
/** A date of its own, so that no two tests share a day. */
function freeDate(): string {
  dates += 1;
  return new Date(Date.UTC(2031, 0, dates)).toISOString().slice(0, 10);
}

const TYPES = ['presidential', 'senatorial', 'house_of_representatives'] as const;

async function threeOn(electionDate: string, areas = [place('24')]): Promise<[ElectionId, ElectionId, ElectionId]> {
  const of = async (type: (typeof TYPES)[number]) =>
    await createElection(test.database.db, { type, name: type, electionDate, areas });
  return [await of('presidential'), await of('senatorial'), await of('house_of_representatives')];
}

const hold = async (body: object, client = national) => await client.post('/contest-days', body);

async function dayOf(date = freeDate()) {
  const elections = await threeOn(date);
  const day = (await hold({ date, name: 'General election', elections })).json<ContestDay>('data');
  return { day, date, elections };
}

const auditOf = async (id: string) =>
  (
    await test.database.db
      .selectFrom('audit_entries')
      .select('event')
      .where('resource_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ event }) => event);

describe('holding elections together', () => {
  it('answers the day with its elections in the order of their sheets, leaves an audit entry, and names the day on each', async () => {
    const date = freeDate();
    const elections = await threeOn(date);
    const reply = await hold({ date, name: 'General election', elections: elections.toReversed() });
    expect(reply.status).toBe(201);
    const day = reply.json<ContestDay>('data');
    expect(day).toMatchObject({ date, name: 'General election', can: { change: true, remove: true } });
    expect(day.elections).toEqual(
      TYPES.map((type, index) => ({ id: elections[index], name: type, type, status: 'live' })),
    );
    expect(await auditOf(day.id)).toEqual(['contest_day.created']);
    const { contestDay } = (await national.get(`/elections/${elections[0]}`)).json<{ contestDay: unknown }>('data');
    expect(contestDay).toEqual({ id: day.id, name: 'General election' });
    const list = await national.get('/contest-days?q=general');
    expect(list.json<ContestDay[]>('data.contestDays').map(({ id }) => id)).toContain(day.id);
  });

  it('names every field that is wrong', async () => {
    const reply = await hold({ date: '16 January', name: ' ', elections: [] });
    expect([reply.status, reply.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(
      reply
        .json<{ path: string }[]>('fields')
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['date', 'elections', 'name']);
  });

  it('refuses an election of another date, an archived one, one that does not exist, and the same one twice', async () => {
    const date = freeDate();
    const [first] = await threeOn(date);
    const other = await createElection(test.database.db, { electionDate: freeDate() });
    const archived = await createElection(test.database.db, { electionDate: date, status: 'archived' });
    const reply = await hold({ date, name: 'Day', elections: [first, other, archived, randomUUID()] });
    expect(reply.status).toBe(400);
    expect(reply.json<{ path: string }[]>('fields').map(({ path }) => path)).toEqual([
      'elections.1',
      'elections.2',
      'elections.3',
    ]);
    expect((await hold({ date, name: 'Day', elections: [first, first] })).status).toBe(400);
  });

  it('refuses an election that is in another day', async () => {
    const { date, elections } = await dayOf();
    const reply = await hold({ date, name: 'Again', elections });
    expect([reply.status, reply.code]).toEqual([409, 'ELECTION_IN_DAY']);
  });

  it('refuses two of one type in the same units, unless one is a re-run of the other', async () => {
    const date = freeDate();
    const { db } = test.database;
    const lagos = await createElection(db, { name: 'First', electionDate: date, areas: [place('24')] });
    const fields = { electionDate: date, areas: [place('24-11')], status: 'draft' } as const;
    const ikeja = await createElection(db, fields);
    const reply = await hold({ date, name: 'Day', elections: [lagos, ikeja] });
    expect([reply.status, reply.code]).toEqual([409, 'ELECTION_OVERLAPS']);
    const again = await createElection(db, { ...fields, follows: { id: lagos, as: 'rerun' } });
    expect((await hold({ date, name: 'Day', elections: [lagos, again] })).status).toBe(201);
  });

  it('two that take the same election at once: one day holds it', async () => {
    const date = freeDate();
    const elections = await threeOn(date);
    const replies = await Promise.all([1, 2, 3].map((n) => hold({ date, name: `Day ${n}`, elections })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });
});

describe('who may', () => {
  it('keeps a regional admin inside the own region', async () => {
    const date = freeDate();
    const lagos = await threeOn(date);
    expect((await hold({ date, name: 'Lagos', elections: lagos }, regional)).status).toBe(201);
    const kano = await createElection(test.database.db, { electionDate: date, areas: [place('19')] });
    const unseen = await hold({ date, name: 'Kano', elections: [kano] }, regional);
    expect([unseen.status, unseen.json<{ path: string }[]>('fields')[0]?.path]).toEqual([400, 'elections.0']);
    const nation = await createElection(test.database.db, { electionDate: date, type: 'gubernatorial' });
    const outside = await hold({ date, name: 'Nation', elections: [nation] }, regional);
    expect([outside.status, outside.code]).toEqual([403, 'NOT_PERMITTED']);
  });

  it('shows a reader the elections of their area alone, and no day without one', async () => {
    const date = freeDate();
    const [lagos] = await threeOn(date);
    const { db } = test.database;
    const kano = await createElection(db, { electionDate: date, areas: [place('19')], type: 'senatorial' });
    const mixed = (await hold({ date, name: 'Two states', elections: [lagos, kano] })).json<ContestDay>('data');
    const seen = (await regional.get('/contest-days')).json<ContestDay[]>('data.contestDays');
    const day = seen.find(({ id }) => id === mixed.id);
    expect([day?.elections.map(({ id }) => id), day?.can]).toEqual([[lagos], { change: false, remove: false }]);
    expect((await regional.put(`/contest-days/${mixed.id}`, { name: 'Mine' })).status).toBe(403);
    const north = await test.as('regional_admin', place('NC'));
    expect((await north.get('/contest-days')).json<ContestDay[]>('data.contestDays')).toEqual([]);
    const hidden = await north.put(`/contest-days/${mixed.id}`, { name: 'Mine' });
    expect([hidden.status, hidden.code]).toEqual([404, 'CONTEST_DAY_NOT_FOUND']);
    expect((await north.delete(`/contest-days/${mixed.id}`)).status).toBe(404);
  });
});

describe('changing', () => {
  it('renames, takes in and lets out, with one audit entry a change', async () => {
    const { day, date, elections } = await dayOf();
    const [president, senate, house] = elections;
    const fourth = await createElection(test.database.db, {
      type: 'local_government',
      electionDate: date,
      areas: [place('24')],
    });
    const wanted = { name: 'Saturday', elections: [president, senate, fourth] };
    const reply = await national.put(`/contest-days/${day.id}`, wanted);
    expect(reply.json<ContestDay>('data').elections.map(({ id }) => id)).toEqual([president, senate, fourth]);
    expect((await national.get(`/elections/${house}`)).json('data.contestDay')).toBeNull();
    await national.put(`/contest-days/${day.id}`, wanted);
    expect(await auditOf(day.id)).toEqual(['contest_day.created', 'contest_day.updated']);
  });

  it('an election in a day keeps its date and is not deleted', async () => {
    const { day, elections } = await dayOf();
    const [first] = elections;
    const moved = await national.put(`/elections/${first}`, { electionDate: freeDate() });
    expect([moved.status, moved.code]).toEqual([409, 'ELECTION_IN_DAY']);
    const date = freeDate();
    const draft = await createElection(test.database.db, { electionDate: date, status: 'draft' });
    expect((await hold({ date, name: 'Drafts', elections: [draft] })).status).toBe(201);
    expect((await national.delete(`/elections/${draft}`)).code).toBe('ELECTION_IN_DAY');
    await national.delete(`/contest-days/${day.id}`);
    expect((await national.put(`/elections/${first}`, { electionDate: freeDate() })).status).toBe(200);
  });

  it('what has a result stays in its day: neither let out nor removed, while others come in', async () => {
    const { day, date, elections } = await dayOf();
    const [president, senate, house] = elections;
    const [unit = place('24')] = (await createWard(test.database.db, 1)).units;
    const officer = await test.as('polling_unit_officer', unit);
    const sent = await officer.post('/results', sheet(president, unit), {
      'idempotency-key': randomUUID(),
    });
    expect(sent.status).toBe(201);
    const out = await national.put(`/contest-days/${day.id}`, { elections: [senate, house] });
    expect([out.status, out.code]).toEqual([409, 'CONTEST_DAY_COUNTED']);
    expect((await national.delete(`/contest-days/${day.id}`)).code).toBe('CONTEST_DAY_COUNTED');
    const late = await createElection(test.database.db, { type: 'state_assembly', electionDate: date });
    const reply = await national.put(`/contest-days/${day.id}`, { elections: [president, senate, late] });
    expect([reply.status, reply.json('data.can')]).toEqual([200, { change: true, remove: false }]);
  });

  it('removes a day and leaves its elections', async () => {
    const { day, elections } = await dayOf();
    expect((await national.delete(`/contest-days/${day.id}`)).status).toBe(200);
    expect(await auditOf(day.id)).toEqual(['contest_day.created', 'contest_day.deleted']);
    expect((await national.get(`/elections/${elections[0]}`)).json('data.contestDay')).toBeNull();
    expect((await national.delete(`/contest-days/${day.id}`)).status).toBe(404);
  });
});
