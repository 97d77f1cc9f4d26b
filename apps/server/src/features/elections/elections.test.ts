import type { Election, ElectionStatus } from '@ec/contract/elections/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { countWaiting } from '../../../test/credentials.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let national: Client;
let regional: Client;

beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', place('NG'));
  regional = await test.as('regional_admin', place('SW'));
});
afterAll(() => test.close());

const ID = '0190a0b0-0000-7000-8000-0000000000e1';
const draft = { name: 'Governor of Lagos', type: 'gubernatorial', electionDate: '2027-03-06', areas: ['24'] };
const create = async (changes: object = {}, client = national) =>
  await client.post('/elections', { ...draft, ...changes });
const move = async (id: string, to: ElectionStatus, reason?: string) =>
  await national.post(`/elections/${id}/transition`, { to, ...(reason && { reason }) });

describe('creating', () => {
  it('makes a draft with the usual parties and hours, real coverage and an audit entry', async () => {
    await createWard(test.database.db, 3);
    const reply = await create();
    expect(reply.status).toBe(201);
    const election = reply.json<Election>('data');
    expect(election).toMatchObject({
      status: 'draft',
      parties: ['APC', 'PDP', 'LP', 'NNPP', 'Others'],
      opensAt: '2027-03-06T07:30:00.000Z',
      closesAt: '2027-03-06T13:30:00.000Z',
      deadline: '2027-03-07T13:30:00.000Z',
      areaNames: [{ name: 'Lagos' }],
      can: { edit: true, archive: false, delete: true, transitions: ['scheduled'] },
    });
    expect(election.coverage.units).toBeGreaterThanOrEqual(3);
    const audit = await test.database.db
      .selectFrom('audit_entries')
      .select('event')
      .where('resource_id', '=', election.id)
      .execute();
    expect(audit).toEqual([{ event: 'election.created' }]);
  });

  it('names every field that is wrong', async () => {
    const reply = await national.post('/elections', {
      name: ' ',
      type: 'mayoral',
      electionDate: '6 March',
      areas: [],
      parties: ['APC', 'APC'],
    });
    expect([reply.status, reply.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(
      reply
        .json<{ path: string }[]>('fields')
        .map((field) => field.path)
        .sort(),
    ).toEqual(['areas', 'electionDate', 'name', 'parties', 'type']);
  });

  it.each([
    ['an unknown area', { areas: ['24', '24-99'] }, 'areas.1'],
    ['a ward', { areas: ['24-11-101'] }, 'areas.0'],
    [
      'hours that end before they begin',
      { opensAt: '2027-03-06T12:00:00Z', closesAt: '2027-03-06T08:00:00Z' },
      'closesAt',
    ],
  ])('refuses %s', async (_, changes, path) => {
    const reply = await create(changes);
    expect([reply.status, reply.json<{ path: string }[]>('fields')[0]?.path]).toEqual([400, path]);
  });

  it('drops an area that lies in another', async () => {
    expect((await create({ areas: ['SW', '24', '24-11'] })).json('data.areaNames')).toMatchObject([
      { name: 'South West' },
    ]);
  });

  it('keeps a regional admin inside the own region', async () => {
    expect((await create({}, regional)).status).toBe(201);
    const outside = await create({ areas: ['19'] }, regional);
    expect([outside.status, outside.code]).toEqual([403, 'NOT_PERMITTED']);
  });
});

let days = 0;
/** A date on which no other election of this file is held. */
function freeDay(): string {
  days += 1;
  return new Date(Date.UTC(2030, 0, days)).toISOString().slice(0, 10);
}

describe('transitions', () => {
  const way: Record<ElectionStatus, ElectionStatus[]> = {
    draft: ['scheduled'],
    scheduled: ['draft', 'live'],
    live: ['completed'],
    completed: ['archived', 'live'],
    archived: [],
  };
  const all = Object.keys(way) as ElectionStatus[];
  it.each(all.flatMap((from) => all.map((to) => [from, to] as const)))('%s to %s', async (from, to) => {
    const id = await createElection(test.database.db, { status: from, electionDate: freeDay() });
    const reply = await move(id, to, 'Because it must');
    const allowed = way[from].includes(to);
    expect([reply.status, reply.code]).toEqual(allowed ? [200, undefined] : [409, 'ELECTION_TRANSITION']);
    expect((await national.get(`/elections/${id}`)).json('data.status')).toBe(allowed ? to : from);
  });

  it('reopening needs a reason, which the audit log keeps', async () => {
    const id = await createElection(test.database.db, { status: 'completed' });
    expect((await move(id, 'live')).code).toBe('ELECTION_REASON_REQUIRED');
    await move(id, 'live', 'Two LGAs vote again');
    const audit = await test.database.db
      .selectFrom('audit_entries')
      .select(['previous_values', 'new_values'])
      .where('resource_id', '=', id)
      .execute();
    expect(audit).toEqual([
      { previous_values: { status: 'completed' }, new_values: { status: 'live', reason: 'Two LGAs vote again' } },
    ]);
  });

  it('of two at once one wins', async () => {
    const id = await createElection(test.database.db, { status: 'scheduled', electionDate: freeDay() });
    const replies = await Promise.all([move(id, 'live'), move(id, 'live'), move(id, 'draft')]);
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });
});

describe('changing', () => {
  it('changes what is sent and leaves the rest', async () => {
    const id = (await create()).json<string>('data.id');
    const reply = await national.put(`/elections/${id}`, { description: 'Second round', areas: ['19'] });
    expect(reply.json('data')).toMatchObject({
      name: draft.name,
      description: 'Second round',
      areaNames: [{ name: 'Kano' }],
    });
  });

  it('moves the voting hours with the date', async () => {
    const id = (await create()).json<string>('data.id');
    const reply = await national.put(`/elections/${id}`, { electionDate: '2027-03-13' });
    expect(reply.json('data.opensAt')).toBe('2027-03-13T07:30:00.000Z');
  });

  it.each([{ parties: ['APC', 'LP'] }, { areas: ['19'] }, { type: 'senatorial' }])(
    'of a live election refuses %j',
    async (changes) => {
      const id = await createElection(test.database.db);
      const reply = await national.put(`/elections/${id}`, changes);
      expect([reply.status, reply.code]).toEqual([409, 'ELECTION_LOCKED']);
    },
  );

  it('is refused to an editor who saw the election as it was before another change', async () => {
    const { id, updatedAt } = (await create()).json<Election>('data');
    const save = (configuration: object, seen?: string) =>
      national.put(`/elections/${id}`, { configuration, ...(seen && { updatedAt: seen }) });
    const first = await save({ note: 'first' }, updatedAt);
    expect([first.status, first.json('data.configuration')]).toEqual([200, { note: 'first' }]);
    // Sent again because its answer was lost.
    expect((await save({ note: 'first' }, updatedAt)).status).toBe(200);
    const late = await save({ note: 'late' }, updatedAt);
    expect([late.status, late.code]).toEqual([409, 'CONFLICT']);
    expect((await national.get(`/elections/${id}`)).json('data')).toEqual(first.json('data'));
    expect((await save({ note: 'second' }, first.json<string>('data.updatedAt'))).status).toBe(200);
    expect((await save({ note: 'third' })).status).toBe(200);
  });

  it('deletes only drafts', async () => {
    const id = await createElection(test.database.db, { status: 'draft' });
    expect((await national.delete(`/elections/${id}`)).status).toBe(200);
    expect((await national.get(`/elections/${id}`)).status).toBe(404);
    const live = await createElection(test.database.db);
    expect((await national.delete(`/elections/${live}`)).code).toBe('ELECTION_LOCKED');
  });
});

describe('reading', () => {
  it('shows only elections that cover the own area, with the real progress of the official count', async () => {
    await setElectionMode(test.database.db, true);
    test.app.platform.organisation.invalidate();
    const { ward, units } = await createWard(test.database.db, 2, place('19-13'));
    const id = await createElection(test.database.db, { areas: [place('19')] });
    const unit = units[0] ?? ward;
    const officer = await test.as('polling_unit_officer', unit);
    await officer.post('/results', sheet(id, unit), { 'idempotency-key': 'progress' });
    const kano = await officer.get(`/elections/${id}`);
    expect(kano.json('data')).toMatchObject({
      coverage: { reported: 1, pending: 1, verified: 0 },
      can: { edit: false, transitions: [] },
    });
    expect((await regional.get(`/elections/${id}`)).status).toBe(404);
    const listed = (await regional.get('/elections?pageSize=1000')).json<{ id: string }[]>('data.elections');
    expect(listed.some((election) => election.id === id)).toBe(false);
  });

  it('are found by what was typed, also by signs that patterns are made of', async () => {
    await createElection(test.database.db, { areas: [place('19')] });
    const found = async (q: string) => (await national.get(`/elections?q=${q}`)).json<number>('data.total');
    expect(await found('presidential%20e')).toBeGreaterThan(0);
    expect(await found('%25')).toBe(0);
    expect(await found('presidential_e')).toBe(0);
  });
});

describe('election mode', () => {
  it('is switched by the super admin alone, audited, and holds at once', async () => {
    const root = await test.as('super_admin', place('NG'));
    await root.patch('/election-mode', { isElectionMode: false });
    expect((await national.get('/election-mode')).json('data.isElectionMode')).toBe(false);
    const on = await root.patch('/election-mode', { isElectionMode: true });
    expect(on.json('data.isElectionMode')).toBe(true);
    expect((await national.patch('/election-mode', { isElectionMode: false })).status).toBe(403);
    const audit = await test.database.db
      .selectFrom('audit_entries')
      .select(['previous_values', 'new_values'])
      .where('event', '=', 'election_mode.changed')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(audit).toEqual([{ previous_values: { isElectionMode: false }, new_values: { isElectionMode: true } }]);
  });
});

describe('two elections of one type on one day', () => {
  const day = '2028-04-01';
  const scheduled = async (changes: object) => {
    const id = (await create({ electionDate: day, ...changes })).json<string>('data.id');
    return { id, reply: await move(id, 'scheduled') };
  };

  it('are refused where they share polling units, whichever is wider, and named', async () => {
    const first = await scheduled({ name: 'Governor of Kano', areas: ['19'] });
    expect(first.reply.status).toBe(200);
    for (const areas of [['19-13'], ['NW'], ['24', '19']]) {
      const { reply } = await scheduled({ areas });
      expect([reply.status, reply.code]).toEqual([409, 'ELECTION_OVERLAPS']);
      expect(reply.text).toContain('Governor of Kano');
    }
    for (const changes of [{ areas: ['24'] }, { areas: ['19'], type: 'state_assembly' }]) {
      expect((await scheduled(changes)).reply.status).toBe(200);
    }
  });

  it('are refused when a scheduled one is moved to the day', async () => {
    const { id } = await scheduled({ electionDate: '2028-04-08', areas: ['19'] });
    const moved = await national.put(`/elections/${id}`, { electionDate: day });
    expect([moved.status, moved.code]).toEqual([409, 'ELECTION_OVERLAPS']);
    expect((await national.get(`/elections/${id}`)).json('data.electionDate')).toContain('2028-04-08');
  });

  it('are held where one is a re-run of the other', async () => {
    const { id } = await scheduled({ electionDate: '2028-05-06', areas: ['21'] });
    const again = await scheduled({ electionDate: '2028-05-06', areas: ['21-01'], follows: { id, as: 'rerun' } });
    expect(again.reply.status).toBe(200);
    expect((await national.get(`/elections/${again.id}`)).json('data.follows')).toMatchObject({ id, as: 'rerun' });
  });

  it('of two that are scheduled at once one is refused', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await create({ electionDate: '2028-06-03' })).json<string>('data.id')),
    );
    const replies = await Promise.all(ids.map((id) => move(id, 'scheduled')));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });
});

