import type { ElectionId } from '@ec/contract/base/common';
import type { ConstituencyImport, ConstituencyList } from '@ec/contract/constituencies/schemas';
import type { Declaration } from '@ec/contract/elections/declaration';
import type { Election } from '@ec/contract/elections/schemas';
import type { LiveConstituencies, LiveSummary } from '@ec/contract/live/schemas';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

/** Figures follow a change within a second. */
async function eventually(read: () => Promise<void>): Promise<void> {
  await vi.waitFor(read, { timeout: 10_000, interval: 50 });
}

let test: TestApp;
let national: Client;
let abia: Client;
/** Two wards of Ikeja, two of Agege, one of Aba North in another state; each with two units. */
let wards: { ward: LocationId; units: LocationId[] }[];

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  test.app.platform.organisation.invalidate();
  national = await test.as('national_admin', place('NG'));
  wards = [];
  for (const lga of ['24-11', '24-11', '24-01', '24-01', '01-01']) {
    wards.push(await createWard(test.database.db, 2, place(lga)));
  }
});
afterAll(() => test.close());

const officers = new Map<LocationId, Client>();
/** The one officer of the unit. */
async function officerOf(unit: LocationId): Promise<Client> {
  const officer = officers.get(unit) ?? (await test.as('polling_unit_officer', unit));
  officers.set(unit, officer);
  return officer;
}

const code = (index: number) => codeOf(wards[index]?.ward ?? place('NG'));
const wardOf = (index: number) => wards[index]?.ward ?? place('NG');
const unitOf = (index: number, unit = 0) => wards[index]?.units[unit] ?? place('NG');
const HEADER = 'ward_code,senatorial_district_id,federal_constituency_id,state_constituency_id';
/** Ikeja is split between the state constituencies 1 and 2; 2 has a ward of Agege too. */
const rows = () => [
  `${code(0)},240,70,1`,
  `${code(1)},240,70,2`,
  `${code(2)},240,71,2`,
  `${code(3)},241,71,3`,
  `${code(4)},10,1,9`,
];
const fileOf = (lines: readonly string[], header = HEADER) => [header, ...lines].join('\r\n');
const importing = async (text: string, store: boolean, client = national) =>
  await client.post('/constituencies/import', { text, store });
const listOf = async (kind: string, client = national) =>
  (await client.get(`/constituencies?type=${kind}`)).json<ConstituencyList>('data');
const draft = { name: 'State assembly', electionDate: '2027-02-20', type: 'state_assembly' };

