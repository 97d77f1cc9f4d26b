import type { ElectionId, ResultId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { SecondEntryDetail, SecondEntryId, Work, WorkDesk } from '@ec/contract/second-entry/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';
import { photoOf, sendFile } from '../../../test/uploads.ts';

const POLICY = { rule: 'all', percent: 0, seed: 'drawn at the press conference', outsideLga: false };
/** Figures that no id, date or code of an answer is likely to hold as a number. */
const FIGURES = {
  accreditedVoters: 6143,
  votes: { APC: 1931, PDP: 1812, LP: 1788, NNPP: 102, Others: 33 },
  voidVotes: 54,
};
const TYPED = {
  registeredVoters: null,
  accreditedVoters: 6143,
  'votes.APC': 1931,
  'votes.PDP': 1812,
  'votes.LP': 1788,
  'votes.NNPP': 102,
  'votes.Others': 33,
  voidVotes: 54,
};

let test: TestApp;
let election: ElectionId;
let ward: LocationId;
let unit: LocationId;
let sibling: LocationId;
let officer: Client;
let typist: Client;
let other: Client;
let wardAdmin: Client;
let lga: Client;
let away: Client;
let lgaPerson: Client['person'];
let awayPerson: Client['person'];
let id: ResultId;
let number = 0;

async function transcriber(): Promise<Client> {
  const client = await test.as('polling_unit_officer', (await createWard(test.database.db, 1)).units[0] ?? null);
  await sql`update users set transcriber = true where id = ${client.person.id}`.execute(test.database.db);
  test.app.platform.sessions.forget(client.person.id);
  return client;
}

/** The next second: a server looks for new sheets once in each. */
const later = () => test.clock.advance(1);

async function submit(changes: object = {}, by = officer, at = unit): Promise<ResultId> {
  number += 1;
  const photo = await sendFile(
    by,
    await photoOf(`#${(0x20_00_00 + number * 0x01_05_03).toString(16).padStart(6, '0')}`),
  );
  const body = { ...sheet(election, at), ...FIGURES, sheetFileId: photo.json('data.id'), ...changes };
  const reply = await by.post('/results', body, { 'idempotency-key': `second-${number}` });
  expect(reply.status).toBe(201);
  await test.app.platform.auditChain.linkNow();
  later();
  return reply.json<ResultId>('data.id');
}

async function claim(by: Client): Promise<Work> {
  const reply = await by.post('/second-entries/claim', {});
  const work = reply.json<Work | null>('data.work');
  if (!work) throw new Error(`no sheet: ${reply.status} ${reply.code ?? ''}`);
  return work;
}
const enter = (by: Client, work: SecondEntryId, changes: object = {}): Promise<Reply> =>
  by.post(`/second-entries/${work}/enter`, { figures: { ...TYPED, ...changes } });
const detail = async (by: Client, entry: SecondEntryId) =>
  (await by.get(`/second-entries/${entry}`)).json<SecondEntryDetail>('data');
async function decide(by: Client, entry: SecondEntryId, verdict: string): Promise<Reply> {
  const { updatedAt } = await detail(by, entry);
  return await by.post(`/second-entries/${entry}/decide`, { verdict, updatedAt });
}
const verify = (by: Client, version = 1) => by.post(`/results/${id}/verify`, { version });
const stateOf = async () => (await wardAdmin.get(`/results/${id}`)).json<string | undefined>('data.secondEntry.state');

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  await setElectionMode(test.database.db, true);
  lgaPerson = (await test.as('lga_admin', place('24-11'))).person;
  awayPerson = (await test.as('lga_admin', place('24-12'))).person;
});
afterAll(() => test.close());

beforeEach(async () => {
  // Sessions are new for each test: the tests move the clock.
  [typist, other] = await Promise.all([transcriber(), transcriber()]);
  lga = await test.signIn(lgaPerson);
  away = await test.signIn(awayPerson);
  await test.database.db.updateTable('elections').set({ status: 'archived' }).where('status', '=', 'live').execute();
  election = await createElection(test.database.db, { configuration: { secondEntry: POLICY } });
  const made = await createWard(test.database.db, 3);
  ward = made.ward;
  unit = made.units[0] ?? ward;
  sibling = made.units[1] ?? ward;
  officer = await test.as('polling_unit_officer', unit);
  wardAdmin = await test.as('ward_admin', ward);
  id = await submit();
});