describe('an election that follows another', () => {
  it('is of its type, not earlier, and as a re-run with any parties', async () => {
    const id = (await create({ electionDate: '2028-07-01' })).json<string>('data.id');
    const following = async (as: string, changes: object) =>
      (await create({ electionDate: '2028-07-22', follows: { id, as }, ...changes })).status;
    expect(await following('rerun', { electionDate: '2028-06-30' })).toBe(400);
    expect(await following('rerun', { type: 'state_assembly' })).toBe(400);
    const far = await regional.post('/elections', { ...draft, areas: ['24'], follows: { id: ID, as: 'rerun' } });
    expect([far.status, far.json<{ path: string }[]>('fields')[0]?.path]).toEqual([400, 'follows']);
    const self = await national.put(`/elections/${id}`, { follows: { id, as: 'rerun' } });
    expect(self.status).toBe(400);
  });

  it('keeps a draft from being deleted', async () => {
    const id = (await create({ electionDate: '2028-07-01' })).json<string>('data.id');
    const again = { electionDate: '2028-07-22', follows: { id, as: 'rerun' } };
    const following = (await create(again)).json<string>('data.id');
    const refused = await national.delete(`/elections/${id}`);
    expect([refused.status, refused.code]).toEqual([409, 'ELECTION_LOCKED']);
    expect(refused.text).toContain('another election follows it');
    expect((await national.delete(`/elections/${following}`)).status).toBe(200);
    // Deleted by another person while a follower is stored.
    const holder = await test.database.pool.connect();
    let late: Promise<Reply>;
    try {
      await holder.query('begin');
      await holder.query('delete from elections where id = $1', [id]);
      late = create(again);
      await expect.poll(() => countWaiting(test)).toBe(1);
    } finally {
      await holder.query('commit');
      holder.release();
    }
    const reply = await late;
    expect([reply.status, reply.code, reply.json('fields.0.path')]).toEqual([409, 'CONFLICT', 'follows']);
  });
});