describe('an import', () => {
  it('is previewed without storing anything, says what it changes, and then stores just that', async () => {
    const looked = (await importing(fileOf(rows()), false)).json<ConstituencyImport>('data');
    expect((await listOf('state')).total).toBe(0);
    const reply = await importing(fileOf(rows()), true);
    expect(reply.status).toBe(200);
    const stored = reply.json<ConstituencyImport>('data');
    expect(stored).toEqual({ ...looked, stored: true });
    expect(stored.kinds.find(({ kind }) => kind === 'state')).toMatchObject({
      constituencies: 4,
      added: 4,
      wards: 5,
      assigned: 5,
      moved: 0,
      unassigned: { count: 0 },
    });
  });

  it('names them by their LGAs and numbers, and says of which LGAs they hold a part', async () => {
    const { constituencies, unassigned } = await listOf('state');
    expect(unassigned).toBe(0);
    expect(constituencies.map(({ name, wards: count, units }) => [name, count, units])).toEqual([
      ['Aba North', 1, 2],
      ['Agege', 1, 2],
      ['Agege/Ikeja', 2, 4],
      ['Ikeja', 1, 2],
    ]);
    expect(constituencies[2]?.lgas.map(({ name, part }) => [name, part])).toEqual([
      ['Agege', true],
      ['Ikeja', true],
    ]);
    const districts = await listOf('senatorial');
    expect(districts.constituencies.map(({ name }) => name)).toEqual([
      'Abia senatorial district 1',
      'Lagos senatorial district 1',
      'Lagos senatorial district 2',
    ]);
  });

  it('keeps a name that was given, and finds it', async () => {
    expect((await national.put('/constituencies/senatorial-240', { name: 'Lagos West' })).status).toBe(200);
    await importing(fileOf(rows()), true);
    const found = (await national.get('/constituencies?type=senatorial&q=lagos%20west')).json<ConstituencyList>('data');
    expect(found.constituencies.map(({ id, name }) => [id, name])).toEqual([['senatorial-240', 'Lagos West']]);
    expect((await national.put('/constituencies/senatorial-999', { name: 'Nowhere' })).status).toBe(404);
  });

  it('says which wards have none, and leaves the kinds whose column the file lacks', async () => {
    const { ward } = await createWard(test.database.db, 1, place('01-01'));
    const reply = await importing(fileOf([`${code(4)},9`], 'ward_code,state_constituency_id'), true);
    const answer = reply.json<ConstituencyImport>('data');
    expect(answer.absent).toEqual(['senatorial', 'federal']);
    expect(answer.kinds[0]?.unassigned.wards.map((one) => one.code)).toEqual([codeOf(ward)]);
    expect((await listOf('state')).unassigned).toBe(1);
    expect((await listOf('senatorial')).total).toBe(3);
    await importing(fileOf([...rows(), `${codeOf(ward)},10,1,9`]), true);
    expect((await listOf('state')).unassigned).toBe(0);
  });

  const REFUSED: [string, () => string, RegExp][] = [
    [
      'a constituency of another state',
      () => fileOf([...rows().slice(0, 4), `${code(4)},240,1,9`]),
      /lies in one state/,
    ],
    ['a ward that there is not', () => fileOf(['24-11-999,1,1,1']), /There is no ward 24-11-999/],
    ['a ward twice', () => fileOf([`${code(0)},240,70,1`, `${code(0)},240,70,1`]), /already on line 2/],
    ['a number that is none', () => fileOf([`${code(0)},x,70,1`]), /x is not the number/],
    ['a bad line after an empty one', () => fileOf(['', `${code(0)},x,70,1`]), /^Line 3: x is not the number/],
    ['a line that is too short', () => fileOf([code(0)]), /1 fields where the header has 4/],
    ['no column of a kind', () => fileOf([code(0)], 'ward_code'), /none of senatorial_district_id/],
    ['no ward code', () => fileOf(['1'], 'state_constituency_id'), /lacks ward_code/],
    ['an open quotation mark', () => `${HEADER}\n"${code(0)},1,1,1`, /quotation mark/],
    ['no line', () => HEADER, /no ward/],
  ];
  it.each(REFUSED)('with %s is refused by its line, and nothing of it is stored', async (_what, text, message) => {
    const before = await listOf('state');
    const looked = (await importing(text(), false)).json<ConstituencyImport>('data');
    const [first] = looked.refused.lines;
    expect(`Line ${first?.line}: ${first?.message}`).toMatch(message);
    const reply = await importing(text(), true);
    expect([reply.status, reply.code]).toEqual([400, 'IMPORT_INVALID']);
    expect(await listOf('state')).toEqual(before);
  });

  it('is for those who edit places of the whole nation', async () => {
    const regional = await test.as('regional_admin', place('SW'));
    expect((await importing(fileOf(rows()), true, regional)).status).toBeGreaterThanOrEqual(403);
    abia = await test.as('state_admin', place('01'));
    expect((await listOf('state', abia)).constituencies.map(({ name }) => name)).toEqual(['Aba North']);
  });

  it('is refused beside another import', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => importing(fileOf(rows()), true)));
    for (const reply of replies) expect([200, 409]).toContain(reply.status);
    expect(replies.some(({ status }) => status === 200)).toBe(true);
  });
});

