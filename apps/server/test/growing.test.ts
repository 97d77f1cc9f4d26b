import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  inTheWayOfDistribution,
  inTheWayOfPartitions,
  type Plan,
  readPlans,
  readSchema,
  type Schema,
  saidFirst,
} from './growing.ts';
import { type TestApp, testApp } from './harness.ts';

const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
const distribution = readPlans(page, 'A distributed PostgreSQL');
const partitions = readPlans(page, 'Partitioning');

/** What the plans name although the schema has no such obstacle. */
function namedInVain(plans: readonly Plan[], inTheWay: Record<string, string[]>): string[] {
  return plans.flatMap(({ tables, first }) => {
    const found = new Set(tables.flatMap((table) => inTheWay[table] ?? []));
    return [...first].filter((name) => !found.has(name) && !name.includes('/'));
  });
}

let test: TestApp;
let schema: Schema;
beforeAll(async () => {
  test = await testApp();
  await test.asOwner(async (tx) => {
    schema = await readSchema(tx);
  });
});
afterAll(() => test.close());

describe('the plan of a distributed database', () => {
  it('names each table of the schema once, with one of three ways, and no other', () => {
    const named = distribution.flatMap(({ tables }) => tables).toSorted();
    expect(named).toEqual([...schema.tables.keys()].toSorted());
    expect(new Set(distribution.map(({ way }) => way))).toEqual(new Set(['distributed', 'reference', 'local']));
    expect(distribution.filter(({ way, column }) => (way === 'distributed') !== (column !== undefined))).toEqual([]);
  });

  it('leaves out none but the tables of the job queue, which are local', async () => {
    const { rows } = await sql<{ schema: string }>`select distinct nspname::text as schema
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and nspname not like 'pg\\_%' and nspname not in ('information_schema', 'public')`.execute(
      test.database.db,
    );
    expect(rows).toEqual([{ schema: 'graphile_worker' }]);
    expect(page.includes('`graphile_worker`')).toBe(true);
  });

  it('says of each table exactly which keys and triggers must change first', () => {
    const inTheWay = inTheWayOfDistribution(schema, distribution);
    expect(saidFirst(schema, distribution)).toEqual(inTheWay);
    expect(namedInVain(distribution, inTheWay)).toEqual([]);
  });
});

describe('the plan of partitions', () => {
  it('names tables of the schema and says exactly which keys must change first', () => {
    expect(partitions.length).toBeGreaterThan(3);
    expect(partitions.flatMap(({ tables }) => tables).filter((table) => !schema.tables.has(table))).toEqual([]);
    const inTheWay = inTheWayOfPartitions(schema, partitions);
    expect(saidFirst(schema, partitions)).toEqual(inTheWay);
    expect(namedInVain(partitions, inTheWay)).toEqual([]);
  });
});

it('sees what stands in the way: a key without the column, a key to what lies elsewhere, a trigger, a missing column', () => {
  const tie = { table: 'sheets', target: null, targetColumns: [] };
  const made: Schema = {
    tables: new Map([
      ['sheets', ['id', 'state']],
      ['people', ['id']],
      ['notes', ['id']],
    ]),
    ties: [
      { ...tie, name: 'sheets_pkey', kind: 'unique', columns: ['id'] },
      { ...tie, name: 'sheets_place', kind: 'unique', columns: ['state', 'id'] },
      { ...tie, name: 'sheets_person', kind: 'foreign', columns: ['id'], target: 'people', targetColumns: ['id'] },
      { ...tie, name: 'sheets_note', kind: 'foreign', columns: ['id'], target: 'notes', targetColumns: ['id'] },
      { ...tie, name: 'sheets_change', kind: 'trigger', columns: [] },
    ],
  };
  const plans = readPlans(
    [
      '',
      '### Plan',
      '| Table | Way | First |',
      '|---|---|---|',
      '| `sheets` | distributed by `state` | `sheets_pkey` |',
      '| `notes` | distributed by `state` | |',
      '| `people` | reference | |',
    ].join('\n'),
    'Plan',
  );
  expect(inTheWayOfDistribution(made, plans)).toEqual({
    sheets: ['sheets_change', 'sheets_note', 'sheets_pkey'],
    notes: ['state'],
    people: [],
  });
  expect(saidFirst(made, plans)).toEqual({ sheets: ['sheets_pkey'], notes: [], people: [] });
});