describe('a run-off', () => {
  const two = { parties: ['APC', 'LP', 'Others'] };
  let first: string;
  beforeAll(async () => {
    first = (await create({ electionDate: '2028-07-01' })).json<string>('data.id');
  });
  const runoff = (changes: object) =>
    create({ electionDate: '2028-07-22', follows: { id: first, as: 'runoff' }, ...changes });
  const said = (reply: Reply) => [reply.status, reply.code, reply.json<{ path: string }[]>('fields')[0]?.path];
  const refused = [409, 'RUNOFF_PARTIES', 'parties'];

  it.each<[string, string[]]>([
    ['three parties', ['APC', 'LP', 'PDP']],
    ['one party', ['APC', 'Others']],
    ['a party that was not on the first ballot', ['APC', 'ADC']],
  ])('with %s is refused', async (_, parties) => {
    expect(said(await runoff({ parties }))).toEqual(refused);
  });

  it('lists two parties of the first ballot, by its form, by its ballot and by a file alike', async () => {
    const made = await runoff(two);
    expect(made.status).toBe(201);
    const id = made.json<string>('data.id');
    expect(said(await national.put(`/elections/${id}`, { parties: ['APC', 'LP', 'PDP'] }))).toEqual(refused);
    const look = (code: string) => ({ code, name: code, colour: '#112233' });
    const three = { parties: ['APC', 'LP', 'PDP'].map(look) };
    expect(said(await national.put(`/elections/${id}/ballot`, three))).toEqual(refused);
    const file = { text: 'party_code\nAPC\nADC\n', store: true };
    expect(said(await national.post(`/elections/${id}/ballot/import`, file))).toEqual(refused);
    const kept = await national.get(`/elections/${id}`);
    expect(kept.json('data.parties')).toEqual(two.parties);
  });

  it('is not scheduled once one of the two is no longer on the first ballot', async () => {
    const id = (await runoff({ ...two, electionDate: '2028-07-23' })).json<string>('data.id');
    expect((await national.put(`/elections/${first}`, { parties: ['APC', 'PDP'] })).status).toBe(200);
    const reply = await national.post(`/elections/${id}/transition`, { to: 'scheduled' });
    expect([reply.status, reply.code]).toEqual([409, 'RUNOFF_PARTIES']);
  });
});

