import type { ElectionId } from '@ec/contract/base/common';
import type { LiveSummary } from '@ec/contract/live/schemas';
import { areaRange, type LocationId, locationIdOf } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createElection, createWard, place, sheet } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { electionNight, type Night, recount, unitOf } from '../../../test/night.ts';
import { documentOf, figuresOf, recordsOf, tableOf } from '../../../test/report-documents.ts';
import { coverageOf, totalsOf } from '../live/totals.ts';
import type { Cell, ReportDocument } from './documents/document.ts';
import { ballotsOf, emptySums } from './templates/comparison-sums.ts';
import { figuresTable } from './templates/comparison-tables.ts';
import { areaTables } from './templates/election-area-tables.ts';

let test: TestApp;
let night: Night;
let national: Client;

beforeAll(async () => {
  test = await testApp();
  night = await electionNight(test);
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

interface Votes {
  verified: Record<string, number>;
  provisional: Record<string, number>;
  accredited: number;
  registered: number;
  flagged: number;
}
const BALLOT = ['APC', 'PDP', 'LP', 'NNPP', 'Others'];

/** The area's votes by party on both bases, counted from the stored results. */
async function countVotes(election: ElectionId, area: LocationId): Promise<Votes> {
  const { first, last } = areaRange(area);
  const sums = (statuses: string) =>
    sql.raw(
      `jsonb_build_object(${BALLOT.map((party, i) => `'${party}', coalesce(sum(votes[${i + 1}]) filter (where status in (${statuses})), 0)`).join(', ')})`,
    );
  const { rows } =
    await sql<Votes>`select ${sums("'verified'")} as verified, ${sums("'verified', 'pending'")} as provisional,
      coalesce(sum(accredited) filter (where status = 'verified'), 0) as accredited,
      coalesce(sum(registered) filter (where status = 'verified'), 0) as registered,
      count(*) filter (where flags <> '{}' and status not in ('returned', 'cancelled')) as flagged
    from results where election_id = ${election} and source = 'official'
      and polling_unit_id between ${first}::bigint and ${last}::bigint`.execute(test.database.db);
  const [row] = rows;
  if (!row) throw new Error('no sums');
  return row;
}

async function expectRow(row: Record<string, Cell>, area: LocationId): Promise<void> {
  const [counts, votes] = await Promise.all([recount(test, night.election, area), countVotes(night.election, area)]);
  // What is not known is not zero: where nothing is counted, no figure stands.
  const verified = (value: number | undefined) => (counts.verified > 0 ? value : null);
  const provisional = (value: number | undefined) => (counts.verified + counts.pending > 0 ? value : null);
  expect(row).toMatchObject({
    Units: counts.units,
    Reported: counts.reported,
    Verified: counts.verified,
    'Awaiting review': counts.pending,
    Disputed: counts.disputed,
    Cancelled: counts.cancelled,
    Flagged: votes.flagged,
    'Votes cast, verified': verified(counts.votes),
    'Accredited, verified': verified(votes.accredited),
    'Turnout %, verified': votes.registered > 0 ? Math.round((votes.accredited / votes.registered) * 1000) / 10 : null,
    ...Object.fromEntries(BALLOT.map((party) => [`${party}, verified`, verified(votes.verified[party])])),
    ...Object.fromEntries(BALLOT.map((party) => [`${party}, provisional`, provisional(votes.provisional[party])])),
  });
}

const summary = (area: LocationId, election = night.election) =>
  documentOf(test, national, 'election_summary', { election_id: election }, [area]);

describe('the election summary', () => {
  it.each<[string, () => LocationId, number]>([
    ['the nation by state', () => place('NG'), 37],
    ['a state by LGA', () => place('24'), 20],
    ['an LGA by ward', () => place('24-11'), 2],
    ['a ward by polling unit', () => night.ikeja.ward, 5],
  ])('says of %s what plain SQL says', async (_, area, rows) => {
    const document = await summary(area());
    const records = recordsOf(document.main).filter(({ Units }) => Number(Units) > 0);
    expect(document.main.rows.length).toBeLessThanOrEqual(rows);
    expect(records.length).toBeGreaterThan(0);
    for (const row of records) await expectRow(row, locationIdOf(String(row.Code)) ?? (0 as LocationId));
  });

  it('adds up to the area itself, in figures, parties and totals alike', async () => {
    const document = await summary(place('NG'));
    const counts = await recount(test, night.election, place('NG'));
    const votes = await countVotes(night.election, place('NG'));
    expect(figuresOf(document)).toMatchObject({
      'Votes cast, verified': counts.votes,
      'Disputed results': counts.disputed,
      'Cancelled results': counts.cancelled,
      'Results with a flag': votes.flagged,
    });
    for (const { Party, Verified, Provisional } of recordsOf(tableOf(document, 'Votes by party'))) {
      expect([Party, Verified, Provisional]).toEqual([
        Party,
        votes.verified[String(Party)],
        votes.provisional[String(Party)],
      ]);
    }
    const table = tableOf(document, 'Votes by state, verified');
    expect(table.total?.at(-1)).toBe(counts.votes);
    expect(document.coverage).toMatch(new RegExp(`^${counts.reported} of ${counts.units} polling units`));
    const bars = document.sections.flatMap((section) => (section.type === 'chart' ? section.bars : []));
    expect(Object.fromEntries(bars.map(({ label, value }) => [label, value]))).toEqual(votes.verified);
  });

  it('tests a presidential election of the nation on both bases, and no other', async () => {
    const document = await summary(place('NG'));
    for (const basis of ['verified', 'provisional']) {
      const test = tableOf(document, `Presidential test, ${basis}`);
      const apc = recordsOf(test).find(({ Party }) => Party === 'APC');
      expect(apc).toMatchObject({ 'States needed': 25, 'Meets the test': 'Open', FCT: 'Open' });
      expect(test.note).toContain('Not decided by the figures held');
    }
    const quarter = recordsOf(tableOf(document, 'A quarter by state, verified'));
    expect(quarter).toHaveLength(37);
    // Only Lagos has verified results, and most of its units are out.
    expect(quarter.find(({ States }) => States === 'Lagos')).toMatchObject({ APC: 'Open' });
    expect(quarter.find(({ States }) => States === 'Kano')).toMatchObject({ Counted: 0 });
    const lagos = await summary(place('24'));
    expect(() => tableOf(lagos, 'Presidential test, verified')).toThrow(/There is no table/);
  });

  it('says of how many units the registered voters are unknown', async () => {
    const noteOf = async () =>
      (await summary(night.ikeja.ward)).sections
        .flatMap((section) => (section.type === 'figures' ? section.items : []))
        .find(({ label }) => label === 'Polling units reported')?.note;
    expect(await noteOf()).toBe('Registered voters in the area: 2,500 in 5 of 5 units');
    const { db } = test.database;
    const [unit] = night.ikeja.units;
    const set = async (registered: number | null) =>
      await db
        .updateTable('locations')
        .set({ registered_voters: registered })
        .where('id', '=', unit ?? place('NG'))
        .execute();
    await set(null);
    expect(await noteOf()).toMatch(/ in 4 of 5 units; unknown in 1$/);
    await set(500);
  });

  it('says that there are no results yet where there are none', async () => {
    const document = await summary(place('NG'), await createElection(test.database.db, { name: 'Later' }));
    const charts = document.sections.filter((section) => section.type === 'chart');
    expect(charts).toMatchObject([{ bars: [], empty: 'Not reported' }]);
    expect(figuresOf(document)['Leading, verified']).toBe('Not reported');
    expect(document.coverage).toContain('(0%)');
  });
});

it('never says that all units have reported while one is out, nor that nothing is counted where no party has a vote', () => {
  const none = totalsOf([], 'verified', ['APC']);
  const coverage = { ...coverageOf([], 4000), reported: 3999, verified: 3999 };
  const area = { id: place('24'), type: 'state' as const, name: 'Lagos', code: '24' };
  const row = { area, coverage, verified: { ...none, results: 3999 }, provisional: none };
  const leading = { verified: null, provisional: null };
  const whole: LiveSummary = {
    electionId: night.election,
    source: 'official',
    area: { ...area, chain: [] },
    parties: ['APC'],
    looks: [],
    basis: { verified: row.verified, provisional: none },
    coverage,
    registeredInArea: 0,
    leading,
    asOf: '2027-02-20T14:00:00.000Z',
  };
  const [verified, provisional, covered] = areaTables('state', [{ ...row, leading }], new Map(), whole);
  expect(covered?.rows[0]?.[4]).toBe(99.9);
  expect([verified?.rows[0]?.[1], provisional?.rows[0]?.[1]]).toEqual(['No leader', 'No leader']);
});

/** The unit's own officer sends a sheet with these votes. */
async function official(election: ElectionId, unit: LocationId, votes: Record<string, number>): Promise<void> {
  const officer = await test.database.db
    .selectFrom('users')
    .selectAll()
    .where('area_id', '=', unit)
    .where('role', '=', 'polling_unit_officer')
    .executeTakeFirstOrThrow();
  const client = await test.signIn({ ...officer, area: unit });
  const key = { 'idempotency-key': `official-${election}-${unit}` };
  expect((await client.post('/results', { ...sheet(election, unit), votes }, key)).status).toBe(201);
}

describe('the result comparison', () => {
  let document: ReportDocument;
  const compare = (parameters: object, area = place('NG')) =>
    documentOf(test, national, 'result_comparison', { election_id: night.election, ...parameters }, [area]);

  beforeAll(async () => {
    const grassroots = async (unit: LocationId, votes: Record<string, number>) => {
      const officer = await test.as('gpuo', unit);
      const body = { ...sheet(night.election, unit), votes };
      const key = { 'idempotency-key': `grassroots-${unit}` };
      expect((await officer.post('/results', body, key)).status).toBe(201);
    };
    // Official: APC 90, PDP 1, LP 2 of 93.
    await grassroots(unitOf(night.ikejaTwo, 0), { APC: 60, PDP: 31, LP: 2, NNPP: 0, Others: 0 });
    await grassroots(unitOf(night.ikejaTwo, 1), { APC: 89, PDP: 2, LP: 2, NNPP: 0, Others: 0 });
    await grassroots(unitOf(night.abeokuta, 0), { APC: 31, PDP: 12, LP: 88, NNPP: 2, Others: 3 });
    document = await compare({});
  });

  it('names the form of the figures as it is printed on the paper', async () => {
    expect(document.basis).toContain('those of form EC8A.');
    const corrected = { election_type: 'presidential', level: 'polling_unit', code: 'EC8A(P)' } as const;
    await test.database.db.insertInto('form_codes').values(corrected).execute();
    expect(await compare({})).toMatchObject({
      basis: expect.stringContaining('those of form EC8A(P).'),
      unitForm: 'EC8A(P)',
    });
    expect((await summary(place('24'))).unitForm).toBe('EC8A(P)');
    await test.database.db.deleteFrom('form_codes').execute();
  });

  it('finds the differences that plain SQL finds', async () => {
    const { rows } = await sql<{ code: string; difference: number }>`with pairs as (
        select u.code, o.votes as a, g.votes as b,
          (select sum(x) from unnest(o.votes) x)::numeric as va, (select sum(x) from unnest(g.votes) x)::numeric as vb
        from results o join results g on g.election_id = o.election_id and g.polling_unit_id = o.polling_unit_id
          and g.source = 'grassroots' and g.status in ('pending', 'verified')
        join locations u on u.id = o.polling_unit_id
        where o.source = 'official' and o.status in ('pending', 'verified') and o.election_id = ${night.election})
      select code, (select round(max(abs(100 * x / va - 100 * y / vb)), 2) from unnest(a, b) as t (x, y))::float8 as difference
      from pairs order by 2 desc`.execute(test.database.db);
    const above = rows.filter(({ difference }) => difference > 5);
    expect(above).toHaveLength(1);
    const listed = recordsOf(tableOf(document, /^Polling units that differ/));
    expect(listed.map(({ Code, Difference }) => ({ code: Code, difference: Difference }))).toEqual(above);
    expect(listed[0]).toMatchObject({ 'Its votes, Official': 90, 'Its votes, Grassroots': 60, Party: 'APC' });
    expect(document.main.rows).toHaveLength(1);
    expect(recordsOf(document.main)[0]).toMatchObject({ 'PDP, Official': 1, 'PDP, Grassroots': 31 });
    expect(figuresOf(document)).toMatchObject({
      'Units with both counts': rows.length,
      'Units above 5 percentage points': 1,
    });
  });

  it('takes the threshold that is requested, zero included', async () => {
    const strict = await compare({ variance_threshold: 0 });
    expect(tableOf(strict, /^Polling units that differ/).rows).toHaveLength(2);
    const lenient = await compare({ variance_threshold: 40 });
    expect(tableOf(lenient, /^Polling units that differ/).rows).toHaveLength(0);
  });

  it('names units that one count has alone, and adds up by area over those that both have', async () => {
    const lonely = recordsOf(tableOf(document, 'Polling units with one count only'));
    const grassroots = lonely.filter(({ Has }) => Has === 'Grassroots');
    expect(grassroots.map(({ Code }) => Code)).toEqual([expect.stringMatching(/^19-13-/)]);
    const states = recordsOf(tableOf(document, 'Totals by state'));
    expect(states.find(({ State }) => State === 'Lagos')).toMatchObject({
      'Units with both': 2,
      'Votes, Official': 2 * (93 + 4),
      'Votes, Grassroots': 2 * (93 + 4),
      Above: 'Yes',
      'Units above': 1,
    });
    expect(states.find(({ State }) => State === 'Ogun')).toMatchObject({ 'By points': 0, Above: 'No' });
    // Kano has one count alone: what both have of it is not known.
    const unknown = { 'Units with both': 0, 'Votes, Official': null, 'Votes, Grassroots': null };
    expect(states.find(({ State }) => State === 'Kano')).toMatchObject(unknown);
    const kano = recordsOf(tableOf(await compare({}, place('19')), /^Votes by party, in units/));
    expect(kano.map(({ Official, Grassroots }) => [Official, Grassroots])).toEqual(BALLOT.map(() => [null, null]));
    const units = await compare({}, night.ikejaTwo.ward);
    expect(tableOf(units, 'Totals by polling unit').rows).toHaveLength(2);
  });

  it('compares two elections, also where their parties differ', async () => {
    const other = await createElection(test.database.db, { name: 'Governor', parties: ['APC', 'SDP'] });
    await official(other, unitOf(night.ikejaTwo, 0), { APC: 45, SDP: 45, Others: 3 });
    const both = await compare({ other_election_id: other });
    const [row] = recordsOf(both.main);
    expect(row).toMatchObject({
      'SDP, Governor': 45,
      'PDP, Presidential election': 1,
      // APC fell from 90 to 45 of 93.
      Difference: 48.39,
    });
    expect(figuresOf(both)).toMatchObject({ 'Units with both counts': 1 });
    // A party that is not on a ballot has no votes there to show: that is not zero votes.
    for (const column of ['SDP, Presidential election', 'PDP, Governor']) expect(row).not.toHaveProperty([column]);
    const parties = new Map(tableOf(both, /^Votes by party/).rows.map(([party, ...cells]) => [party, cells]));
    expect(parties.get('APC')).toEqual([90, 96.8, 45, 48.4, -48.39]);
    expect(parties.get('SDP')).toEqual([null, null, 45, 48.4, null]);
    expect(parties.get('PDP')).toEqual([1, 1.1, null, null, null]);
    expect(parties.get('Others')).toEqual([0, 0, 3, 3.2, null]);
    const charts = both.sections.filter((section) => section.type === 'chart');
    expect(charts[0]?.bars.map(({ label, text }) => `${label}: ${text}`)).toContain(
      'SDP, Presidential election: Not on the ballot',
    );
    const units = tableOf(both, /^Polling units that differ/);
    expect(recordsOf(units)[0]).toMatchObject({ Party: 'APC', 'Its votes, Governor': 45 });
  });

  it('marks nothing for a party that one ballot lacks, nor for Others, who are not the same parties on both', async () => {
    const other = await createElection(test.database.db, { name: 'Governor again', parties: ['APC', 'SDP'] });
    // Before, APC had 90 of 93 in both.
    await official(other, unitOf(night.ikejaTwo, 0), { APC: 92, SDP: 7, Others: 1 });
    await official(other, unitOf(night.ikejaTwo, 1), { APC: 92, SDP: 1, Others: 7 });
    const both = await compare({ other_election_id: other });
    expect(tableOf(both, /^Polling units that differ/).rows).toEqual([]);
    const [lagos] = recordsOf(tableOf(both, 'Totals by state')).filter(({ State }) => State === 'Lagos');
    expect(lagos).toMatchObject({ 'Party that differs most': 'APC', 'By points': 4.77, Above: 'No', 'Units above': 0 });
    const [unit] = recordsOf(tableOf(await compare({ other_election_id: other, variance_threshold: 4 }), /^Figures/));
    expect(unit).toMatchObject({ Party: 'APC', Difference: 4.77, 'Others, Governor again': 1 });
  });

  it('says how many units its table of all figures leaves out', () => {
    const ballots = ballotsOf(['APC'], ['APC']);
    const whole = { ...emptySums(ballots), above: 6000 };
    const sums = { ballots, whole, byArea: new Map(), differing: [], lonely: [] };
    const table = figuresTable([], sums, () => '', { left: 'Official', right: 'Grassroots' });
    expect(table.note).toBe('The 0 with the largest differences of 6,000.');
  });
});

describe('an election of its own', () => {
  it('says 100 percent of the whole alone, and counts the flags that stand as the situation room does', async () => {
    const { ward, units } = await createWard(test.database.db, 2);
    const election = await createElection(test.database.db, { name: 'Landslide' });
    const [first, second] = units;
    if (!first || !second) throw new Error('no units');
    const reviewer = await test.as('ward_admin', ward);
    const votes = { APC: 9999, PDP: 1, LP: 0, NNPP: 0, Others: 0 };
    const send = async (unit: LocationId, role: 'polling_unit_officer' | 'gpuo', accreditedVoters: number) => {
      const body = { ...sheet(election, unit), votes, voidVotes: 0, accreditedVoters };
      const key = { 'idempotency-key': `landslide-${role}-${unit}` };
      const sent = await (await test.as(role, unit)).post('/results', body, key);
      expect(sent.status).toBe(201);
      return sent.json<string>('data.id');
    };
    const decide = async (id: string, action: string) =>
      await reviewer.post(`/results/${id}/${action}`, { reason: 'As on the sheet', version: 1 });
    await decide(await send(first, 'polling_unit_officer', 10_000), 'verify');
    await send(first, 'gpuo', 10_000);
    await decide(await send(second, 'polling_unit_officer', 1), 'cancel');

    const document = await summary(ward, election);
    const [apc] = recordsOf(tableOf(document, 'Votes by party'));
    expect(apc).toMatchObject({ Party: 'APC', Verified: 9999, Share: 99.9 });
    const bars = ({ sections }: ReportDocument) =>
      sections.flatMap((section) => (section.type === 'chart' ? section.bars.map(({ text }) => text) : []));
    expect(bars(document)).toContain('9,999 (99.9%)');
    const compared = await documentOf(test, national, 'result_comparison', { election_id: election }, [ward]);
    expect(bars(compared)).toContain('99.9% (9,999)');
    expect(tableOf(compared, /^Votes by party, in units/).rows[0]).toEqual(['APC', 9999, 99.9, 9999, 99.9, 0]);

    // One of the two flagged results is cancelled.
    const flaggedInRoom = async () => {
      const room = await national.get(`/situation-room?electionId=${election}`);
      expect(room.json('data.alerts.total')).toBe(1);
    };
    await vi.waitFor(flaggedInRoom, { timeout: 10_000, interval: 50 });
    expect(figuresOf(await summary(place('NG'), election))['Results with a flag']).toBe(1);
  });

  it('says why there is no leader: not reported, or none of what came is counted', async () => {
    const { db } = test.database;
    const election = await createElection(db, {
      name: 'Governors',
      type: 'gubernatorial',
      areas: [place('24'), place('27')],
    });
    await official(election, unitOf(night.ikejaTwo, 0), { APC: 90, PDP: 1, LP: 2, NNPP: 0, Others: 0 });
    const document = await summary(place('NG'), election);
    for (const [basis, lagos] of [
      ['verified', 'None verified'],
      ['provisional', 'APC'],
    ] as const) {
      const leading = (title: string) => recordsOf(tableOf(document, title)).map(({ Leading }) => Leading);
      expect(leading(`Contests, ${basis}`)).toEqual([lagos, 'Not reported']);
      expect(leading(`Votes by state, ${basis}`)).toEqual(expect.arrayContaining([lagos, 'Not reported']));
    }
    expect(figuresOf(document)['Leading, verified']).toBe('None verified');
    expect(document.sections).toContainEqual(expect.objectContaining({ type: 'chart', empty: 'None verified' }));
    expect(tableOf(document, 'Seats by leading party, verified').empty).toBe('No party leads a contest yet.');
  });
});
