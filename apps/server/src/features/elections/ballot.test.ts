import type { Ballot, BallotImport } from '@ec/contract/elections/ballot';
import type { Election } from '@ec/contract/elections/schemas';
import type { SubmissionDesk } from '@ec/contract/results/desk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let national: Client;

beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', place('NG'));
  await setElectionMode(test.database.db, true);
  test.app.platform.organisation.invalidate();
});
afterAll(() => test.close());

const APC = { code: 'APC', name: 'All Progressives Congress', colour: '#2563eb' };
const LP = { code: 'LP', name: 'Labour Party', colour: '#BE123C' };
const ADCP = {
  code: 'ADCP',
  name: 'African Democratic Congress of the Peoples (Nigeria)',
  colour: '#15803d',
  candidates: [{ name: 'Chukwuemeka Oluwaseun Abdulrahman-Olanipekun', runningMate: 'Ngozi Bello' }],
};

const draft = async (changes: object = {}) => {
  const body = { name: 'Ballot', type: 'presidential', electionDate: '2027-01-16', areas: ['NG'], ...changes };
  return (await national.post('/elections', body)).json<Election>('data');
};
const at = (id: string) => `/elections/${id}/ballot`;
const ballotOf = async (id: string, client = national) => (await client.get(at(id))).json<Ballot>('data');
const paths = (reply: Reply) => reply.json<{ path: string }[]>('fields').map(({ path }) => path);
const lastEntry = async (id: string) =>
  await test.database.db
    .selectFrom('audit_entries')
    .select(['previous_values as previous', 'new_values as next'])
    .where('event', '=', 'election.ballot_saved')
    .where('resource_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** A live election with one result. */
async function counted() {
  const { ward, units } = await createWard(test.database.db, 2);
  const [unit = ward, other = ward] = units;
  const id = await createElection(test.database.db);
  const officer = await test.as('polling_unit_officer', unit);
  const sent = await officer.post('/results', sheet(id, unit), { 'idempotency-key': `ballot-${id}` });
  expect(sent.status).toBe(201);
  const parties = (await ballotOf(id)).parties.map(({ code, name, colour }) => ({ code, name, colour }));
  return { id, ward, unit, other, officer, parties };
}

describe('a ballot', () => {
  it('is the codes of the election with their usual names and colours before the first version', async () => {
    const { id } = await draft({ parties: ['PDP', 'XYZ', 'Others'] });
    expect(await ballotOf(id)).toMatchObject({
      version: 0,
      parties: [
        { code: 'PDP', name: 'Peoples Democratic Party', colour: '#0d9488', candidates: [] },
        { code: 'XYZ', name: '', colour: '#6b7280', candidates: [] },
      ],
      savedAt: null,
      affected: { results: 0, list: `/results?electionId=${id}` },
      can: { edit: true, parties: true },
    });
  });

  it('is saved as a version, with its order and an audit entry; the codes are those of the election', async () => {
    const { id } = await draft();
    const reply = await national.put(at(id), { parties: [ADCP, LP, APC] });
    expect([reply.status, reply.code]).toEqual([200, undefined]);
    expect(reply.json('data')).toMatchObject({ version: 1, savedBy: national.person.name, parties: [ADCP, {}, {}] });
    const election = (await national.get(`/elections/${id}`)).json<Election>('data');
    expect(election.parties).toEqual(['ADCP', 'LP', 'APC', 'Others']);
    expect(election.looks.map(({ code, colour }) => [code, colour])).toEqual([
      ['ADCP', '#15803d'],
      ['LP', '#be123c'],
      ['APC', '#2563eb'],
    ]);
    expect(await lastEntry(id)).toMatchObject({
      previous: { version: 0 },
      next: { version: 1, candidatesChanged: ['ADCP'] },
    });

    const without = await national.put(at(id), { parties: [LP, { ...ADCP, candidates: undefined }] });
    expect(without.json<Ballot>('data')).toMatchObject({ version: 2, parties: [{ code: 'LP' }, ADCP] });
    const same = await national.put(at(id), { parties: [LP, ADCP] });
    expect(same.json<Ballot>('data').version).toBe(2);
  });

  it('names the pairs of colours that can hardly be told apart', async () => {
    const { id } = await draft();
    await national.put(at(id), { parties: [APC, { ...LP, colour: '#2560e8' }, ADCP] });
    expect((await ballotOf(id)).nearColours).toEqual([['APC', 'LP']]);
  });

  it('is refused with all that is wrong with it', async () => {
    const { id } = await draft();
    const reply = await national.put(at(id), {
      parties: [
        { code: 'apc', name: ' ', colour: 'blue' },
        { ...LP, logo: 1 },
        { code: 'Others', name: 'Others', colour: '#000000' },
      ],
    });
    expect([reply.status, paths(reply)]).toEqual([
      400,
      ['parties.0.code', 'parties.0.name', 'parties.0.colour', 'parties.1.logo', 'parties.2.code'],
    ]);
    expect((await national.put(at(id), { parties: [LP, LP] })).status).toBe(400);
    expect((await national.put(at(id), { parties: [] })).status).toBe(400);
    const inState = { ...LP, candidates: [{ constituencyId: 'senatorial-1', name: 'A' }] };
    const two = { ...APC, candidates: [{ name: 'A' }, { name: 'B' }] };
    const candidates = await national.put(at(id), { parties: [inState, two] });
    expect(paths(candidates)).toEqual(['parties.0.candidates.0.constituencyId', 'parties.1.candidates.1.name']);
  });

  it('is read by all whose area the election covers, and changed by its editors inside their area only', async () => {
    const { id } = await draft({ areas: ['24'], type: 'gubernatorial' });
    const [kano, lagos] = [await test.as('state_admin', place('19')), await test.as('state_admin', place('24'))];
    expect((await kano.get(at(id))).status).toBe(404);
    expect((await ballotOf(id, lagos)).can).toEqual({ edit: false, parties: false });
    expect((await lagos.put(at(id), { parties: [LP] })).status).toBe(403);
    const north = await test.as('regional_admin', place('NW'));
    expect((await north.put(at(id), { parties: [LP] })).status).toBe(404);
    expect((await test.anonymous.get(at(id))).status).toBe(401);
    expect((await test.anonymous.put(at(id), { parties: [LP] })).status).toBe(401);
  });

  it('of two who save at once from one version, the slower one is refused', async () => {
    const { id } = await draft();
    const replies = await Promise.all(
      [APC, LP].map((party) => national.put(at(id), { parties: [party, ADCP], version: 0 })),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('after the first result', () => {
  it('no party is added, removed or moved, with or without a reason', async () => {
    const { id, parties } = await counted();
    for (const changed of [parties.slice(1), parties.toReversed(), [...parties, ADCP]]) {
      const reply = await national.put(at(id), { parties: changed, reason: 'The court says so' });
      expect([reply.status, reply.code, reply.json('details')]).toEqual([
        409,
        'BALLOT_COUNTED',
        { results: 1, list: `/results?electionId=${id}` },
      ]);
    }
    expect(await ballotOf(id)).toMatchObject({ version: 0, can: { edit: true, parties: false } });
  });

  it('candidates and names change only with a reason; the answer says which results are affected', async () => {
    const { id, parties } = await counted();
    const changed = parties.map((party) =>
      party.code === 'LP' ? { ...party, candidates: [{ name: 'Ada Obi' }] } : party,
    );
    const refused = await national.put(at(id), { parties: changed });
    expect([refused.status, refused.code, paths(refused)]).toEqual([409, 'BALLOT_REASON_REQUIRED', ['reason']]);
    const saved = await national.put(at(id), { parties: changed, reason: 'Substituted by the party' });
    expect(saved.json('data')).toMatchObject({
      version: 1,
      reason: 'Substituted by the party',
      affected: { results: 1, list: `/results?electionId=${id}` },
    });
    expect(await lastEntry(id)).toMatchObject({
      next: { candidatesChanged: ['LP'], reason: 'Substituted by the party', results: 1 },
    });
    const live = await national.get(`/live/summary?electionId=${id}`);
    expect(live.json('data.basis.provisional.votes')).toMatchObject({ LP: 88, APC: 31 });
  });

  it('a submission and a change of the parties at the same moment never mix: one of them is refused', async () => {
    const { ward, units } = await createWard(test.database.db, 1);
    const unit = units[0] ?? ward;
    const id = await createElection(test.database.db);
    const officer = await test.as('polling_unit_officer', unit);
    const parties = (await ballotOf(id)).parties.map(({ code, name, colour }) => ({ code, name, colour }));
    const [sent, moved] = await Promise.all([
      officer.post('/results', sheet(id, unit), { 'idempotency-key': `race-${id}` }),
      national.put(at(id), { parties: parties.toReversed() }),
    ]);
    expect([sent.status, moved.status]).toEqual([201, 409]);
    const live = await national.get(`/live/summary?electionId=${id}`);
    expect(live.json('data.basis.provisional.votes')).toMatchObject({ APC: 31, PDP: 12, LP: 88, NNPP: 2 });
  });
});

describe('parties that change with their election', () => {
  it('before the first result change the ballot too: what stays keeps its names and candidates, in a new version', async () => {
    const { id } = await draft();
    await national.put(at(id), { parties: [ADCP, LP, APC] });
    const reply = await national.put(`/elections/${id}`, { parties: ['PDP', 'ADCP', 'XYZ', 'Others'] });
    expect(reply.status).toBe(200);
    const ballot = await ballotOf(id);
    expect(ballot).toMatchObject({
      version: 2,
      parties: [
        { code: 'PDP', name: 'Peoples Democratic Party', colour: '#0d9488', candidates: [] },
        ADCP,
        { code: 'XYZ', name: 'XYZ', candidates: [] },
      ],
    });
    expect(ballot.parties.length).toBe(3);
    expect(await lastEntry(id)).toMatchObject({ next: { version: 2, candidatesChanged: [] } });
    // A party that was taken off comes back without the candidate of a version before.
    await national.put(`/elections/${id}`, { parties: ['PDP', 'Others'] });
    await national.put(`/elections/${id}`, { parties: ['PDP', 'ADCP', 'Others'] });
    expect((await ballotOf(id)).parties[1]).toMatchObject({ code: 'ADCP', candidates: [] });
  });

  it('make no version where there was no ballot, or where the order of the parties stays', async () => {
    const { id } = await draft();
    await national.put(`/elections/${id}`, { parties: ['PDP', 'APC'] });
    expect((await ballotOf(id)).version).toBe(0);
    await national.put(at(id), { parties: [ADCP, LP] });
    await national.put(`/elections/${id}`, { name: 'Another name', parties: ['ADCP', 'LP'] });
    expect((await ballotOf(id)).version).toBe(1);
  });

  it('after the first result are refused by the same rule as the ballot, and no version is made', async () => {
    const { id, parties } = await counted();
    const codes = parties.map(({ code }) => code);
    for (const changed of [[...codes, 'XYZ'], codes.slice(1), codes.toReversed()]) {
      const reply = await national.put(`/elections/${id}`, { parties: [...changed, 'Others'] });
      expect([reply.status, reply.code]).toEqual([409, 'BALLOT_COUNTED']);
    }
    expect((await ballotOf(id)).version).toBe(0);
    expect(await lastEntry(id)).toBeUndefined();
  });
});

describe('the officer', () => {
  it('sees the parties in the order of the ballot, with names, colours and candidates', async () => {
    const { id } = await draft({ electionDate: '2027-02-19' });
    await national.put(at(id), { parties: [ADCP, LP, APC] });
    for (const to of ['scheduled', 'live']) await national.post(`/elections/${id}/transition`, { to });
    const { ward, units } = await createWard(test.database.db, 1);
    const officer = await test.as('polling_unit_officer', units[0] ?? ward);
    const desk = (await officer.get('/results/desk')).json<SubmissionDesk>('data');
    const election = desk.elections.find((one) => one.id === id);
    expect(election?.parties).toEqual(['ADCP', 'LP', 'APC', 'Others']);
    expect(election?.looks[0]).toEqual({ code: 'ADCP', name: ADCP.name, colour: '#15803d' });
    expect(election?.candidates).toEqual({ ADCP: 'Chukwuemeka Oluwaseun Abdulrahman-Olanipekun (with Ngozi Bello)' });
  });
});

describe('a CSV file', () => {
  const HEAD = 'party_code,party_name,colour,order,constituency_code,candidate';
  const send = async (id: string, lines: string[], more: object = {}) =>
    await national.post(`${at(id)}/import`, { text: [HEAD, ...lines].join('\n'), store: false, ...more });

  it('is read with all bad lines by their numbers, and stores nothing', async () => {
    const { id } = await draft();
    const lines = ['LP,Labour Party,#be123c,2,,Ada Obi', 'APC,,#blue,1,,', 'PDP,,,1,,', 'SDP,,,2,,', 'ADC,,,4,7,Bola'];
    const reply = await send(id, lines);
    const { stored, rows, refused } = reply.json<BallotImport>('data');
    expect([stored, rows, refused.count]).toEqual([false, 5, 3]);
    expect(refused.lines.map(({ line }) => line)).toEqual([3, 5, 6]);
    const store = await send(id, lines, { store: true });
    expect([store.status, store.code]).toEqual([400, 'IMPORT_INVALID']);
    expect((await ballotOf(id)).version).toBe(0);
  });

  it('is previewed, then saved in the order of its column', async () => {
    const { id } = await draft();
    const lines = ['LP,Labour Party,#BE123C,2,,"Obi, Ada"', 'APC,,,1,,', '', 'ADCP,African Democrats,#15803d,3,,'];
    const preview = (await send(id, lines)).json<BallotImport>('data');
    expect([preview.parties.map(({ code }) => code), preview.candidates]).toEqual([['APC', 'LP', 'ADCP'], 1]);
    expect((await ballotOf(id)).version).toBe(0);
    const saved = await send(id, lines, { store: true });
    expect(saved.json('data')).toMatchObject({ stored: true, rows: 3 });
    expect((await ballotOf(id)).parties.map(({ code, name }) => [code, name])).toEqual([
      ['APC', 'All Progressives Congress'],
      ['LP', 'Labour Party'],
      ['ADCP', 'African Democrats'],
    ]);
  });

  it('is refused where the header or a quotation mark is wrong', async () => {
    const { id } = await draft();
    for (const text of ['code,name\nAPC,x', 'party_code\n"APC', 'party_code']) {
      const reply = await national.post(`${at(id)}/import`, { text, store: false });
      expect(reply.json('data.refused.count'), text).toBe(1);
    }
  });
});
