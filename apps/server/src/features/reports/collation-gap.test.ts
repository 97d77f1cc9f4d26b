import { codeOf } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { enter, formOf, rowOf, totalsOf } from '../../../test/collations.ts';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { documentOf, tableOf } from '../../../test/report-documents.ts';

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