describe('an election in constituencies', () => {
  // Imports are limited by the minute.
  beforeEach(() => test.clock.advance(1));
  const create = async (changes: object) => await national.post('/elections', { ...draft, ...changes });

  it('covers just their wards, and takes results from these only', async () => {
    const reply = await create({ constituencies: ['state-2'] });
    expect(reply.status).toBe(201);
    const election = reply.json<Election>('data');
    expect(election.constituencies).toEqual([{ id: 'state-2', name: 'Agege/Ikeja' }]);
    expect(election.areas).toEqual([wardOf(2), wardOf(1)]);
    expect(election.coverage.units).toBe(4);
    for (const to of ['scheduled', 'live']) await national.post(`/elections/${election.id}/transition`, { to });
    const send = async (unit: LocationId) =>
      await (await officerOf(unit)).post('/results', sheet(election.id, unit), {
        'idempotency-key': `constituency-${unit}`,
      });
    expect((await send(unitOf(1))).status).toBe(201);
    expect((await send(unitOf(0))).status).toBeGreaterThanOrEqual(400);
    await eventually(async () => {
      const ikeja = await national.get(`/live/summary?electionId=${election.id}&area=24-11`);
      expect(ikeja.json<LiveSummary>('data')).toMatchObject({
        registeredInArea: 1000,
        coverage: { units: 2, reported: 1 },
        basis: { provisional: { totalVotes: 140 } },
      });
    });
    const moved = rows().map((row) => (row.startsWith(code(0)) ? `${code(0)},240,70,2` : row));
    const refused = await importing(fileOf(moved), true);
    expect([refused.status, refused.code]).toEqual([409, 'CONSTITUENCY_IN_USE']);
  });

  it('follows the register while it is a draft', async () => {
    const { id } = (await create({ type: 'house_of_representatives', constituencies: ['federal-70'] })).json<Election>(
      'data',
    );
    const moved = rows().map((row) => (row.startsWith(code(2)) ? `${code(2)},240,70,2` : row));
    const answer = (await importing(fileOf(moved), true)).json<ConstituencyImport>('data');
    expect(answer.elections).toEqual([draft.name]);
    const after = (await national.get(`/elections/${id}`)).json<Election>('data');
    expect([after.coverage.units, after.areas]).toEqual([6, [wardOf(2), place('24-11')]]);
    await importing(fileOf(rows()), true);
  });

  it('keeps its wards: a file that leaves none is refused, in the preview too', async () => {
    const request = { electionDate: '2027-03-13', constituencies: ['state-3'] };
    expect((await create(request)).status).toBe(201);
    const emptied = rows().map((row) => (row.startsWith(code(3)) ? `${code(3)},241,71,2` : row));
    // State constituency 2 is in a live election; a new one takes the ward instead.
    const moved = emptied.map((row) => (row.startsWith(code(3)) ? `${code(3)},241,71,5` : row));
    for (const store of [false, true]) {
      expect((await importing(fileOf(emptied), store)).code).toBe('CONSTITUENCY_IN_USE');
      expect((await importing(fileOf(moved), store)).code).toBe('CONSTITUENCY_WITHOUT_WARDS');
    }
    expect((await listOf('state')).constituencies.map(({ id }) => id)).toContain('state-3');
  });

  it('is refused with constituencies of another kind, unknown ones, and areas beside them', async () => {
    const faults = async (changes: object) => {
      const reply = await create(changes);
      expect(reply.status).toBe(400);
      return reply.json<{ path: string }[]>('fields').map(({ path }) => path);
    };
    expect(await faults({ constituencies: ['federal-70'] })).toEqual(['constituencies.0']);
    expect(await faults({ constituencies: ['state-1', 'state-77'] })).toEqual(['constituencies.1']);
    expect(await faults({ type: 'presidential', constituencies: ['state-1'] })).toEqual(['constituencies.0']);
    expect(await faults({ constituencies: ['state-1'], areas: ['24'] })).toEqual(['areas']);
    expect(await faults({ areas: [] })).toEqual(['areas']);
    const { id } = (await create({ constituencies: ['state-1'] })).json<Election>('data');
    expect((await national.put(`/elections/${id}`, { type: 'senatorial' })).status).toBe(400);
    const wider = (await national.put(`/elections/${id}`, { areas: ['24'] })).json<Election>('data');
    expect([wider.areas, wider.constituencies]).toEqual([[place('24')], []]);
  });

  it('is created by those only who hold all of its wards', async () => {
    const east = await test.as('regional_admin', place('SE'));
    const request = { ...draft, name: 'By the South East' };
    expect((await east.post('/elections', { ...request, constituencies: ['state-1'] })).status).toBe(403);
    expect((await east.post('/elections', { ...request, constituencies: ['state-9'] })).status).toBe(201);
  });
});

