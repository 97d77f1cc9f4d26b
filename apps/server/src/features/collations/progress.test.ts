import type { ElectionId } from '@ec/contract/base/common';
import type { CollationProgress } from '@ec/contract/collations/gap';
import type { CollationAgent } from '@ec/contract/collations/schemas';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { enter, formOf, rowOf, totalsOf } from '../../../test/collations.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { followChain } from '../alerts/follow-audit-log.ts';
import { createCollationCounter } from './counts/count-service.ts';

let test: TestApp;
let election: ElectionId;
let ward: LocationId;
let units: LocationId[];
let admin: Client;
let lga: Client;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  lga = await test.as('lga_admin', place('24-11'));
});
afterAll(() => test.close());
beforeEach(async () => {
  election = await createElection(test.database.db);
  ({ ward, units } = await createWard(test.database.db, 2));
  admin = await test.as('ward_admin', ward);
});

const fail = (error: unknown): never => {
  throw error;
};
async function report(unit: LocationId): Promise<void> {
  const officer = await test.as('polling_unit_officer', unit);
  const votes = { APC: 31, PDP: 12, LP: 88, NNPP: 2, Others: 0 };
  const reply = await officer.post('/results', { ...sheet(election, unit), votes }, { 'idempotency-key': `s-${unit}` });
  expect(reply.status).toBe(201);
}
const raisedAlerts = async () =>
  await test.database.db
    .selectFrom('alerts')
    .select(['message', 'area_id', 'level_id', 'result_id'])
    .where('election_id', '=', election)
    .where('rule', '=', 'collation_differs')
    .orderBy('seq')
    .execute();

describe('the progress of collation', () => {
  it('says for each centre what is in from below, which form, and whom to call', async () => {
    await report(units[0] ?? ward);
    const agent = await test.as('polling_unit_officer', units[1] ?? ward);
    await admin.put('/collations/agents', { electionId: election, area: codeOf(ward), userId: agent.person.id });
    await enter(agent, formOf(election, ward, units));
    const reply = await lga.get(`/collations/progress?electionId=${election}&area=24-11`);
    const centres = reply.json<{ areaCode: string }[]>('data.centres');
    expect(centres.find(({ areaCode }) => areaCode === codeOf(ward))).toMatchObject({
      started: true,
      forms: [{ formCode: 'EC8B', status: 'pending', source: 'agent' }],
      below: { places: 2, in: 1 },
      people: [
        { id: agent.person.id, agent: true, phone: agent.person.phone },
        { id: admin.person.id, agent: false, phone: admin.person.phone },
      ],
    });
    expect(centres.find(({ areaCode }) => areaCode === '24-11')).toMatchObject({
      started: true,
      forms: [],
      below: { in: 1 },
    });
    expect(reply.json('data.counts')).toMatchObject({ started: 2, in: 1, verified: 0 });
    const stranger = await test.as('ward_admin', (await createWard(test.database.db, 1)).ward);
    expect((await stranger.get(`/collations/progress?electionId=${election}&area=24-11`)).status).toBe(404);
    expect((await test.anonymous.get(`/collations/progress?electionId=${election}&area=24-11`)).status).toBe(401);
  });
});

it('has begun in a state from its first form on, and has every sheet from below but a returned one', async () => {
  for (const unit of units) await report(unit);
  const [first, second] = await test.database.db
    .selectFrom('results')
    .select('id')
    .where('election_id', '=', election)
    .execute();
  const decided = [
    await lga.post(`/results/${first?.id}/dispute`, { version: 1, reason: 'Copies differ' }),
    await admin.post(`/results/${second?.id}/return`, { version: 1, reason: 'Not the whole sheet' }),
  ];
  expect(decided.map(({ status }) => status)).toEqual([200, 200]);
  await enter(admin, formOf(election, ward, units));
  const national = await test.as('national_admin', place('NG'));
  const centres = async (area: string) =>
    (await national.get(`/collations/progress?electionId=${election}&area=${area}`)).json<CollationProgress>('data');
  const started = async (area: string) =>
    (await centres(area)).centres.filter((centre) => centre.started).map(({ areaCode }) => areaCode);
  expect(await started('NG')).toEqual(['NG', '24']);
  expect(await started('SW')).toEqual(['24']);
  expect(await started('24')).toEqual(['24', '24-11']);
  expect((await centres(codeOf(ward))).centres).toMatchObject([{ started: true, below: { places: 2, in: 1 } }]);
});

