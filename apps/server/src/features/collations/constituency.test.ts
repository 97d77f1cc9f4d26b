import type { ElectionId } from '@ec/contract/base/common';
import type { CollationProgress } from '@ec/contract/collations/gap';
import type { CollationList } from '@ec/contract/collations/schemas';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import readExcel from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { followChain } from '../alerts/follow-audit-log.ts';
import { enter, formOf, rowOf, totalsOf } from '../../../test/collations.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

/** One LGA with a ward in each of two senatorial districts, so that its form and the state's exist twice. */
let test: TestApp;
let senate: ElectionId;
let [east, west]: [LocationId, LocationId] = [place('24-11'), place('24-11')];
let [unit, westUnit]: [LocationId, LocationId] = [place('24-11'), place('24-11')];
let lga: Client;
let state: Client;
let national: Client;

const CODES = { ward: 'EC8B(I)', lga: 'EC8C(I)', state: 'EC8D(I)' };
const [EAST, WEST] = ['senatorial-901', 'senatorial-902'];

const lgaForm = (ward: LocationId, constituency: string, source = 'agent', votes = 31) => {
  const row = { ...rowOf(ward), votes: { ...rowOf(ward).votes, APC: votes } };
  const changes = { constituency, source, formCode: CODES.lga, rows: [row] };
  const { childCode: _, ...statedTotals } = row;
  return formOf(senate, place('24-11'), [], { ...changes, statedTotals });
};
const idOf = (reply: { json: <T>(path: string) => T }) => reply.json<string>('data.id');

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  const { db } = test.database;
  await setElectionMode(db, true);
  const first = await createWard(db, 1);
  const second = await createWard(db, 1);
  [east, west] = [first.ward, second.ward];
  [unit, westUnit] = [first.units[0] ?? east, second.units[0] ?? west];
  await sql`insert into constituencies (id, kind, code, state_id, name) values
    (${EAST}, 'senatorial', 901, ${place('24')}::bigint, 'Lagos East'), (${WEST}, 'senatorial', 902, ${place('24')}::bigint, 'Lagos/West')`.execute(
    db,
  );
  await sql`insert into constituency_wards (ward_id, kind, constituency_id) values
    (${east}::bigint, 'senatorial', ${EAST}), (${west}::bigint, 'senatorial', ${WEST})`.execute(db);
  senate = await createElection(db, { type: 'senatorial', areas: [east, west], constituencies: [EAST, WEST] });
  lga = await test.as('lga_admin', place('24-11'));
  state = await test.as('state_admin', place('24'));
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

describe('a form of a place that constituencies share', () => {
  it('is named with its constituency before it is entered', async () => {
    const ask = `/collations/blank?electionId=${senate}&area=24-11&formCode=${encodeURIComponent(CODES.lga)}`;
    expect((await lga.get(ask)).code).toBe('CONSTITUENCY_NEEDED');
    const blank = await lga.get(`${ask}&constituency=${WEST}`);
    expect(blank.json('data')).toMatchObject({
      area: { code: '24-11' },
      constituency: { id: WEST, name: 'Lagos/West' },
      children: [{ code: codeOf(west) }],
    });
    const one = await createElection(test.database.db);
    expect((await lga.get(`/collations/blank?electionId=${one}&area=24-11&formCode=EC8C`)).json('data')).toMatchObject({
      constituency: null,
    });
  });

  it('is named so in the alert, the notice, the lock and the file about it', async () => {
    const officer = await test.as('polling_unit_officer', unit);
    await officer.post('/results', sheet(senate, unit), { 'idempotency-key': 'east' });
    const below = await enter(
      await test.as('ward_admin', east),
      formOf(senate, east, [unit], { formCode: CODES.ward }),
    );
    const form = await enter(lga, lgaForm(east, EAST, 'agent', 131));
    expect([below.status, form.status]).toEqual([201, 201]);
    const alerts = await test.database.db.selectFrom('alerts').select('message').execute();
    const named = alerts.map(({ message }) => message).filter((message) => message.startsWith(CODES.lga));
    expect(named).toHaveLength(1);
    expect(named[0]).toMatch(/^EC8C\(I\) of Ikeja \(Lagos East, 24-11\) from our agent: /);

    // A sheet that comes in after the form of its ward.
    const row = { ...rowOf(westUnit), votes: { ...rowOf(westUnit).votes, APC: 50 } };
    const early = formOf(senate, west, [], { formCode: CODES.ward, rows: [row], statedTotals: totalsOf(1) });
    expect((await enter(await test.as('ward_admin', west), early)).status).toBe(201);
    const late = await test.as('polling_unit_officer', westUnit);
    await late.post('/results', sheet(senate, westUnit), { 'idempotency-key': 'west' });
    await test.app.platform.auditChain.linkNow();
    await followChain(test.app.platform, (error) => {
      throw error;
    });
    const raised = await test.database.db.selectFrom('alerts').select('message').execute();
    expect(raised.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^EC8B\(I\) of Ward \d+ \(Lagos\/West, .* differs from our sheet/),
    );

    const found = async (q: string) =>
      (await state.get(`/collations?electionId=${senate}&q=${encodeURIComponent(q)}`)).json<CollationList>('data');
    for (const q of ['lagos east', '901']) {
      const { total, collations } = await found(q);
      expect([total, new Set(collations.map(({ constituency }) => constituency?.name))]).toEqual([
        2,
        new Set(['Lagos East']),
      ]);
    }
    expect((await found('Lagos North')).total).toBe(0);

    const file = await state.get(`/collations/${idOf(form)}/export?format=csv`);
    expect(file.headers['content-disposition']).toContain('ec8c-i-ikeja-24-11-lagos-east-version-1');

    const verified = await state.post(`/collations/${idOf(form)}/verify`, { version: 1, comment: 'by phone' });
    expect(verified.status).toBe(200);
    const { message } = await test.database.db
      .selectFrom('notifications')
      .select('message')
      .where('user_id', '=', lga.person.id)
      .where('title', '=', 'Form verified')
      .executeTakeFirstOrThrow();
    expect(message).toContain('EC8C(I) of Ikeja (Lagos East) for ');
    const refused = await lga.post(`/collations/${idOf(below)}/verify`, { version: 1, comment: 'late' });
    expect([refused.code, refused.json('details')]).toEqual([
      'COLLATION_LOCKED',
      { formCode: CODES.lga, area: 'Ikeja (Lagos East)' },
    ]);
  });
});

