import type { ElectionId } from '@ec/contract/base/common';
import type { CollationGains } from '@ec/contract/collations/gap';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { enter, formOf, rowOf, totalsOf } from '../../../test/collations.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let election: ElectionId;
let ward: LocationId;
let units: [LocationId, LocationId, LocationId];
let admin: Client;
let lga: Client;
let state: Client;
let national: Client;

const LGA = place('24-11');

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  lga = await test.as('lga_admin', LGA);
  state = await test.as('state_admin', place('24'));
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());
beforeEach(async () => {
  election = await createElection(test.database.db);
  const made = await createWard(test.database.db, 3);
  ward = made.ward;
  units = made.units as typeof units;
  admin = await test.as('ward_admin', ward);
});

const officers = new Map<LocationId, Client>();
/** The sheet of the unit, as rowOf has it on the form. */
async function report(unit: LocationId, votes: Record<string, number> = {}): Promise<string> {
  const officer = officers.get(unit) ?? (await test.as('polling_unit_officer', unit));
  officers.set(unit, officer);
  const all = { APC: 31, PDP: 12, LP: 88, NNPP: 2, Others: 0, ...votes };
  const body = { ...sheet(election, unit), votes: all };
  const reply = await officer.post('/results', body, { 'idempotency-key': `sheet-${election}-${unit}` });
  expect(reply.status).toBe(201);
  return reply.json('data.id');
}
async function entered(by: Client, form: object): Promise<string> {
  const reply = await enter(by, form);
  expect([reply.status, reply.text]).toEqual([201, reply.text]);
  return reply.json('data.id');
}
const compared = async (id: string, by: Client = state) =>
  (await by.get(`/collations/${id}/comparison`)).json<
    {
      childCode: string | null;
      code: string;
      fields: { name: string; form: number; own: number }[];
      basis: string | null;
      coverage: object;
    }[]
  >('data.rows');
interface Term {
  kind: string;
  level: string;
  area: string;
  row?: string;
  votes: number;
}
async function gap(area: string, party = 'APC', by: Client = national) {
  const reply = await by.get(`/collations/gap?electionId=${election}&area=${area}&party=${party}`);
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  const data = reply.json<{ declared: number | null; own: number; terms: Term[] }>('data');
  if (data.declared !== null)
    expect(data.terms.reduce((sum, { votes }) => sum + votes, 0)).toBe(data.declared - data.own);
  return { ...data, terms: data.terms.map(({ kind, level, area: at, row, votes }) => [kind, level, at, row, votes]) };
}
const changed = (unit: LocationId, apc: number) => ({ ...rowOf(unit), votes: { ...rowOf(unit).votes, APC: apc } });