it('counts an agent among those to call while their account is active; who is suspended keeps the centre until it is ended', async () => {
  const agent = await test.as('polling_unit_officer', units[1] ?? ward);
  await admin.put('/collations/agents', { electionId: election, area: codeOf(ward), userId: agent.person.id });
  const national = await test.as('national_admin', place('NG'));
  const seen = async () => {
    const reply = await lga.get(`/collations/progress?electionId=${election}&area=24-11`);
    const centres = reply.json<CollationProgress['centres']>('data.centres');
    const people = centres.find(({ areaCode }) => areaCode === codeOf(ward))?.people.filter((person) => person.agent);
    const counts = await createCollationCounter({ subscribe: () => () => undefined })(test.database.db, election, [
      place('24-11'),
    ]);
    const list = await lga.get(`/collations/agents?electionId=${election}`);
    const agents = list.json<CollationAgent[]>('data.agents').map(({ id, status }) => ({ id, status }));
    return { people: people?.length, counted: counts?.agents, agents };
  };
  const before = await seen();
  const [{ id } = { id: '' }] = before.agents;
  expect(before).toEqual({ people: 1, counted: 1, agents: [{ id, status: 'ACTIVE' }] });
  expect((await national.put(`/users/${agent.person.id}`, { status: 'SUSPENDED' })).status).toBe(200);
  expect(await seen()).toEqual({ people: 0, counted: 0, agents: [{ id, status: 'SUSPENDED' }] });
  expect((await lga.delete(`/collations/agents/${id}`)).status).toBe(200);
  expect(await seen()).toEqual({ people: 0, counted: 0, agents: [] });
});

it('of an election in some units expects those of a ward alone', async () => {
  election = await createElection(test.database.db, { areas: units.slice(0, 1) });
  await report(units[0] ?? ward);
  const centres = (await lga.get(`/collations/progress?electionId=${election}&area=${codeOf(ward)}`)).json<
    { areaCode: string }[]
  >('data.centres');
  expect(centres.find(({ areaCode }) => areaCode === codeOf(ward))).toMatchObject({ below: { places: 1, in: 1 } });
});

it('of an election in some wards expects those of the LGA alone', async () => {
  const part = await createElection(test.database.db, { type: 'local_government', areas: [ward] });
  const reply = await lga.get(`/collations/progress?electionId=${part}&area=24-11`);
  const centres = reply.json<{ areaCode: string; below: object }[]>('data.centres');
  expect(centres.map(({ areaCode, below }) => [areaCode, below])).toEqual([
    ['24-11', { places: 1, in: 0 }],
    [codeOf(ward), { places: 2, in: 0 }],
  ]);
});

describe('gains and losses', () => {
  it('are the parts of every party, added up by form and place', async () => {
    for (const unit of units) await report(unit);
    const [first, second] = units;
    if (!first || !second) throw new Error('no units');
    const rows = [{ ...rowOf(first), votes: { ...rowOf(first).votes, APC: 81, LP: 38 } }, rowOf(second)];
    const statedTotals = { ...totalsOf(2), votes: { ...totalsOf(2).votes, APC: 112, LP: 126 } };
    await enter(admin, formOf(election, ward, [], { rows, statedTotals }));
    const above = { ...rowOf(ward, 2), votes: { ...statedTotals.votes, APC: 122 } };
    await enter(
      lga,
      formOf(election, place('24-11'), [], { formCode: 'EC8C', rows: [above], statedTotals: { votes: above.votes } }),
    );
    const reply = await lga.get(`/collations/gains?electionId=${election}&area=24-11`);
    expect(reply.json('data')).toMatchObject({
      levels: [
        { level: 'ward', formCode: 'EC8B', kind: 'row', places: 1, votes: { APC: 50, LP: -50 } },
        { level: 'lga', formCode: 'EC8C', kind: 'carried', places: 1, votes: { APC: 10 } },
      ],
      areas: [{ code: codeOf(ward), changed: { APC: 60, LP: -50 }, places: 2 }],
      declared: { APC: 122, LP: 126 },
      own: { APC: 62, LP: 176 },
    });
  });
});

it('counts rows without a sheet of ours one by one, also where they are taken together', async () => {
  await enter(admin, formOf(election, ward, units));
  const reply = await lga.get(`/collations/gains?electionId=${election}&area=24-11`);
  expect(reply.json('data.levels')).toMatchObject([{ kind: 'row_not_held', places: 2, votes: { APC: 62 } }]);
});