it('progress counts the form of each part of a place that constituencies share', async () => {
  const election = await createElection(test.database.db, {
    type: 'senatorial',
    areas: [east, west],
    constituencies: [EAST, WEST],
  });
  const below = async () => {
    const reply = await national.get(`/collations/progress?electionId=${election}&area=NG`);
    return reply.json<CollationProgress['centres']>('data.centres').find(({ areaCode }) => areaCode === '24')?.below;
  };
  expect(await below()).toEqual({ places: 2, in: 0 });
  expect((await enter(lga, { ...lgaForm(east, EAST), electionId: election })).status).toBe(201);
  expect(await below()).toEqual({ places: 2, in: 1 });
  expect((await enter(lga, { ...lgaForm(west, WEST), electionId: election })).status).toBe(201);
  expect(await below()).toEqual({ places: 2, in: 2 });
});

describe('gaps and gains of a contest in constituencies', () => {
  const asked = (constituency?: string, area = '24-11') =>
    `electionId=${senate}&area=${area}${constituency ? `&constituency=${constituency}` : ''}`;

  it('are those of one of them, in its state where a wider place is named', async () => {
    const other = await enter(lga, lgaForm(west, WEST, 'portal', 50));
    expect(other.status).toBe(201);
    for (const path of ['gap', 'gains']) {
      expect((await state.get(`/collations/${path}?${asked()}`)).code).toBe('CONSTITUENCY_NEEDED');
      const of = async (id: string) => (await state.get(`/collations/${path}?${asked(id)}`)).json('data');
      expect(await of(EAST)).toMatchObject({ constituency: { id: EAST, name: 'Lagos East' } });
      expect(await of(WEST)).toMatchObject({ constituency: { id: WEST, name: 'Lagos/West' } });
    }
    const gains = async (id: string, area?: string) => {
      const reply = await national.get(`/collations/gains?${asked(id, area)}`);
      return [reply.json('data.declared.APC'), reply.json('data.own.APC'), reply.json('data.coverage.units')];
    };
    expect(await gains(EAST)).toEqual([131, 31, 1]);
    expect(await gains(WEST)).toEqual([50, 31, 1]);
    // The form of the district is the state's: of the nation and of a zone its places are the LGAs.
    const top = {
      ...lgaForm(east, EAST),
      area: '24',
      formCode: CODES.state,
      rows: [{ ...rowOf(place('24-11')), votes: { APC: 140 } }],
      statedTotals: { votes: { APC: 140 } },
    };
    expect((await enter(state, top)).status).toBe(201);
    for (const area of ['NG', 'SW', '24']) {
      const reply = await national.get(`/collations/gains?${asked(EAST, area)}`);
      expect(reply.json('data.declared.APC'), area).toBe(140);
      expect(reply.json<{ code: string }[]>('data.areas').map(({ code }) => code)).toEqual(['24-11']);
    }
    const stranger = await test.as('state_admin', place('19'));
    expect((await stranger.get(`/collations/gains?${asked(EAST, 'NG')}`)).status).toBe(404);
    // Also where the only one need not be named.
    const byElection = await createElection(test.database.db, {
      type: 'senatorial',
      areas: [east],
      constituencies: [EAST],
    });
    expect((await enter(state, { ...top, electionId: byElection })).status).toBe(201);
    const alone = await national.get(`/collations/gains?electionId=${byElection}&area=NG`);
    expect(alone.json('data')).toMatchObject({
      constituency: { id: EAST, name: 'Lagos East' },
      declared: { APC: 140 },
    });
  });

  it('are saved as files that name it', async () => {
    const csv = await lga.get(`/collations/gains/export?${asked(EAST)}&format=csv&table=forms`);
    expect(csv.headers['content-disposition']).toMatch(/gains-and-losses-.*-ikeja-24-11-lagos-east\.csv/);
    expect((await lga.get(`/collations/gains/export?${asked()}&format=csv`)).code).toBe('CONSTITUENCY_NEEDED');
    const workbook = await test.app.fastify.inject({
      url: `/api/collations/gains/export?${asked(WEST)}&format=xlsx`,
      headers: { authorization: `Bearer ${lga.token}` },
    });
    const [about, ...sheets] = await readExcel(workbook.rawPayload);
    expect(JSON.stringify(about?.data)).toContain('Ikeja 24-11 Lagos/West');
    expect(sheets.find((each) => each.sheet === 'Parties')?.data).toContainEqual(['APC', 50, 31, 19]);
    const { new_values: noted } = await test.database.db
      .selectFrom('audit_entries')
      .select('new_values')
      .where('event', '=', 'collation.gains_exported')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(noted).toMatchObject({ area: '24-11', constituency: WEST });
  });
});
