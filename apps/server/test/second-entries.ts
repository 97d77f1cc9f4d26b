import type { ElectionId, ResultId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { SecondEntryDetail, SecondEntryId, Work } from '@ec/contract/second-entry/schemas';
import { sql } from 'kysely';
import { createElection, createWard, place, setElectionMode, sheet } from './builders.ts';
import type { Client, Reply, TestApp } from './harness.ts';
import { photoOf, sendFile } from './uploads.ts';

export const POLICY = { rule: 'all', percent: 0, seed: 'drawn at the press conference', outsideLga: false };
/** Figures that no id, date or code of an answer is likely to hold as a number. */
export const FIGURES = {
  accreditedVoters: 6143,
  votes: { APC: 1931, PDP: 1812, LP: 1788, NNPP: 102, Others: 33 },
  voidVotes: 54,
};
/** The same as a transcriber enters them. */
export const TYPED = {
  registeredVoters: null,
  accreditedVoters: 6143,
  'votes.APC': 1931,
  'votes.PDP': 1812,
  'votes.LP': 1788,
  'votes.NNPP': 102,
  'votes.Others': 33,
  voidVotes: 54,
};

export async function makeTranscribers(test: TestApp, people: readonly Client[]): Promise<void> {
  const ids = `{${people.map(({ person }) => person.id).join(',')}}`;
  await sql`update users set transcriber = true where id = any (${ids}::uuid[])`.execute(test.database.db);
  test.app.platform.sessions.forget();
}

/** An officer of a ward of their own who enters sheets. */
export async function transcriber(test: TestApp): Promise<Client> {
  const client = await test.as('polling_unit_officer', (await createWard(test.database.db, 1)).units[0] ?? null);
  await makeTranscribers(test, [client]);
  return client;
}

/** A change of office, from one area to another. */
export async function moveTo(test: TestApp, { person }: Client, area: LocationId): Promise<void> {
  await test.database.db.updateTable('users').set({ area_id: area }).where('id', '=', person.id).execute();
  test.app.platform.sessions.forget(person.id);
}

/** Work at the collation centre of an area. */
export async function makeAgent(
  test: TestApp,
  agent: Client,
  { election, area, by }: { election: ElectionId; area: LocationId; by: Client },
): Promise<void> {
  await sql`insert into collation_agents (id, election_id, user_id, area_id, assigned_by, assigned_at)
    values (gen_random_uuid(), ${election}, ${agent.person.id}, ${area}, ${by.person.id}, now())`.execute(
    test.database.db,
  );
}

/** The two LGA admins; an LGA has one. */
export async function lgaAdmins(test: TestApp): Promise<Client['person'][]> {
  await setElectionMode(test.database.db, true);
  return await Promise.all(['24-11', '24-12'].map(async (lga) => (await test.as('lga_admin', place(lga))).person));
}

export interface Night {
  election: ElectionId;
  ward: LocationId;
  unit: LocationId;
  sibling: LocationId;
  officer: Client;
  /** Two transcribers. */
  typist: Client;
  other: Client;
  wardAdmin: Client;
  /** The admins of the unit's LGA and of another. */
  lga: Client;
  away: Client;
  /** The result that the officer sent with a photo. */
  id: ResultId;
  submit: (changes?: object) => Promise<ResultId>;
  verify: (by: Client, version?: number) => Promise<Reply>;
  stateOf: () => Promise<string | undefined>;
}

let number = 0;

/** An election of its own whose results are all entered twice, and one result with a photo; sessions are new, because tests move the clock. */
export async function freshNight(test: TestApp, [lgaAdmin, awayAdmin]: readonly Client['person'][]): Promise<Night> {
  const { db } = test.database;
  if (!lgaAdmin || !awayAdmin) throw new Error('two LGA admins are needed');
  await db.updateTable('elections').set({ status: 'archived' }).where('status', '=', 'live').execute();
  const election = await createElection(db, { configuration: { secondEntry: POLICY } });
  const { ward, units } = await createWard(db, 3);
  const [unit = ward, sibling = ward] = units;
  const officer = await test.as('polling_unit_officer', unit);
  const wardAdmin = await test.as('ward_admin', ward);

  const submit = async (changes: object = {}) => {
    number += 1;
    const colour = `#${(0x20_00_00 + number * 0x01_05_03).toString(16).padStart(6, '0')}`;
    const photo = await sendFile(officer, await photoOf(colour));
    const body = { ...sheet(election, unit), ...FIGURES, sheetFileId: photo.json('data.id'), ...changes };
    const reply = await officer.post('/results', body, { 'idempotency-key': `second-${number}` });
    if (reply.status !== 201) throw new Error(`not taken: ${reply.text}`);
    await arrived(test);
    return reply.json<ResultId>('data.id');
  };
  const id = await submit();
  return {
    election,
    ward,
    unit,
    sibling,
    officer,
    typist: await transcriber(test),
    other: await transcriber(test),
    wardAdmin,
    lga: await test.signIn(lgaAdmin),
    away: await test.signIn(awayAdmin),
    id,
    submit,
    verify: (by, version = 1) => by.post(`/results/${id}/verify`, { version }),
    stateOf: async () => (await wardAdmin.get(`/results/${id}`)).json<string | undefined>('data.secondEntry.state'),
  };
}

/** What was sent is in the audit chain, and a server that looked for new sheets looks again. */
export async function arrived(test: TestApp): Promise<void> {
  await test.app.platform.auditChain.linkNow();
  test.clock.advance(1);
}

/** The sheet that the queue gives, as the page asks for it; null where there is none. */
export async function askFor(by: Client): Promise<Work | null> {
  await by.get('/second-entries/work');
  return (await by.post('/second-entries/claim', {})).json<Work | null>('data.work') ?? null;
}

export async function claim(by: Client): Promise<Work> {
  const work = await askFor(by);
  if (!work) throw new Error('no sheet');
  return work;
}

export const enter = (by: Client, work: SecondEntryId, changes: object = {}): Promise<Reply> =>
  by.post(`/second-entries/${work}/enter`, { figures: { ...TYPED, ...changes } });

export const detail = async (by: Client, entry: SecondEntryId): Promise<SecondEntryDetail> =>
  (await by.get(`/second-entries/${entry}`)).json<SecondEntryDetail>('data');

export async function decide(by: Client, entry: SecondEntryId, verdict: string): Promise<Reply> {
  const { updatedAt } = await detail(by, entry);
  return await by.post(`/second-entries/${entry}/decide`, { verdict, updatedAt });
}
