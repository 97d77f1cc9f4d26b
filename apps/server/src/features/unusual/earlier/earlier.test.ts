import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { codeOf, locationIdOf } from '@ec/contract/geography/location-id';
import type { EarlierList } from '@ec/contract/unusual/earlier';
import { DEFAULT_SETTINGS } from '@ec/contract/unusual/settings';
import type { Trial } from '@ec/contract/unusual/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createWard, place } from '../../../../test/builders.ts';
import { auditOf } from '../../../../test/credentials.ts';
import { checkEarlier, importEarlier, sendEarlier } from '../../../../test/earlier-results.ts';
import { type Client, testApp, type TestApp } from '../../../../test/harness.ts';
import { narrowed } from '../../../../test/moderators.ts';

let test: TestApp;
let national: Client;
let codes: string[];
let wardCode: string;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 1000 });
  national = await test.as('national_admin', place('NG'));
  const made = await createWard(test.database.db, 10);
  codes = made.units.map(codeOf);
  wardCode = codeOf(made.ward);
});
afterAll(() => test.close());

const HEADER = 'unit_code,registered,accredited,APC,PDP,LP,NNPP';
const rowsHeld = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from earlier_results`.execute(
    test.database.db,
  );
  return rows[0]?.count;
};
/** Nine units alike, and one whose shares are turned round. */
const ward = () =>
  [HEADER, ...codes.map((code, index) => `${code},500,160,${index === 9 ? '100,10,30,5' : '30,10,100,5'}`)].join('\n');

describe('results of an earlier election', () => {
  it('are checked, stored, used for a trial, and removed', async () => {
    const checked = await checkEarlier(national, { text: ward() });
    expect(checked).toMatchObject({
      state: 'waiting',
      rows: 10,
      parties: ['APC', 'PDP', 'LP', 'NNPP'],
      can: { store: true, discard: true, remove: false },
    });
    const list = async () => (await national.get('/unusual/earlier')).json<EarlierList>('data');
    expect(await list()).toMatchObject({ elections: [], files: [{ id: checked.id }], can: { import: true } });
    // A file that waits is in no comparison.
    const trial = { sampleId: checked.id, earlierId: null, checks: DEFAULT_SETTINGS, area: 'SW' };
    expect((await national.post('/unusual/trial', trial)).code).toBe('EARLIER_NOT_FOUND');
    const other = await test.as('global_moderator', place('NG'));
    expect((await other.get(`/unusual/earlier/${checked.id}`)).status).toBe(404);
    expect((await other.post(`/unusual/earlier/${checked.id}/store`)).status).toBe(404);
    const twice = await Promise.all([1, 2].map(() => national.post(`/unusual/earlier/${checked.id}/store`)));
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await list()).toMatchObject({ elections: [{ id: checked.id, can: { remove: true } }], files: [] });
    const tried = (await national.post('/unusual/trial', trial)).json<Trial>('data');
    expect(tried).toEqual({
      results: 10,
      found: [
        // All but one have the same votes, 145 of them.
        { check: 'identical_votes', tests: 10, units: 10, marked: 9 },
        { check: 'full_turnout', tests: 10, units: 10, marked: 0 },
        { check: 'neighbour_share', tests: 40, units: 10, marked: 1 },
        { check: 'neighbour_turnout', tests: 10, units: 10, marked: 0 },
      ],
    });
    expect((await national.post('/unusual/trial', { ...trial, area: 'NG' })).code).toBe('UNKNOWN_LOCATION');
    const reader = await test.as('state_admin', place('24'));
    expect((await reader.post('/unusual/trial', trial)).status).toBe(403);
    expect((await reader.get('/unusual/earlier')).status).toBe(403);
    expect((await national.delete(`/unusual/earlier/${checked.id}`)).json('data.state')).toBe('discarded');
    expect(await rowsHeld()).toBe(0);
    expect(await auditOf(test, checked.id)).toEqual([
      'unusual.earlier_checked',
      'unusual.earlier_imported',
      'unusual.earlier_removed',
    ]);
  });

  it('are refused by line', async () => {
    const [a, b, c] = codes;
    const bad = [
      `${HEADER},Others`,
      `${a},500,160,30,10,100,5,`,
      `${a},500,160,30,10,100,5,`,
      `${b},500,160,-3,10,1.5,5,`,
      `${c},,,1,2,3,4,5`,
      '19-02-01-001,500,160,30,10,100,5,1',
      `${wardCode},500,160,30,10,100,5,1`,
      'x,500,160,30,10,100,5,1',
      `${c},500,160,30`,
    ].join('\n');
    const refused = await checkEarlier(national, { text: bad });
    expect(refused).toMatchObject({
      state: 'failed',
      error: { code: 'IMPORT_INVALID', count: 7 },
      can: { store: false },
    });
    expect(refused.error?.lines.map(({ line, message }) => `${line} ${message}`)).toEqual([
      `3 ${a} is on line 2 already`,
      '4 APC: -3 is no whole number of zero or more; LP: 1.5 is no whole number of zero or more',
      '5 accredited is blank',
      '6 19-02-01-001 is no polling unit of the register',
      `7 ${wardCode} is the code of a ward, and this is a file by polling unit`,
      '8 x is no code of a polling unit',
      '9 The line has 4 fields where the header has 8',
    ]);
    expect(await rowsHeld()).toBe(0);
    const said = async (text: string) =>
      (await checkEarlier(national, { text })).error?.lines.map((line) => line.message);
    expect(await said('')).toEqual(['The file is empty']);
    expect(await said(HEADER)).toEqual(['The file has no line with a polling unit']);
    expect(await said(`ward_code,registered,accredited,APC\n${wardCode},1,1,1`)).toEqual([
      expect.stringContaining('by ward (ward_code)'),
    ]);
    expect(await said(`unit_code,state,registered,APC,XYZ\n${a},Lagos,500,1,2`)).toEqual([
      expect.stringContaining('The column state is none of the parties that you named (APC, PDP, LP, NNPP)'),
      expect.stringContaining('The column XYZ is none'),
      'The header lacks accredited, PDP, LP, NNPP',
    ]);
    const named = await sendEarlier(national, { text: ward(), name: ' ', parties: 'APC,APC' });
    expect(named.status).toBe(400);
    expect(named.json<{ path: string }[]>('fields').map((field) => field.path)).toEqual(['name', 'parties']);
    expect((await sendEarlier(await test.as('super_admin', place('NG')), { text: ward() })).status).toBe(403);
  });

  it('are of the whole nation: who is narrowed to a part reads them, and tries checks in that part alone', async () => {
    const id = await importEarlier(national, { text: ward(), name: 'Nationwide' });
    const [lagos, kano] = await Promise.all(
      ['24', '19'].map((state) => narrowed(test, { canManageElections: true, allowedStates: [state] })),
    );
    if (!lagos || !kano) throw new Error('no moderators');
    const list = (await lagos.get('/unusual/earlier')).json<EarlierList>('data');
    expect(list.can).toEqual({ import: false });
    expect(list.elections.find((each) => each.id === id)?.can).toMatchObject({ remove: false });
    const refused = await Promise.all([
      sendEarlier(lagos, { text: ward() }),
      lagos.post(`/unusual/earlier/${id}/store`),
      lagos.delete(`/unusual/earlier/${id}`),
    ]);
    expect(refused.map(({ status, code }) => [status, code])).toEqual(Array(3).fill([403, 'NOT_PERMITTED']));
    const tried = async (by: Client, area: string) => {
      const body = { sampleId: id, earlierId: null, checks: DEFAULT_SETTINGS, area };
      return (await by.post('/unusual/trial', body)).json<Trial>('data').results;
    };
    expect(await Promise.all([tried(lagos, 'SW'), tried(lagos, '24'), tried(kano, 'SW'), tried(kano, '24')])).toEqual([
      10, 10, 0, 0,
    ]);
    expect((await national.delete(`/unusual/earlier/${id}`)).status).toBe(200);
  });

  it('that an election is compared with are not removed', async () => {
    const id = await importEarlier(national, { text: ward(), name: 'Kept' });
    const electionId = await createElection(test.database.db);
    const body = { electionId, version: 0, checks: DEFAULT_SETTINGS, earlierId: id };
    // Both at once: either the election compares with it, or it is gone.
    const [set, gone] = await Promise.all([
      national.put('/unusual/settings', body),
      national.delete(`/unusual/earlier/${id}`),
    ]);
    expect([set.code, gone.code].filter((code) => code !== undefined)).toEqual([
      set.code === undefined ? 'IN_USE' : 'EARLIER_NOT_FOUND',
    ]);
  });
});

const folder =
  process.env['RESULTS_DATA'] ?? path.resolve(import.meta.dirname, '../../../../../../../shared/data/results');
const file = path.join(folder, '2023_president_pu_odd_states.csv.gz');

describe.skipIf(!existsSync(file))('the results of 2023 in 19 states', () => {
  it('are taken as a file, and a trial of the nation marks as many units as were published', async () => {
    const [, ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
    const units = lines.map((line) => line.split(','));
    const ids = units.map(([code = '']) => locationIdOf(code));
    // The register of the test is small: its places are enough for an import, which asks for codes alone.
    await test.asOwner(async (tx) => {
      await sql`insert into locations (id, parent_id, type, code, name) select id, ${place('24-11')}::bigint, 'polling_unit',
        'r' || id, 'Unit' from unnest(${`{${ids.join(',')}}`}::bigint[]) as t (id) on conflict do nothing`.execute(tx);
    });
    const text = [HEADER, ...units.map(([code, , ...figures]) => [code, ...figures].join(','))].join('\n');
    const id = await importEarlier(national, { text, name: 'All' });
    const sums = new Map<string, { units: number; marked: number }>();
    for (const area of ['NC', 'NE', 'NW', 'SE', 'SS', 'SW']) {
      const body = { sampleId: id, earlierId: null, checks: DEFAULT_SETTINGS, area };
      for (const { check, units: tested, marked } of (await national.post('/unusual/trial', body)).json<Trial>('data')
        .found) {
        const sum = sums.get(check) ?? { units: 0, marked: 0 };
        sums.set(check, { units: sum.units + tested, marked: sum.marked + marked });
      }
    }
    expect(Object.fromEntries(sums)).toEqual({
      identical_votes: { units: 32_553, marked: 795 },
      full_turnout: { units: 52_865, marked: 42 },
      neighbour_share: { units: 43_707, marked: 1013 },
      neighbour_turnout: { units: 43_707, marked: 1479 },
    });
  });
});