describe('a difference', () => {
  it('raises an alert for the level above with the form itself', async () => {
    await report(units[0] ?? ward);
    const rows = units.map((unit, index) =>
      index === 0 ? { ...rowOf(unit), votes: { ...rowOf(unit).votes, APC: 131 } } : rowOf(unit),
    );
    const sent = await enter(admin, formOf(election, ward, [], { rows, statedTotals: { votes: {} } }));
    expect(sent.status).toBe(201);
    const code = codeOf(units[0] ?? ward);
    expect(await raisedAlerts()).toEqual([
      {
        message: `EC8B of ${(await lga.get(`/collations/${sent.json<string>('data.id')}`)).json<string>('data.area.name')} (${codeOf(ward)}) from our agent: ${code} differs from our sheet (APC 131, ours 31).`,
        area_id: ward,
        level_id: place('24-11'),
        result_id: null,
      },
    ]);
  });

  it('is found too when the sheet comes in after the form', async () => {
    const rows = units.map((unit) => ({ ...rowOf(unit), votes: { ...rowOf(unit).votes, LP: 8 } }));
    await enter(admin, formOf(election, ward, [], { rows, statedTotals: { votes: {} } }));
    expect(await raisedAlerts()).toEqual([]);
    await report(units[1] ?? ward);
    await test.app.platform.auditChain.linkNow();
    await followChain(test.app.platform, fail);
    expect(await raisedAlerts()).toMatchObject([{ area_id: ward, level_id: place('24-11') }]);
  });

  it('is not raised for a form that is as our sheets are, nor for sheets that are missing', async () => {
    await report(units[0] ?? ward);
    await enter(admin, formOf(election, ward, units));
    const rows = [rowOf(ward, 2)];
    await enter(lga, formOf(election, place('24-11'), [], { formCode: 'EC8C', rows, statedTotals: totalsOf(2) }));
    expect(await raisedAlerts()).toEqual([]);
  });
});

describe('an election in constituencies', () => {
  it('is collated through the parts of an LGA; what is outside is refused, and is not left out', async () => {
    const other = await createWard(test.database.db, 1);
    await sql`insert into constituencies (id, kind, code, state_id, name) values
      ('federal-901', 'federal', 901, ${place('24')}::bigint, 'Ikeja I'), ('federal-902', 'federal', 902, ${place('24')}::bigint, 'Ikeja II')
      on conflict do nothing`.execute(test.database.db);
    await sql`insert into constituency_wards (ward_id, kind, constituency_id) values
      (${ward}::bigint, 'federal', 'federal-901'), (${other.ward}::bigint, 'federal', 'federal-902')`.execute(
      test.database.db,
    );
    const house = await createElection(test.database.db, {
      type: 'house_of_representatives',
      areas: [ward],
      constituencies: ['federal-901'],
    });
    const form = (changes: object) => ({
      ...formOf(house, place('24-11'), [], { formCode: 'EC8C(II)', rows: [rowOf(ward, 2)], statedTotals: totalsOf(2) }),
      ...changes,
    });
    const foreign = await enter(lga, form({ rows: [rowOf(ward, 2), rowOf(other.ward)] }));
    expect(foreign.json('fields')).toMatchObject([{ path: 'rows.1.childCode' }]);
    const outside = await enter(await test.as('ward_admin', other.ward), {
      ...formOf(house, other.ward, other.units),
      formCode: 'EC8B(II)',
    });
    expect(outside.code).toBe('AREA_NOT_COVERED');
    const sent = await enter(lga, form({}));
    expect(sent.status).toBe(201);
    expect(sent.json('data.flags')).toMatchObject([{ code: 'NO_PHOTO' }]);
    const read = await lga.get(`/collations/${sent.json<string>('data.id')}`);
    expect(read.json('data.constituency')).toEqual({ id: 'federal-901', name: 'Ikeja I' });
    const compared = await lga.get(`/collations/${sent.json<string>('data.id')}/comparison`);
    expect(compared.json<{ code: string }[]>('data.rows').map(({ code }) => code)).toEqual(['ROW_NOT_HELD']);
    const state = await test.as('state_admin', place('24'));
    const gap = await state.get(`/collations/gap?electionId=${house}&area=24-11&party=APC`);
    expect(gap.json('data')).toMatchObject({
      declared: 62,
      own: 0,
      terms: [{ kind: 'not_seen', row: codeOf(ward), votes: 62 }],
    });
    // Readers of a zone share what was just read, but of the same constituency alone.
    const both = await createElection(test.database.db, {
      type: 'house_of_representatives',
      areas: [ward, other.ward],
      constituencies: ['federal-901', 'federal-902'],
    });
    const unit = units[0] ?? ward;
    const officer = await test.as('polling_unit_officer', unit);
    const sheetOf = await officer.post('/results', sheet(both, unit), { 'idempotency-key': 'own-of-a-constituency' });
    expect(sheetOf.status).toBe(201);
    const national = await test.as('national_admin', place('NG'));
    const own = async (constituency: string) => {
      const reply = await national.get(
        `/collations/gap?electionId=${both}&area=SW&constituency=${constituency}&party=LP`,
      );
      return [reply.json('data.own'), reply.json('data.coverage')];
    };
    const { LP } = sheet(both, unit).votes;
    expect(await own('federal-901')).toEqual([LP, { held: 1, verified: 0, units: units.length }]);
    expect(await own('federal-902')).toEqual([0, { held: 0, verified: 0, units: other.units.length }]);
  });
});