describe('figures by constituency', () => {
  let election: ElectionId;
  const rowsOf = async (area: string, client = national) =>
    (await client.get(`/live/constituencies?electionId=${election}&area=${area}`)).json<LiveConstituencies>('data');

  beforeAll(async () => {
    election = await createElection(test.database.db, { type: 'state_assembly', areas: [place('24'), place('01')] });
    for (const [index, { units }] of wards.entries()) {
      for (const unit of units) {
        const officer = await officerOf(unit);
        const figures = { ...sheet(election, unit), voidVotes: index };
        await officer.post('/results', figures, { 'idempotency-key': `figures-${unit}` });
      }
    }
  });

  it('name the form of the sheets as it is printed on the paper, in each line of their file', async () => {
    const corrected = { election_type: 'state_assembly', level: 'polling_unit', code: 'EC8A(SA)' } as const;
    await test.database.db.insertInto('form_codes').values(corrected).execute();
    const file = await national.get(`/live/export.csv?electionId=${election}&area=24&by=constituency`);
    await test.database.db.deleteFrom('form_codes').execute();
    const [heading, ...lines] = file.text.trim().split('\n');
    expect(heading?.trim()).toMatch(/^\uFEFF?constituency,name,state,units,reported,.*,form$/);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line.trim()).toMatch(/,EC8A\(SA\)$/);
  });

  it('are the sums of their wards, and together those of the whole', async () => {
    await eventually(async () => {
      const { kind, constituencies } = await rowsOf('NG');
      expect(kind).toBe('state');
      expect(
        constituencies.map(({ constituency, coverage, provisional }) => [
          constituency.id,
          coverage.units,
          coverage.reported,
          provisional.voidVotes,
        ]),
      ).toEqual([
        ['state-9', 3, 2, 8],
        ['state-3', 2, 2, 6],
        ['state-2', 4, 4, 6],
        ['state-1', 2, 2, 0],
      ]);
      const whole = (await national.get(`/live/summary?electionId=${election}`)).json<LiveSummary>('data');
      expect(whole.basis.provisional.totalVotes).toBe(
        constituencies.reduce((sum, { provisional }) => sum + provisional.totalVotes, 0),
      );
    });
  });

  it('stay those of the wards that they were counted in: a live election of whole states holds these wards too', async () => {
    test.clock.advance(1);
    // State constituency 9 is named by a draft alone.
    const moved = rows().map((row) => (row.startsWith(code(4)) ? `${code(4)},10,1,8` : row));
    for (const store of [false, true]) {
      const refused = await importing(fileOf(moved), store);
      expect([refused.status, refused.code]).toEqual([409, 'CONSTITUENCY_IN_USE']);
    }
    const elsewhere = rows().map((row) => (row.startsWith(code(3)) ? `${code(3)},240,71,3` : row));
    expect((await importing(fileOf(elsewhere), true)).status).toBe(200);
    await importing(fileOf(rows()), true);
    // Once it is archived, a later register counts.
    const becomes = async (status: 'live' | 'archived') =>
      await test.database.db.updateTable('elections').set({ status }).where('id', '=', election).execute();
    await becomes('archived');
    test.clock.advance(1);
    expect((await importing(fileOf(moved), true)).status).toBe(200);
    expect((await importing(fileOf(rows()), true)).status).toBe(200);
    await becomes('live');
  });

  it('are not decided while a covered ward of their state belongs to no constituency', async () => {
    const ask = async () => {
      const reply = await national.get(
        `/live/declaration?electionId=${election}&basis=provisional&constituency=state-1`,
      );
      return reply.json<Declaration>('data');
    };
    const before = await ask();
    expect(before).toMatchObject({ unplaced: 0, decided: true });
    const { ward, units } = await createWard(test.database.db, 1, place('24-20'));
    test.app.platform.organisation.invalidate();
    try {
      await eventually(async () => {
        const found = await ask();
        expect(found).toMatchObject({ unplaced: 1, decided: false });
        expect(found.words).toContain('1 ward of the state in no constituency');
        const all = await national.get(`/live/declaration?electionId=${election}&basis=provisional`);
        expect(all.json('data')).toMatchObject({ contest: null, unplaced: 1 });
        expect(all.json('data.words')).toMatch(/The votes of 1 ward in no constituency are in none of them\.$/);
      });
    } finally {
      await test.database.db
        .deleteFrom('locations')
        .where('id', 'in', [...units, ward])
        .execute();
    }
  });

  it('name one leader by one lead in list, file and declaration, and Others neither first nor second', async () => {
    const id = await createElection(test.database.db, { type: 'state_assembly', areas: [place('24')] });
    for (const [ward, Others] of [
      [0, 950],
      [1, 1050],
      [3, 1000],
    ] as const) {
      const votes = { APC: 1000, PDP: 900, LP: 0, NNPP: 0, Others };
      const figures = { ...sheet(id, unitOf(ward)), accreditedVoters: 3000, votes };
      const officer = await officerOf(unitOf(ward));
      expect((await officer.post('/results', figures, { 'idempotency-key': `lead-${ward}` })).status).toBe(201);
    }
    const rest = `electionId=${id}&basis=provisional`;
    await eventually(async () => {
      const listed = (await national.get(`/live/constituencies?${rest}`)).json<LiveConstituencies>('data');
      expect(listed.constituencies.map(({ leading }) => leading.provisional)).toEqual(['APC', 'APC', 'APC']);
    });
    const file = await national.get(`/live/export.csv?electionId=${id}&by=constituency`);
    const [heading = [], ...lines] = file.text
      .trim()
      .split('\r\n')
      .join('\n')
      .split('\n')
      .map((line) => line.split(','));
    const at = (column: string) => heading.indexOf(column);
    expect(lines.map((line) => [line[at('leading_provisional')], line[at('lead_provisional')]])).toEqual(
      lines.map(() => ['APC', '100']),
    );
    const { contests } = (await national.get(`/live/declaration?${rest}`)).json<Declaration>('data');
    expect(contests.map(({ leading, second, lead }) => [leading, second, lead])).toEqual(
      lines.map(() => ['APC', 'PDP', 100]),
    );
    expect(lines).toHaveLength(3);
  });

  it('are shown of those only that lie in the area as a whole', async () => {
    const ids = async (area: string) => (await rowsOf(area)).constituencies.map(({ constituency }) => constituency.id);
    expect(await ids('24')).toEqual(['state-3', 'state-2', 'state-1']);
    expect(await ids('24-11')).toEqual(['state-1']);
    expect((await rowsOf('01', abia)).constituencies).toHaveLength(1);
    const other = await abia.get(`/live/constituencies?electionId=${election}&area=24`);
    expect(other.status).toBe(404);
  });
});