describe('a claimed sheet', () => {
  it('holds the photo, the unit and the ballot, and nothing of the first entry', async () => {
    const reply = await typist.post('/second-entries/claim', {});
    const work = reply.json<Work>('data.work');
    expect(work).toMatchObject({ state: 'claimed', parties: expect.arrayContaining(['APC', 'LP']), formCode: 'EC8A' });
    expect(work.fields).toEqual(Object.keys(TYPED));
    expect(Object.keys(work).toSorted()).toEqual([
      'candidates',
      'election',
      'fields',
      'formCode',
      'id',
      'kept',
      'leaseUntil',
      'looks',
      'parties',
      'photoFileId',
      'state',
      'unit',
    ]);
    const result = (await wardAdmin.get(`/results/${id}`)).json<{
      submissionId: string;
      digest: string;
      totalVotes: number;
      submittedBy: { id: string; name: string };
    }>('data');
    const first = [...Object.values(FIGURES.votes), FIGURES.accreditedVoters, FIGURES.voidVotes, result.totalVotes];
    const secret = [
      ...first.map(String),
      result.submissionId,
      result.digest,
      id,
      officer.person.id,
      officer.person.name,
    ];
    const ids = [work.id, work.photoFileId, ...work.unit.chain.map((link) => String(link.id))];
    const body = ids.reduce((text, one) => text.replaceAll(one, ''), JSON.stringify(work));
    expect(secret.filter((text) => body.includes(text))).toEqual([]);
  });

  it('shows its photo to who holds it, to no other transcriber, and to none after it was sent', async () => {
    const work = await claim(typist);
    const open = (by: Client) => by.get(`/files/${work.photoFileId}?variant=view`);
    expect((await open(typist)).status).toBe(200);
    expect((await open(other)).status).toBe(404);
    await enter(typist, work.id);
    expect((await open(typist)).status).toBe(404);
  });

  it('is given to one of two who ask at once', async () => {
    const replies = await Promise.all([typist, other].map((by) => by.post('/second-entries/claim', {})));
    const works = replies.map((reply) => reply.json<Work | null>('data.work')?.id ?? null);
    expect(works.filter((work) => work !== null)).toHaveLength(1);
  });

  it('is not given to its sender, to a person of its unit, or to who set the password of its sender', async () => {
    const helper = await transcriber();
    await sql`update users set transcriber = true where id = any (${`{${officer.person.id},${wardAdmin.person.id}}`}::uuid[])`.execute(
      test.database.db,
    );
    await sql`insert into account_controls (user_id, by_user_id, act) values (${officer.person.id}, ${wardAdmin.person.id}, 'password_set')`.execute(
      test.database.db,
    );
    test.app.platform.sessions.forget();
    expect((await officer.post('/second-entries/claim', {})).json('data.work') ?? null).toBeNull();
    expect((await wardAdmin.post('/second-entries/claim', {})).json('data.work') ?? null).toBeNull();
    expect((await claim(helper)).unit.name).not.toBe('');
  });

  it('comes first to transcribers from outside its LGA where the policy prefers them', async () => {
    const near = await test.as('ward_admin', (await createWard(test.database.db, 1)).ward);
    await sql`update users set transcriber = true where id = ${near.person.id}`.execute(test.database.db);
    test.app.platform.sessions.forget();
    const far = await createElection(test.database.db, {
      configuration: { secondEntry: { ...POLICY, outsideLga: true } },
    });
    election = far;
    await submit({ votes: { APC: 9000, PDP: 0, LP: 0, NNPP: 0, Others: 0 }, accreditedVoters: 9100 });
    // The larger sheet is of the preferring election: a neighbour gets the other one first.
    expect((await claim(near)).election.name).toBe('Presidential election');
    const first = await claim(near);
    expect(first.fields).toEqual(Object.keys(TYPED));
  });

  it('goes back, and to another person', async () => {
    const work = await claim(typist);
    expect((await typist.post(`/second-entries/${work.id}/release`, {})).status).toBe(200);
    expect((await enter(typist, work.id)).code).toBe('ENTRY_NOT_HELD');
    expect((await claim(other)).id).toBe(work.id);
  });

  it('can be sent after the lease while it is free, and not once another has it', async () => {
    const work = await claim(typist);
    test.clock.advance(11);
    expect((await claim(other)).id).toBe(work.id);
    expect((await enter(typist, work.id)).code).toBe('ENTRY_NOT_HELD');
    test.clock.advance(11);
    const again = await test.signIn(other.person);
    expect((await enter(again, work.id)).status).toBe(200);
    wardAdmin = await test.signIn(wardAdmin.person);
    expect(await stateOf()).toBe('matched');
  });

  it('is void once the officer sends new figures', async () => {
    const work = await claim(typist);
    await submit({ votes: { ...FIGURES.votes, LP: 1789 } });
    expect((await enter(typist, work.id)).code).toBe('ENTRY_VOID');
    const next = await claim(typist);
    expect(next.id).not.toBe(work.id);
    expect((await detail(wardAdmin, work.id)).state).toBe('void');
  });
});