describe('the rows of an EC8B', () => {
  it('each have the code of how they stand to our own sheet', async () => {
    const [first, second, third] = units;
    const extra = await createWard(test.database.db, 4);
    const [a, b, c, d] = extra.units as [LocationId, LocationId, LocationId, LocationId];
    for (const unit of [a, b, c]) await report(unit);
    const form = formOf(election, extra.ward, [], {
      rows: [rowOf(a), { childCode: codeOf(b), votes: { APC: 0, LP: 0 }, valid: 0, total: 0 }, rowOf(d)],
      statedTotals: { ...totalsOf(2), votes: { ...totalsOf(2).votes, APC: 63 } },
    });
    const rows = await compared(await entered(await test.as('ward_admin', extra.ward), form));
    expect(rows.map(({ childCode, code }) => [childCode, code])).toEqual([
      [codeOf(a), 'ROW_EQUAL'],
      [codeOf(b), 'ROW_ZERO_OR_CANCELLED'],
      [codeOf(d), 'ROW_NOT_HELD'],
      [codeOf(c), 'ROW_LEFT_OUT'],
      [null, 'COLUMN_SUM'],
    ]);
    expect(rows.at(-1)?.fields).toEqual([{ name: 'votes.APC', form: 63, own: 62 }]);
    expect(rows[0]).toMatchObject({ basis: 'provisional', coverage: { units: 1, held: 1 } });

    for (const unit of [first, second, third]) await report(unit);
    const differs = formOf(election, ward, [], { rows: [changed(first, 131), rowOf(second), rowOf(third)] });
    const [row] = await compared(await entered(admin, differs));
    expect(row).toMatchObject({ code: 'ROW_DIFFERS', fields: [{ name: 'votes.APC', form: 131, own: 31 }] });
  });

  it('name a verified sheet as such, and count one in dispute as not held', async () => {
    const [first, second] = units;
    const [one, two] = [await report(first), await report(second)];
    expect((await admin.post(`/results/${one}/verify`, { version: 1 })).status).toBe(200);
    expect((await admin.post(`/results/${two}/dispute`, { version: 1, reason: 'Copies differ' })).status).toBe(200);
    const rows = await compared(await entered(admin, formOf(election, ward, units)));
    expect(rows.map(({ code, basis }) => [code, basis])).toEqual([
      ['ROW_EQUAL', 'verified'],
      ['ROW_NOT_HELD', null],
      ['ROW_NOT_HELD', null],
    ]);
    expect(rows[1]).toMatchObject({ resultStatus: 'disputed' });
  });

  it('are compared for readers of the area alone', async () => {
    const id = await entered(admin, formOf(election, ward, units));
    const stranger = await test.as('lga_admin', place('19-02'));
    expect((await stranger.get(`/collations/${id}/comparison`)).status).toBe(404);
    expect((await test.anonymous.get(`/collations/${id}/comparison`)).status).toBe(401);
    const officer = await test.as('polling_unit_officer', units[0]);
    expect((await officer.get(`/collations/${id}/comparison`)).status).toBe(403);
    const ask = `/collations/gap?electionId=${election}&area=24-11&party=APC`;
    expect((await stranger.get(ask)).status).toBe(404);
    expect((await officer.get(ask)).status).toBe(403);
    expect((await test.anonymous.get(ask)).status).toBe(401);
    expect((await lga.get(`/collations/gap?electionId=${election}&area=24-11&party=XYZ`)).code).toBe('UNKNOWN_PARTY');
  });
});

it('a gap for which no party is named is that of the party whose votes changed most', async () => {
  const [first, second, third] = units;
  for (const unit of units) await report(unit);
  const rows = [{ ...rowOf(first), votes: { ...rowOf(first).votes, LP: 99 } }, changed(second, 131), rowOf(third)];
  await entered(admin, formOf(election, ward, [], { rows, statedTotals: { votes: {} } }));
  const party = async (area: LocationId) =>
    (await national.get(`/collations/gap?electionId=${election}&area=${codeOf(area)}`)).json<string>('data.party');
  expect(await party(ward)).toBe('APC');
  // Without a form of the area, the one with the most votes of ours.
  const other = await createWard(test.database.db, 1);
  const [unit = other.ward] = other.units;
  await report(unit);
  expect(await party(other.ward)).toBe('LP');
});

it('gains of an area that has no form of its own are those of the states in it', async () => {
  const [first, second, third] = units;
  const gains = async (area: string) =>
    (await national.get(`/collations/gains?electionId=${election}&area=${area}`)).json<CollationGains>('data');
  const asAbove = async () => {
    for (const unit of units) await report(unit);
    const rows = [changed(first, 131), rowOf(second), rowOf(third)];
    await entered(admin, formOf(election, ward, [], { rows, statedTotals: { votes: {} } }));
    const form = { formCode: 'EC8C', rows: [rowOf(ward, 4)], statedTotals: totalsOf(5) };
    await entered(lga, formOf(election, LGA, [], form));
    const { levels, declared } = await gains('24');
    expect(levels.map(({ level, kind }) => [level, kind])).toEqual([
      ['ward', 'row'],
      ['lga', 'column_sum'],
      ['lga', 'carried'],
    ]);
    expect(declared).toBeNull();
    return levels;
  };
  const levels = await asAbove();
  expect(await gains('SW')).toMatchObject({ levels, declared: null, areas: [{ code: '24' }] });
  expect(await gains('NG')).toMatchObject({ levels, declared: null });

  election = await createElection(test.database.db, { type: 'gubernatorial', areas: [place('24')] });
  const ofState = await asAbove();
  for (const area of ['SW', 'NG'])
    expect(await gains(area)).toMatchObject({ levels: ofState, declared: null, areas: [{ code: '24' }] });
});

