import type { ConstituencyImport } from '@ec/contract/constituencies/schemas';
import type { Election } from '@ec/contract/elections/schemas';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import type { CollationId } from '@ec/contract/collations/schemas';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createElection, createWard, place, sheet } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { newId } from '../../platform/runtime/ids.ts';

let test: TestApp;
let national: Client;

beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());
// Imports are limited by the minute.
beforeEach(() => test.clock.advance(1));

/** Imports the state constituencies of the wards. */
async function assign(wards: readonly (readonly [LocationId, number])[], store = true) {
  const lines = wards.map(([ward, constituency]) => `${codeOf(ward)},${constituency}`);
  const text = ['ward_code,state_constituency_id', ...lines].join('\n');
  return await national.post('/constituencies/import', { text, store });
}

/** A scheduled election in the constituency. */
async function electionIn(constituency: string, electionDate: string): Promise<string> {
  const body = { name: `Of ${constituency}`, type: 'state_assembly', electionDate, constituencies: [constituency] };
  const id = (await national.post('/elections', body)).json<string>('data.id');
  expect((await national.post(`/elections/${id}/transition`, { to: 'scheduled' })).status).toBe(200);
  return id;
}

const read = async (id: string) => (await national.get(`/elections/${id}`)).json<Election>('data');
/** A new ward with its only unit. */
async function newWard(lga: string): Promise<{ ward: LocationId; unit: LocationId }> {
  const { ward, units } = await createWard(test.database.db, 1, place(lga));
  return { ward, unit: units[0] ?? ward };
}

it('a ward that was added later and comes to another constituency leaves the elections that cover its LGA as a whole', async () => {
  const [first, second] = [await newWard('05-01'), await newWard('05-01')];
  expect(
    (
      await assign([
        [first.ward, 51],
        [second.ward, 51],
      ])
    ).status,
  ).toBe(200);
  const id = await electionIn('state-51', '2027-02-20');
  expect((await read(id)).areas).toEqual([place('05-01')]);
  const later = await newWard('05-01');
  const looked = (await assign([[later.ward, 52]], false)).json<ConstituencyImport>('data');
  expect(looked.elections).toEqual(['Of state-51']);
  expect((await read(id)).areas).toEqual([place('05-01')]);
  const stored = (await assign([[later.ward, 52]])).json<ConstituencyImport>('data');
  expect(stored).toEqual({ ...looked, stored: true });
  expect(await read(id)).toMatchObject({ areas: [first.ward, second.ward], coverage: { units: 2 } });
  // One that comes to its own constituency is covered as well.
  const own = await newWard('05-01');
  expect((await assign([[own.ward, 51]])).json('data.elections')).toEqual(['Of state-51']);
  expect((await read(id)).areas).toEqual([first.ward, second.ward, own.ward]);
  const officer = await test.as('polling_unit_officer', later.unit);
  const electionMode = await test.as('super_admin', place('NG'));
  await electionMode.patch('/election-mode', { isElectionMode: true });
  await national.post(`/elections/${id}/transition`, { to: 'live' });
  const sent = await officer.post('/results', sheet(id as Election['id'], later.unit), { 'idempotency-key': 'later' });
  expect([sent.status, sent.code]).toEqual([409, 'UNIT_NOT_COVERED']);
});

it('such a ward is refused while the election goes on, and not once it is archived', async () => {
  const first = await newWard('05-02');
  expect((await assign([[first.ward, 53]])).status).toBe(200);
  const id = await electionIn('state-53', '2027-03-20');
  await national.post(`/elections/${id}/transition`, { to: 'live' });
  const later = await newWard('05-02');
  for (const store of [false, true]) {
    const refused = await assign([[later.ward, 54]], store);
    expect([refused.status, refused.code]).toEqual([409, 'CONSTITUENCY_IN_USE']);
    expect(refused.json('details.elections')).toBe('Of state-53');
  }
  for (const to of ['completed', 'archived']) await national.post(`/elections/${id}/transition`, { to });
  expect((await assign([[later.ward, 54]])).json('data.elections')).toEqual([]);
  expect((await read(id)).areas).toEqual([place('05-02')]);
});

it('a constituency that is left without a ward stays where an archived election of whole states has a form for it', async () => {
  const { db } = test.database;
  const { ward } = await newWard('06-01');
  expect((await assign([[ward, 61]])).status).toBe(200);
  const election = await createElection(db, { type: 'state_assembly', status: 'archived', areas: [place('06')] });
  await db
    .insertInto('collations')
    .values({
      id: newId<CollationId>(),
      election_id: election,
      level: 'declaration',
      form_code: 'EC8E(i)',
      area_id: place('06'),
      constituency_id: 'state-61',
      source: 'agent',
      status: 'verified',
      version: 1,
      submitted_by: national.person.id,
      submitted_at: test.clock.now(),
    })
    .execute();
  for (const store of [false, true]) expect((await assign([[ward, 62]], store)).status).toBe(200);
  const kept = await db.selectFrom('constituencies').select('id').where('state_id', '=', place('06')).execute();
  expect(new Set(kept.map(({ id }) => id))).toEqual(new Set(['state-61', 'state-62']));
});
