import type { ElectionId } from '@ec/contract/base/common';
import { type LocationId, NATION } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../../test/builders.ts';
import { blankRow, enter, formOf, rowOf, totalsOf } from '../../../../test/collations.ts';
import { type Client, type TestApp, testApp } from '../../../../test/harness.ts';
import { isFault } from '../../alerts/form-rules.ts';
import { compareCollation } from '../compare-service.ts';
import { createCollationCounter } from './count-service.ts';
import { differingForms } from './difference-queries.ts';
import { countingFormAt, findElection, listCollations } from '../queries.ts';

let test: TestApp;
let election: ElectionId;
let national: Client;
let lga: Client;
let state: Client;

interface Centre {
  ward: LocationId;
  units: LocationId[];
  admin: Client;
}

const LGA = place('24-11');
const VOTES = { APC: 31, PDP: 12, LP: 88, NNPP: 2, Others: 0 };

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  await setElectionMode(test.database.db, true);
  national = await test.as('national_admin', NATION);
  lga = await test.as('lga_admin', LGA);
  state = await test.as('state_admin', place('24'));
});
afterAll(() => test.close());

/** A ward of which sheets of so many units are in. */
async function centre(units: number, held: number, lga: LocationId = LGA): Promise<Centre> {
  const made = await createWard(test.database.db, units, lga);
  for (const unit of made.units.slice(0, held)) {
    const officer = await test.as('polling_unit_officer', unit);
    const sent = await officer.post(
      '/results',
      { ...sheet(election, unit), votes: VOTES },
      { 'idempotency-key': `sheet-${unit}` },
    );
    expect(sent.status).toBe(201);
  }
  return { ...made, admin: await test.as('ward_admin', made.ward) };
}

async function form(by: Client, area: LocationId, changes: object): Promise<string> {
  const sent = await enter(by, formOf(election, area, [], changes));
  expect([sent.status, sent.code]).toEqual([201, undefined]);
  return sent.json<string>('data.id');
}

/** What the comparison of each form that counts says. */
async function byComparison(areas: readonly LocationId[]): Promise<Set<string>> {
  const { db } = test.database;
  const { rows } = await listCollations(db, { areas, electionId: election, limit: 100, offset: 0 });
  const differing = new Set<string>();
  for (const record of rows) {
    if (record.status === 'returned') continue;
    if ((await countingFormAt(db, record.electionId, record)) !== record.id) continue;
    if ((await compareCollation(db, record)).rows.some(isFault)) differing.add(record.id);
  }
  return differing;
}

async function counted(areas: readonly LocationId[]): Promise<Set<string>> {
  const found = await findElection(test.database.db, election);
  if (!found) throw new Error('no election');
  return new Set(await differingForms(test.database.db, found, areas));
}

it('counts exactly the forms in which the comparison finds a fault, of each kind', async () => {
  election = await createElection(test.database.db);
  const [equal, row, left, sums, unheld, blank, carried, alone] = [
    await centre(2, 2),
    await centre(2, 2),
    await centre(2, 2),
    await centre(2, 2),
    await centre(2, 0),
    await centre(2, 1),
    await centre(2, 2),
    await centre(1, 1),
  ] as [Centre, Centre, Centre, Centre, Centre, Centre, Centre, Centre];
  const whole = ({ units }: Centre) => ({
    rows: units.map((unit) => rowOf(unit)),
    statedTotals: totalsOf(units.length),
  });
  const [a, b] = row.units as [LocationId, LocationId];
  const raised = { ...rowOf(a), votes: { ...VOTES, APC: 41 }, valid: 143, total: 147 };
  const { votes } = totalsOf(2);
  const ids = {
    equal: await form(equal.admin, equal.ward, whole(equal)),
    row: await form(row.admin, row.ward, { rows: [raised, rowOf(b)], statedTotals: { votes: {} } }),
    left: await form(left.admin, left.ward, { ...whole({ ...left, units: left.units.slice(0, 1) }) }),
    sums: await form(sums.admin, sums.ward, { ...whole(sums), statedTotals: { votes: { ...votes, APC: 1 } } }),
    unheld: await form(unheld.admin, unheld.ward, whole(unheld)),
    blank: await form(blank.admin, blank.ward, {
      rows: blank.units.map((unit) => blankRow(unit)),
      statedTotals: { votes: {} },
    }),
    carried: await form(carried.admin, carried.ward, whole(carried)),
    announced: await form(alone.admin, alone.ward, {
      source: 'announced',
      rows: [],
      statedTotals: { votes: { APC: 9 } },
    }),
  };
  const rows = [
    rowOf(equal.ward, 2),
    { ...rowOf(carried.ward, 2), accredited: 283 },
    rowOf(unheld.ward, 2),
    rowOf(left.ward, 1),
  ];
  const upper = await form(lga, LGA, { formCode: 'EC8C', rows, statedTotals: { votes: {} } });
  const top = await form(state, place('24'), {
    formCode: 'EC8D',
    rows: [{ ...rowOf(LGA), votes: {} }],
    statedTotals: { votes: {} },
  });
  const other = await centre(1, 1, place('19-02'));
  const kano = await test.as('lga_admin', place('19-02'));
  const fine = await form(kano, place('19-02'), {
    formCode: 'EC8C',
    rows: [rowOf(other.ward)],
    statedTotals: totalsOf(1),
  });
  for (const areas of [[NATION], [place('24')], [LGA], [equal.ward, row.ward], [place('19')], [place('SW')]])
    expect(await counted(areas)).toEqual(await byComparison(areas));
  const all = await counted([NATION]);
  expect([ids.row, ids.left, ids.sums, ids.blank, upper].filter((id) => !all.has(id))).toEqual([]);
  expect([ids.equal, ids.unheld, ids.carried, ids.announced, top, fine].filter((id) => all.has(id))).toEqual([]);
});

