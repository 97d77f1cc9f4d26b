import { sql } from 'kysely';
import type { Db } from '../src/platform/database/database.ts';

/** A rule of the schema that ties rows of a table, or of two, together. */
export interface Tie {
  name: string;
  table: string;
  kind: 'unique' | 'foreign' | 'trigger';
  /** Of the table itself. */
  columns: readonly string[];
  /** Of a foreign key: where it leads, and to which columns. */
  target: string | null;
  targetColumns: readonly string[];
}

export interface Schema {
  /** Each table's columns. */
  tables: ReadonlyMap<string, readonly string[]>;
  ties: readonly Tie[];
}

const names = (relation: string, numbers: string) => sql<string[]>`array(
  select a.attname::text from unnest(${sql.raw(numbers)}) with ordinality as k (number, place)
  join pg_attribute a on a.attrelid = ${sql.raw(relation)} and a.attnum = k.number order by place)`;

/** What the migrated schema says of itself: primary keys and unique indexes, foreign keys, triggers. */
export async function readSchema(db: Db): Promise<Schema> {
  const { rows: tables } = await sql<{ table: string; columns: string[] }>`
    select c.relname as table, array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`.execute(db);
  const { rows: unique } = await sql<Tie>`
    select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table, 'unique' as kind,
      ${names('i.indrelid', 'i.indkey::smallint[]')} as columns, null as target, '{}'::text[] as "targetColumns"
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace`.execute(db);
  const { rows: foreign } = await sql<Tie>`
    select f.conname as name, f.conrelid::regclass::text as table, 'foreign' as kind,
      ${names('f.conrelid', 'f.conkey')} as columns, f.confrelid::regclass::text as target,
      ${names('f.confrelid', 'f.confkey')} as "targetColumns"
    from pg_constraint f where f.contype = 'f' and f.connamespace = 'public'::regnamespace`.execute(db);
  const { rows: triggers } = await sql<Tie>`
    select t.tgname as name, t.tgrelid::regclass::text as table, 'trigger' as kind, '{}'::text[] as columns,
      null as target, '{}'::text[] as "targetColumns"
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`.execute(db);
  return {
    tables: new Map(tables.map(({ table, columns }) => [table, columns])),
    ties: [...unique, ...foreign, ...triggers],
  };
}

/** A row of one of the tables in docs/operations.md: tables that go the same way. */
export interface Plan {
  tables: readonly string[];
  /** The column that decides where a row lies; undefined where none does. */
  column: string | undefined;
  way: string;
  /** What the page says must change first. */
  first: ReadonlySet<string>;
}

const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** The table below the heading: its first column names tables, the second the way and the column, the third what comes first. */
export function readPlans(text: string, heading: string): Plan[] {
  const [, section = ''] = text.split(`\n### ${heading}\n`);
  const lines = (section.split(/\n##+ /)[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) => {
    const [, tables = '', way = '', first = ''] = line.split('|');
    return {
      tables: quoted(tables),
      column: quoted(way)[0],
      way: way.trim().split(/[ ,]/)[0] ?? '',
      first: new Set(quoted(first)),
    };
  });
}

const planOf = (plans: readonly Plan[], table: string) => plans.find(({ tables }) => tables.includes(table));

/** Does the foreign key stay within one node, or lead to what every node has? */
function staysTogether(tie: Tie, own: Plan, target: Plan | undefined): boolean {
  if (target?.way === 'reference') return true;
  if (own.way === 'local') return target?.way === 'local';
  if (own.way !== 'distributed' || target?.way !== 'distributed') return false;
  const place = tie.columns.indexOf(own.column ?? '');
  return place >= 0 && tie.targetColumns[place] === target.column;
}

function distributable(tie: Tie, own: Plan, plans: readonly Plan[]): boolean {
  if (tie.kind === 'foreign') return staysTogether(tie, own, planOf(plans, tie.target ?? ''));
  if (own.way === 'local') return true;
  if (tie.kind === 'trigger') return false;
  return own.way === 'reference' || tie.columns.includes(own.column ?? '');
}

type Looked = (table: string, plan: Plan) => string[];

/** What `look` finds for each table of the plans, in the order of the names. */
function byTable({ tables }: Schema, plans: readonly Plan[], look: Looked): Record<string, string[]> {
  const all = plans.flatMap((plan) => plan.tables.map((table) => ({ table, plan })));
  const known = all.filter(({ table }) => tables.has(table));
  return Object.fromEntries(known.map(({ table, plan }) => [table, [...new Set(look(table, plan))].toSorted()]));
}

const missingColumn = ({ tables }: Schema, table: string, column: string | undefined): string[] =>
  column === undefined || tables.get(table)?.includes(column) ? [] : [column];

/** What stands in the way of the distribution that the plans describe. */
export function inTheWayOfDistribution(schema: Schema, plans: readonly Plan[]): Record<string, string[]> {
  return byTable(schema, plans, (table, plan) => [
    ...missingColumn(schema, table, plan.way === 'distributed' ? plan.column : undefined),
    ...schema.ties.filter((tie) => tie.table === table && !distributable(tie, plan, plans)).map(({ name }) => name),
  ]);
}

/** What stands in the way of the partitions that the plans describe: keys without the column, and keys that lead to them. */
export function inTheWayOfPartitions(schema: Schema, plans: readonly Plan[]): Record<string, string[]> {
  return byTable(schema, plans, (table, { column = '' }) => [
    ...missingColumn(schema, table, column),
    ...schema.ties
      .filter(
        (tie) =>
          (tie.table === table && tie.kind === 'unique' && !tie.columns.includes(column)) || tie.target === table,
      )
      .filter((tie) => tie.target !== table || !tie.targetColumns.includes(column))
      .map(({ name }) => name),
  ]);
}

/** What the plans say must change first: columns to add, and names of the schema that belong to the table. */
export function saidFirst(schema: Schema, plans: readonly Plan[]): Record<string, string[]> {
  return byTable(schema, plans, (table, { column = '', first }) => {
    const own = schema.ties.filter((tie) => tie.table === table || tie.target === table).map(({ name }) => name);
    return [...own, ...missingColumn(schema, table, column)].filter((name) => first.has(name));
  });
}