describe('the seed by which sheets are drawn for a second entry', () => {
  const SEED = 'thrown before witnesses';
  const secondEntry = { rule: 'sample', percent: 5, seed: SEED, outsideLga: false, deskMinutes: 60 };
  const OTHERS = ['state_admin', 'lga_admin', 'ward_admin', 'polling_unit_officer', 'gpuo', 'moderator'] as const;

  it('is answered to those who configure or audit the election, and to no officer, transcriber or reviewer before it is archived', async () => {
    const id = (await create({ configuration: { note: 'kept', secondEntry } })).json<string>('data.id');
    const { ward, units } = await createWard(test.database.db, 1);
    const unit = units[0] ?? ward;
    const areas = [place('24'), place('24-11'), ward, unit, unit, place('NG')];
    const others = await Promise.all(OTHERS.map(async (role, at) => await test.as(role, areas[at] ?? null)));
    for (const by of others) {
      const one = await by.get(`/elections/${id}`);
      expect(one.json('data.configuration')).toEqual({
        note: 'kept',
        secondEntry: { rule: 'sample', percent: 5, outsideLga: false, deskMinutes: 60 },
      });
      expect([one.text, (await by.get('/elections?pageSize=100')).text].join(' ')).not.toContain(SEED);
    }
    for (const by of [national, regional, await test.as('super_admin', place('NG'))]) {
      expect((await by.get(`/elections/${id}`)).json('data.configuration.secondEntry.seed')).toBe(SEED);
      expect((await by.get('/elections?pageSize=100')).text).toContain(SEED);
    }
    // Who administers a part of it alone does not configure it.
    const whole = (await create({ areas: ['NG'], configuration: { secondEntry } })).json<string>('data.id');
    expect((await regional.get(`/elections/${whole}`)).json('data.configuration.secondEntry')).not.toHaveProperty(
      'seed',
    );
    for (const to of ['scheduled', 'live', 'completed', 'archived'] as const) {
      expect((await others[3]?.get(`/elections/${id}`))?.text).not.toContain(SEED);
      expect((await move(id, to)).status).toBe(200);
    }
    for (const by of others) expect((await by.get(`/elections/${id}`)).text).toContain(SEED);
  });
});