it('a form is compared with the units that the election covers, of a ward or an LGA in part too', async () => {
  const [first, second, third] = units;
  election = await createElection(test.database.db, { areas: [first, second] });
  for (const unit of [first, second]) await report(unit);
  const rows = [rowOf(ward, 3)];
  const atLga = await entered(lga, formOf(election, LGA, [], { formCode: 'EC8C', rows, statedTotals: { votes: {} } }));
  const upper = { formCode: 'EC8D', rows: [rowOf(LGA, 3)], statedTotals: { votes: {} } };
  const atState = await entered(state, formOf(election, place('24'), [], upper));
  const coverage = async (id: string) =>
    (await compared(id)).flatMap(({ code, childCode, coverage: of }) =>
      code === 'ROW_DIFFERS' ? [[childCode, of]] : [],
    );
  expect(await coverage(atLga)).toEqual([[codeOf(ward), { units: 2, held: 2 }]]);
  expect(await coverage(atState)).toEqual([['24-11', { units: 2, held: 2 }]]);
  const { rows: alerts } = await test.database.pool.query<{ message: string }>(
    "select message from alerts where election_id = $1 and rule = 'collation_differs'",
    [election],
  );
  expect(alerts).toHaveLength(2);
  // Over all of the ward the third unit is missing.
  election = await createElection(test.database.db, { areas: [first, second, third] });
  for (const unit of [first, second]) await report(unit);
  const whole = await entered(lga, formOf(election, LGA, [], { formCode: 'EC8C', rows: [rowOf(ward, 3)] }));
  expect(await coverage(whole)).toEqual([[codeOf(ward), { units: 3, held: 2 }]]);
});

describe('an EC8C', () => {
  it('is compared with the forms of its wards and with the sums of our sheets, their coverage said', async () => {
    const [first] = units;
    await report(first);
    await entered(admin, formOf(election, ward, units));
    const other = await createWard(test.database.db, 1);
    await entered(await test.as('ward_admin', other.ward), formOf(election, other.ward, other.units));
    const rows = [{ ...rowOf(ward, 3), votes: { ...rowOf(ward, 3).votes, LP: 300 } }];
    const id = await entered(lga, formOf(election, LGA, [], { formCode: 'EC8C', rows, statedTotals: totalsOf(3) }));
    const entries = await compared(id);
    expect(entries.map(({ childCode, code }) => [childCode, code])).toEqual([
      [codeOf(ward), 'ROW_DIFFERS'],
      [codeOf(ward), 'CARRIED'],
      [codeOf(other.ward), 'ROW_LEFT_OUT'],
      [null, 'COLUMN_SUM'],
    ]);
    expect(entries[0]).toMatchObject({ coverage: { units: 3, held: 1 } });
    expect(entries[1]?.fields).toEqual([{ name: 'votes.LP', form: 300, own: 264 }]);
  });

  it('is compared in registered voters only where all our sheets of the ward have them', async () => {
    const unknown = units[2];
    await test.database.db
      .updateTable('locations')
      .set({ registered_voters: null })
      .where('id', '=', unknown)
      .execute();
    for (const unit of units) await report(unit);
    const form = formOf(election, LGA, [], {
      formCode: 'EC8C',
      rows: [rowOf(ward, 3)],
      statedTotals: totalsOf(3),
    });
    const id = await entered(lga, form);
    expect((await compared(id)).map(({ code }) => code)).toEqual(['ROW_EQUAL']);
  });
});