describe('an entry', () => {
  it('that equals the first makes the result verifiable; before that it is not', async () => {
    const early = await verify(wardAdmin);
    expect(early.code).toBe('SECOND_ENTRY_MISSING');
    const work = await claim(typist);
    expect((await verify(wardAdmin)).code).toBe('SECOND_ENTRY_MISSING');
    expect((await enter(typist, work.id)).json('data')).toEqual({});
    expect(await stateOf()).toBe('matched');
    expect((await verify(wardAdmin)).json('data.status')).toBe('verified');
  });

  it('needs every field, and no other', async () => {
    const work = await claim(typist);
    const blank = await enter(typist, work.id, { 'votes.LP': null });
    expect([blank.code, blank.json('fields.0.path')]).toEqual(['ENTRY_FIELDS', 'figures.votes.LP']);
    expect((await enter(typist, work.id, { 'votes.XYZ': 4 })).code).toBe('ENTRY_FIELDS');
    expect((await typist.post(`/second-entries/${work.id}/enter`, { figures: {} })).code).toBe('ENTRY_FIELDS');
    expect((await enter(typist, work.id, { 'votes.LP': -1 })).status).toBe(400);
  });

  it('of an empty sheet never matches by itself', async () => {
    const zero = { APC: 0, PDP: 0, LP: 0, NNPP: 0, Others: 0 };
    id = await submit({ accreditedVoters: 0, votes: zero, voidVotes: 0, zeroVotesConfirmed: true });
    const work = await claim(typist);
    const none = Object.fromEntries(Object.keys(TYPED).map((field) => [field, 0]));
    expect((await enter(typist, work.id, { ...none, registeredVoters: null })).status).toBe(200);
    const shown = await detail(lga, work.id);
    expect([shown.state, shown.fields, shown.verdicts]).toEqual(['differs', [], ['officer_wrong', 'neither', 'equal']]);
    expect((await decide(lga, work.id, 'equal')).json('data.state')).toBe('matched');
  });
});

describe('entries that differ', () => {
  let entry: SecondEntryId;
  beforeEach(async () => {
    entry = (await claim(typist)).id;
    await enter(typist, entry, { 'votes.LP': 1778 });
  });

  it('show the arbiter only the field that differs; the transcriber enters it again, and it matches', async () => {
    const shown = await detail(lga, entry);
    expect(shown.differences).toEqual([{ field: 'votes.LP', officer: 1788, entry: 1778 }]);
    const others = [1931, 1812, 102, 33, 54, 6143];
    expect(others.filter((figure) => JSON.stringify(shown).includes(`:${figure}`))).toEqual([]);
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
    await decide(lga, entry, 'entry_wrong');
    await typist.post(`/second-entries/${entry}/enter`, { figures: { 'votes.LP': 1779 } });
    const shown = await detail(lga, entry);
    expect([shown.state, shown.verdicts]).toEqual(['differs', ['officer_wrong', 'neither']]);
    await decide(lga, entry, 'neither');
    expect((await typist.post('/second-entries/claim', {})).json('data.work') ?? null).toBeNull();
    expect((await claim(other)).id).toBe(entry);
  });

  it('return the result to the officer where the officer was wrong, with the field named', async () => {
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

  it('are decided by a third person, who does not verify the result', async () => {
    await sql`update users set transcriber = true where id = ${lga.person.id}`.execute(test.database.db);
    expect((await decide(lga, entry, 'entry_wrong')).status).toBe(200);
    await typist.post(`/second-entries/${entry}/enter`, { figures: { 'votes.LP': 1788 } });
    const taken = await lga.post(`/results/${id}/take-over`, { version: 1, reason: 'The ward does not answer.' });
    expect(taken.status).toBe(200);
    expect((await verify(lga)).code).toBe('ARBITRATED');
    const forced = sql`insert into result_decisions (result_id, version, action, decided_by, decided_at)
      values (${id}, 1, 'verified', ${lga.person.id}, now())`.execute(test.database.db);
    await expect(forced).rejects.toThrow(/does not verify/);
  });

  it('are not decided by who entered them, by the officer, or outside the area', async () => {
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

  it('are decided once: the second of two arbiters sees a conflict', async () => {
    const { updatedAt } = await detail(lga, entry);
    const body = { verdict: 'neither', updatedAt };
    const replies = await Promise.all([lga, wardAdmin].map((by) => by.post(`/second-entries/${entry}/decide`, body)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('leave the provisional totals as they are', async () => {
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

const FIGURES_KEPT = Object.fromEntries(
  Object.entries(TYPED).filter(([field, value]) => field !== 'votes.LP' && value !== null),
);

describe('a photo that cannot be read', () => {
  it('goes to an arbiter, who asks the officer for a new one or sends it to another transcriber', async () => {
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
  it('asks for nothing without a photo, and says that it waits for one', async () => {
    number += 1;
    const bare = await officer.post(
      '/results',
      { ...sheet(election, unit), ...FIGURES },
      { 'idempotency-key': `bare-${number}` },
    );
    expect(bare.status).toBe(201);
    await test.app.platform.auditChain.linkNow();
    later();
    expect((await typist.post('/second-entries/claim', {})).json('data.work') ?? null).toBeNull();
    const refused = await verify(wardAdmin, 2);
    expect(refused.json<string>('error')).toContain('waiting for the photo');
  });

  it('takes what is asked for after it was changed', async () => {
    await test.database.db
      .updateTable('elections')
      .set({ configuration: JSON.stringify({}) })
      .where('id', '=', election)
      .execute();
    expect((await verify(wardAdmin)).status).toBe(200);
  });
});

describe('transcribers', () => {
  it('are named by an administrator of their area, for others than themselves, and listed with their work', async () => {
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
