import type { ElectionId } from '@ec/contract/base/common';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../../test/harness.ts';
import { checkSheets, importEnded, importSheets, sendSheets } from '../../../../test/published-import.ts';
import { compareTallies } from '../../results/tally-repository.ts';

let test: TestApp;
let election: ElectionId;
let ward: LocationId;
let units: [LocationId, LocationId, LocationId];
let lga: Client;
let stranger: Client;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  await setElectionMode(test.database.db, true);
  lga = await test.as('lga_admin', place('24-11'));
  stranger = await test.as('lga_admin', place('19-02'));
});
afterAll(() => test.close());
beforeEach(async () => {
  election = await createElection(test.database.db);
  const made = await createWard(test.database.db, 3);
  ward = made.ward;
  units = made.units as typeof units;
});

const PATH = '/collations/published/import';
const urlOf = (unit: LocationId) => `/collations/published?electionId=${election}&pollingUnitId=${codeOf(unit)}`;
const audited = async (event: string) =>
  (
    await test.database.db
      .selectFrom('audit_entries')
      .select(['user_id', 'new_values'])
      .where('event', '=', event as 'collation.published_imported')
      .where('resource_id', '=', election)
      .orderBy('id')
      .execute()
  ).map(({ user_id, new_values }) => ({ by: user_id, next: new_values }));
const count = async (table: 'published_sheets' | 'published_import_lines') => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
    test.database.db,
  );
  return rows[0]?.count;
};