it('follows what comes in and what is returned, and needs no alert', async () => {
  const counter = createCollationCounter({ subscribe: () => () => undefined });
  const differing = async () => (await counter(test.database.db, election, [place('19')]))?.differing;
  election = await createElection(test.database.db);
  const made = await centre(2, 1, place('19-02'));
  const [first, second] = made.units as [LocationId, LocationId];
  const changed = { ...rowOf(second), votes: { ...VOTES, LP: 8 }, valid: 53, total: 57 };
  const id = await form(made.admin, made.ward, { rows: [rowOf(first), changed], statedTotals: { votes: {} } });
  expect(await differing()).toBe(0);
  const officer = await test.as('polling_unit_officer', second);
  await officer.post('/results', { ...sheet(election, second), votes: VOTES }, { 'idempotency-key': 'late' });
  expect(await differing()).toBe(1);
  await test.database.db.deleteFrom('alerts').where('election_id', '=', election).execute();
  expect(await differing()).toBe(1);
  expect((await national.post(`/collations/${id}/return`, { version: 1, reason: 'Row 2' })).status).toBe(200);
  expect(await differing()).toBe(0);
});

it('waits for the sheets of the units that the election covers, and for no others', async () => {
  const { ward, units } = await createWard(test.database.db, 3);
  const [first, second] = units as [LocationId, LocationId];
  election = await createElection(test.database.db, { areas: [first, second] });
  for (const unit of [first, second]) {
    const officer = await test.as('polling_unit_officer', unit);
    await officer.post('/results', { ...sheet(election, unit), votes: VOTES }, { 'idempotency-key': `part-${unit}` });
  }
  const wrong = await form(lga, LGA, { formCode: 'EC8C', rows: [rowOf(ward, 3)], statedTotals: { votes: {} } });
  for (const asked of [[NATION], [LGA]]) {
    expect(await counted(asked)).toEqual(new Set([wrong]));
    expect(await counted(asked)).toEqual(await byComparison(asked));
  }
});

it('keeps to the constituency of a form', async () => {
  const { db } = test.database;
  await sql`insert into constituencies (id, kind, code, state_id, name) values
    ('federal-901', 'federal', 901, ${place('24')}::bigint, 'Ikeja I'), ('federal-902', 'federal', 902, ${place('24')}::bigint, 'Ikeja II')
    on conflict do nothing`.execute(db);
  const areas = [await createWard(db, 2), await createWard(db, 1)] as const;
  await sql`insert into constituency_wards (ward_id, kind, constituency_id) values
    (${areas[0].ward}::bigint, 'federal', 'federal-901'), (${areas[1].ward}::bigint, 'federal', 'federal-902')`.execute(
    db,
  );
  election = await createElection(db, {
    type: 'house_of_representatives',
    areas: areas.map(({ ward }) => ward),
    constituencies: ['federal-901', 'federal-902'],
  });
  for (const unit of areas.flatMap(({ units }) => units)) {
    const officer = await test.as('polling_unit_officer', unit);
    const sent = await officer.post(
      '/results',
      { ...sheet(election, unit), votes: VOTES },
      { 'idempotency-key': `part-${unit}` },
    );
    expect(sent.status).toBe(201);
  }
  const part = (constituency: string, row: object) =>
    form(lga, LGA, { formCode: 'EC8C(II)', constituency, rows: [row], statedTotals: { votes: {} } });
  const fine = await part('federal-901', rowOf(areas[0].ward, 2));
  const wrong = await part('federal-902', { ...rowOf(areas[1].ward), rejected: 5, total: 138 });
  for (const asked of [[NATION], [place('24')], [LGA]]) {
    expect(await counted(asked)).toEqual(await byComparison(asked));
    expect(await counted(asked)).toEqual(new Set([wrong]));
  }
  expect(fine).not.toBe(wrong);
});