describe('the gap', () => {
  it('names the row, the column, the carried figure and the unit left out, exactly', async () => {
    const [first, second, third] = units;
    for (const unit of units) await report(unit);
    const own = await gap(codeOf(ward));
    expect(own).toMatchObject({ declared: null, own: 93, terms: [] });

    // APC: 31 became 81 in one row, one unit was left out, and the column was stated 10 too high.
    const rows = [changed(first, 81), rowOf(second)];
    await entered(
      admin,
      formOf(election, ward, [], { rows, statedTotals: { ...totalsOf(2), votes: { APC: 122, LP: 176 } } }),
    );
    expect(await gap(codeOf(ward))).toMatchObject({
      declared: 122,
      own: 93,
      terms: [
        ['row', 'ward', codeOf(ward), codeOf(first), 50],
        ['left_out', 'ward', codeOf(ward), codeOf(third), -31],
        ['column_sum', 'ward', codeOf(ward), undefined, 10],
      ],
    });
    expect((await gap(codeOf(ward), 'LP')).terms).toEqual([['left_out', 'ward', codeOf(ward), codeOf(third), -88]]);

    // The LGA carried 22 more than the ward stated.
    const carried = { ...rowOf(ward, 2), votes: { APC: 144, LP: 176 } };
    await entered(
      lga,
      formOf(election, LGA, [], { formCode: 'EC8C', rows: [carried], statedTotals: { votes: { APC: 144 } } }),
    );
    const atLga = await gap('24-11');
    expect(atLga).toMatchObject({ declared: 144, own: 93 });
    expect(atLga.terms).toContainEqual(['carried', 'lga', '24-11', codeOf(ward), 22]);
    expect(atLga.terms).toHaveLength(4);
    const seen = await national.get(`/collations/gap?electionId=${election}&area=24-11&party=APC`);
    expect(seen.json('data')).toMatchObject({
      form: { formCode: 'EC8C', source: 'agent', status: 'pending' },
      coverage: { held: 3, verified: 0 },
    });
    const terms =
      seen.json<{ kind: string; collationId: string; childCollationId: string | null; resultId: string | null }[]>(
        'data.terms',
      );
    expect(terms.find(({ kind }) => kind === 'row')?.resultId).not.toBeNull();
    expect(terms.find(({ kind }) => kind === 'carried')?.childCollationId).not.toBeNull();

    // No EC8D and EC8DA are held: between the declaration and the LGA lies one part that says so.
    const declared = { formCode: 'EC8E', source: 'announced', rows: [], statedTotals: { votes: { APC: 200 } } };
    await entered(national, formOf(election, place('NG'), [], declared));
    const nation = await gap('NG');
    expect(nation).toMatchObject({ declared: 200, own: 93 });
    expect(nation.terms).toContainEqual(['not_seen', 'declaration', 'NG', undefined, 56]);
    expect(nation.terms).toHaveLength(5);
  });

  it('counts the verified form before a newer pending one of another source', async () => {
    await report(units[0]);
    const id = await entered(admin, formOf(election, ward, [units[0]]));
    expect((await lga.post(`/collations/${id}/verify`, { version: 1, comment: 'Seen' })).status).toBe(200);
    await entered(admin, formOf(election, ward, [units[0]], { source: 'portal', rows: [changed(units[0], 999)] }));
    expect((await gap(codeOf(ward))).terms).toEqual([]);
  });

  it('takes the rows without a sheet of ours together above the ward, and one by one in it', async () => {
    await entered(admin, formOf(election, ward, units));
    expect((await gap(codeOf(ward))).terms.map(([kind, , , row]) => [kind, row])).toEqual(
      units.map((unit) => ['row_not_held', codeOf(unit)]),
    );
    const rows = [rowOf(ward, 3)];
    await entered(lga, formOf(election, LGA, [], { formCode: 'EC8C', rows, statedTotals: totalsOf(3) }));
    expect((await gap('24-11')).terms).toEqual([['row_not_held', 'ward', codeOf(ward), undefined, 93]]);
  });
});