describe('a file of published sheets', () => {
  it('is checked, stored once, and mixed with none of our own figures', async () => {
    const officer = await test.as('polling_unit_officer', units[0]);
    const votes = { APC: 31, PDP: 12, LP: 88, NNPP: 2, Others: 0 };
    await officer.post('/results', { ...sheet(election, units[0]), votes }, { 'idempotency-key': `own-${units[0]}` });
    const text = `unit_code,status,accredited,APC,LP,rejected\n${codeOf(units[0])},,141,131,88,4\n${codeOf(units[1])},wrong unit,,,,\n`;
    const looked = await checkSheets(lga, election, text);
    expect(looked).toMatchObject({
      state: 'waiting',
      rows: 2,
      fileName: 'portal.csv',
      error: null,
      counts: {
        added: 2,
        changed: 0,
        unchanged: 0,
        states: { figures: 1, absent: 0, blurred: 0, wrong_unit: 1 },
        absent: ['PDP', 'NNPP', 'Others'],
      },
      can: { store: true, discard: true },
    });
    expect((await lga.get(urlOf(units[0]))).json('data.published')).toBeNull();
    expect((await lga.post(`${PATH}/${looked.id}/store`)).status).toBe(202);
    const stored = await importEnded(lga, looked.id);
    expect(stored).toMatchObject({ state: 'completed', done: 1, counts: { added: 2 }, can: { store: false } });
    expect((await lga.get(urlOf(units[0]))).json('data')).toMatchObject({
      published: {
        state: 'figures',
        figures: { accredited: 141, votes: { APC: 131, PDP: null, LP: 88 }, rejected: 4 },
      },
      own: { figures: { votes: { APC: 31 } } },
    });
    expect((await importSheets(lga, election, text)).counts).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    const again = await importSheets(lga, election, text.replace('131', '132'));
    expect(again.counts).toMatchObject({ added: 0, changed: 1, unchanged: 1 });
    expect((await lga.get(urlOf(units[0]))).json('data.earlier')).toHaveLength(1);
    expect(await compareTallies(test.database.db, election)).toEqual([]);
    expect(await audited('collation.published_imported')).toMatchObject([
      { by: lga.person.id, next: { rows: 2, added: 2, file: 'portal.csv' } },
      { by: lga.person.id, next: { rows: 2, changed: 1 } },
    ]);
    expect(await audited('collation.published_checked')).toHaveLength(3);
    expect(await count('published_import_lines')).toBe(0);
    const list = await lga.get('/collations/published/imports');
    expect(list.json<{ state: string }[]>('data.imports').slice(0, 3)).toMatchObject([
      { state: 'completed' },
      { state: 'completed' },
      { state: 'completed', electionId: election },
    ]);
  });

  it('is refused by line: other units, units named twice, and what is no figure', async () => {
    const [a, b, c] = units.map(codeOf) as [string, string, string];
    const bad = [
      'unit_code,status,APC,note',
      `${a},,12,"over\ntwo lines"`,
      `${a},,12,`,
      `${b},,-3,`,
      `${c},,1.5,`,
      '19-02-01-001,,5,',
      `${codeOf(ward)},,5,`,
      `${b},absent,5,`,
      `${b},,,`,
      `${b},lost,5,`,
      `${b},,5`,
    ].join('\n');
    const before = await count('published_sheets');
    const refused = await checkSheets(lga, election, bad);
    expect(refused).toMatchObject({
      state: 'failed',
      error: { code: 'IMPORT_INVALID', count: 9 },
      can: { store: false },
    });
    expect(refused.error?.lines.map(({ line, message }) => `${line} ${message}`)).toEqual([
      `4 ${a} is on line 3 already`,
      '5 APC: -3 is no whole number of zero or more',
      '6 APC: 1.5 is no whole number of zero or more',
      '7 19-02-01-001 is no polling unit of this election in your area',
      `8 ${codeOf(ward)} is the code of a ward, and this is a file by polling unit`,
      '9 The status is absent, so the line has no figures',
      '10 The line has neither figures nor a status',
      '11 lost is no status: figures, absent, blurred or wrong_unit; blank is figures',
      '12 The line has 3 fields where the header has 4',
    ]);
    const stored = await lga.post(`${PATH}/${refused.id}/store`);
    expect([stored.status, stored.code]).toEqual([409, 'IMPORT_NOT_WAITING']);
    expect(await count('published_sheets')).toBe(before);
    expect(await count('published_import_lines')).toBe(0);
    expect(await audited('collation.published_checked')).toMatchObject([{ next: { refused: 9 } }]);
    const messages = async (text: string) => (await checkSheets(lga, election, text)).error?.lines;
    expect(await messages(`unit_code,XYZ\n${a},5\n`)).toMatchObject([
      { line: 1, message: expect.stringContaining('XYZ') },
    ]);
    expect(await messages(`status,APC\nabsent,\n`)).toHaveLength(1);
    expect(await messages('unit_code,APC\n')).toEqual([
      { line: 1, message: 'The file has no line with a polling unit' },
    ]);
    expect(await messages(`unit_code,APC,note\n${a},5,a\0b\n`)).toMatchObject([
      { line: 2, message: expect.stringContaining('not a CSV file in UTF-8') },
    ]);
    expect(await messages(`unit_code,APC\n${a},5\n"open`)).toMatchObject([{ line: 3 }]);
    expect(await messages(`unit_code,APC\n${a},${'9'.repeat(50_000)}\n`)).toMatchObject([{ line: 2 }]);
  });

  it('names no unit of another area, and is taken from deciders alone', async () => {
    const text = `unit_code,APC\n${codeOf(units[0])},5\n`;
    const other = await checkSheets(stranger, election, text);
    expect(other.error?.lines).toMatchObject([{ line: 2, message: expect.stringContaining('in your area') }]);
    expect((await sendSheets(await test.as('gpuo', units[0]), election, text)).status).toBe(403);
    const draft = await createElection(test.database.db, { status: 'draft' });
    expect((await sendSheets(lga, draft, text)).code).toBe('ELECTION_NOT_LIVE');
    expect((await sendSheets(lga, 'none', text)).json('fields.0.path')).toBe('electionId');
  });

  it('waits for its sender, who can leave it, find it again and discard it', async () => {
    const text = `unit_code,APC\n${codeOf(units[0])},5\n`;
    const { id } = await checkSheets(lga, election, text);
    const colleague = await test.as('state_admin', place('24'));
    expect((await colleague.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await colleague.post(`${PATH}/${id}/store`)).status).toBe(404);
    expect((await colleague.delete(`${PATH}/${id}`)).status).toBe(404);
    expect((await test.anonymous.get(`${PATH}/${id}`)).status).toBe(401);
    expect((await lga.get('/collations/published/imports')).json('data.imports.0')).toMatchObject({
      id,
      state: 'waiting',
    });
    expect((await lga.delete(`${PATH}/${id}`)).json('data')).toMatchObject({
      state: 'discarded',
      can: { store: false },
    });
    expect((await lga.post(`${PATH}/${id}/store`)).code).toBe('IMPORT_NOT_WAITING');
    expect((await lga.get(urlOf(units[0]))).json('data.published')).toBeNull();
    expect(await count('published_import_lines')).toBe(0);
    expect(await audited('collation.published_discarded')).toMatchObject([{ next: { import: id } }]);
  });

  it('is given up when the next one of the person comes', async () => {
    const text = `unit_code,APC\n${codeOf(units[0])},5\n`;
    const first = await checkSheets(lga, election, text);
    const second = await checkSheets(lga, election, text);
    expect((await lga.get(`${PATH}/${first.id}`)).json('data.state')).toBe('discarded');
    expect(second.state).toBe('waiting');
    await lga.delete(`${PATH}/${second.id}`);
  });

  it('stored twice at once is stored once, and of two people each unit has one entry', async () => {
    const text = `unit_code,APC\n${codeOf(units[0])},5\n${codeOf(units[1])},6\n`;
    const mine = await checkSheets(lga, election, text);
    const replies = await Promise.all([1, 2, 3].map(() => lga.post(`${PATH}/${mine.id}/store`)));
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(await importEnded(lga, mine.id)).toMatchObject({ state: 'completed', counts: { added: 2 } });
    const other = text.replace(',5', ',7');
    const admin = await test.as('ward_admin', ward);
    const both = [await checkSheets(lga, election, other), await checkSheets(admin, election, other)] as const;
    await Promise.all([lga.post(`${PATH}/${both[0].id}/store`), admin.post(`${PATH}/${both[1].id}/store`)]);
    const ends = [await importEnded(lga, both[0].id), await importEnded(admin, both[1].id)];
    expect(ends.map(({ counts }) => counts?.changed ?? 0).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect((await lga.get(urlOf(units[0]))).json('data.earlier')).toHaveLength(1);
  });

  it('is not stored on another ballot than it was checked with, nor by who lost the area', async () => {
    const text = `unit_code,APC\n${codeOf(units[0])},5\n`;
    const moved = await test.as('ward_admin', ward);
    const waiting = await checkSheets(moved, election, text);
    const elsewhere = await createWard(test.database.db, 1);
    await test.database.db
      .updateTable('users')
      .set({ area_id: elsewhere.ward })
      .where('id', '=', moved.person.id)
      .execute();
    await moved.post(`${PATH}/${waiting.id}/store`);
    expect(await importEnded(moved, waiting.id)).toMatchObject({ state: 'failed', error: { code: 'NOT_PERMITTED' } });
    const checked = await checkSheets(lga, election, text);
    await test.database.db
      .updateTable('elections')
      .set({ parties: ['APC', 'PDP', 'LP', 'NNPP', 'ADC', 'Others'] })
      .where('id', '=', election)
      .execute();
    await lga.post(`${PATH}/${checked.id}/store`);
    expect(await importEnded(lga, checked.id)).toMatchObject({
      state: 'failed',
      error: { code: 'PUBLISHED_BALLOT_CHANGED' },
    });
    expect((await lga.get(urlOf(units[0]))).json('data.published')).toBeNull();
  });

  it('of which the lines are gone, or whose worker was killed, says so or waits again', async () => {
    const text = `unit_code,APC\n${codeOf(units[0])},5\n`;
    const { id } = await checkSheets(lga, election, text);
    const { db } = test.database;
    await sql`update published_imports set state = 'storing', done = 0.4 where id = ${id}`.execute(db);
    expect((await lga.get(`${PATH}/${id}`)).json('data')).toMatchObject({
      state: 'waiting',
      error: { code: 'IMPORT_INTERRUPTED' },
    });
    await sql`delete from published_import_lines where import_id = ${id}`.execute(db);
    expect((await lga.post(`${PATH}/${id}/store`)).status).toBe(202);
    expect(await importEnded(lga, id)).toMatchObject({ state: 'failed', error: { code: 'IMPORT_FILE_GONE' } });
  });
});
