import { codeOf } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { enter, formOf, rowOf, totalsOf } from '../../../test/collations.ts';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { documentOf, tableOf } from '../../../test/report-documents.ts';
import { storeReports } from '../../../test/reports.ts';

let test: TestApp;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
});
afterAll(() => test.close());

it('the report on a gap names every change, and says what is declared and what our sheets say', async () => {
  const election = await createElection(test.database.db);
  const { ward, units } = await createWard(test.database.db, 1);
  const [unit] = units;
  if (!unit) throw new Error('no unit');
  const national = await test.as('national_admin', place('NG'));
  const officer = await test.as('polling_unit_officer', unit);
  const votes = { APC: 31, PDP: 12, LP: 88, NNPP: 2, Others: 0 };
  await officer.post('/results', { ...sheet(election, unit), votes }, { 'idempotency-key': 'gap' });
  const row = { ...rowOf(unit), votes: { ...votes, APC: 131 } };
  const statedTotals = { ...totalsOf(1), votes: row.votes };
  const sent = await enter(
    await test.as('ward_admin', ward),
    formOf(election, ward, [], { rows: [row], statedTotals }),
  );
  expect(sent.status).toBe(201);
  const document = await documentOf(test, national, 'collation_gap', { election_id: election }, [ward]);
  const changes = tableOf(document, 'Where the figures changed').rows;
  expect(changes).toHaveLength(1);
  expect(changes[0]).toEqual(
    expect.arrayContaining(['APC', 'EC8B', codeOf(ward), codeOf(unit), 'Row differs from our sheet', 100]),
  );
  expect(tableOf(document, 'Declared and own votes by party').rows).toContainEqual(['APC', 131, 31, 100]);
  expect(document.coverage).toContain('1 of 1 polling units');
});

it('lists more than two thousand changes one by one', async () => {
  const election = await createElection(test.database.db);
  const { ward, units } = await createWard(test.database.db, 500);
  await storeReports(test, election, units, []);
  const votes = (times: number) => ({ APC: times, PDP: times, LP: times, NNPP: times, Others: times });
  const sent = await enter(
    await test.as('ward_admin', ward),
    formOf(election, ward, [], {
      rows: units.map((unit) => ({ ...rowOf(unit), votes: votes(1) })),
      statedTotals: { votes: votes(500) },
    }),
  );
  expect(sent.status).toBe(201);
  const national = await test.as('national_admin', place('NG'));
  const { main } = await documentOf(test, national, 'collation_gap', { election_id: election }, [ward]);
  expect(main.rows).toHaveLength(2500);
  expect(main.note).toBeUndefined();
});

it('the report on a contest in constituencies is of the one that is asked for, and names it', async () => {
  const { db } = test.database;
  const wards = [await createWard(db, 1), await createWard(db, 1)].map(({ ward }) => ward);
  const [east = 0, west = 0] = wards;
  await sql`insert into constituencies (id, kind, code, state_id, name) values
    ('senatorial-911', 'senatorial', 911, ${place('24')}::bigint, 'Lagos East'), ('senatorial-912', 'senatorial', 912, ${place('24')}::bigint, 'Lagos West')`.execute(
    db,
  );
  await sql`insert into constituency_wards (ward_id, kind, constituency_id) values
    (${east}::bigint, 'senatorial', 'senatorial-911'), (${west}::bigint, 'senatorial', 'senatorial-912')`.execute(db);
  const senate = await createElection(db, {
    name: 'Senate',
    type: 'senatorial',
    areas: wards,
    constituencies: ['senatorial-911', 'senatorial-912'],
  });
  const national = await test.as('national_admin', place('NG'));
  const row = { ...rowOf(place('24-11')), votes: { APC: 140 } };
  const form = { area: '24', formCode: 'EC8D(I)', constituency: 'senatorial-912' };
  const sent = await enter(
    await test.as('state_admin', place('24')),
    formOf(senate, place('24'), [], { ...form, rows: [row], statedTotals: { votes: row.votes } }),
  );
  expect(sent.status).toBe(201);
  const ask = (parameters: object) => national.post('/reports', { template: 'collation_gap', parameters });
  const refused = await ask({ election_id: senate });
  expect([refused.code, refused.json('fields.0.path')]).toEqual(['REPORT_PARAMETER', 'parameters.constituency_id']);
  const foreign = await ask({ election_id: senate, constituency_id: 'federal-1' });
  expect(foreign.json('fields.0.path')).toBe('parameters.constituency_id');
  const named = await ask({ election_id: senate, constituency_id: 'senatorial-912' });
  expect(named.json('data.title')).toBe('Collation gap: Senate, Lagos West, Nigeria');
  expect(named.json('data.parameters')).toContainEqual({ label: 'Constituency', value: 'Lagos West' });
  const parameters = { election_id: senate, constituency_id: 'senatorial-912' };
  const document = await documentOf(test, national, 'collation_gap', parameters, [place('NG')]);
  expect(document.title).toBe('Collation gap: Senate, Lagos West');
  expect(tableOf(document, 'Declared and own votes by party').rows).toContainEqual(['APC', 140, 0, 140]);
  expect(document.coverage).toContain('0 of 1 polling units');
});
