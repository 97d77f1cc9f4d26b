import pg from 'pg';
import type { LastNumber } from './manifest.ts';

/** Written by running processes or by the migrations themselves: not part of a backup. */
const LEFT_OUT = ['kysely_migration', 'kysely_migration_lock', 'job_runners'];

export interface TableShape {
  name: string;
  /** Without generated columns, which the database computes again. */
  columns: string[];
  /** The columns that hold a transaction number. */
  transactions: string[];
}

export const quoted = (name: string) => pg.escapeIdentifier(name);
export const inPublic = (table: string) => `public.${quoted(table)}`;

/** The product's tables: a partitioned table as a whole, no unlogged tables. */
export async function readTables(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select c.relname::text as name, array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          order by a.attnum) as columns, array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid = 'xid8'::regtype) as transactions
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relpersistence = 'p'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
        and c.relname <> all ($1)
      order by 1`,
    [LEFT_OUT],
  );
  return rows;
}

/** The names of the applied migrations in order; undefined if the database holds nothing of the product. */
export async function readApplied(client: pg.Client): Promise<string[] | undefined> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as there`,
  );
  if (!rows[0]?.there) return undefined;
  const applied = await client.query<{ name: string }>('select name from public.kysely_migration order by name');
  return applied.rows.map(({ name }) => name);
}

/** The last numbers of identity columns. Read outside the snapshot, so never below the snapshot's. */
export async function readNumbers(client: pg.Client): Promise<LastNumber[]> {
  const { rows } = await client.query<{ table: string; column: string; last: string }>(
    `select c.relname::text as "table", a.attname::text as "column",
        pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass)::text as last
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attidentity <> '' and not a.attisdropped
      order by 1, 2`,
  );
  return rows.flatMap(({ last, ...where }) => (last === null ? [] : [{ ...where, last: Number(last) }]));
}

/** Whether the table, view or column (`table.column`) exists; older stores lack some. */
export async function has(client: pg.Client, name: string): Promise<boolean> {
  const [table = '', column] = name.split(/\.(?=[^.]*$)/);
  const { rows } = await client.query<{ there: boolean }>(
    `select exists (select from pg_attribute where attrelid = to_regclass($1) and attname = $2 and not attisdropped) as there`,
    [table, column],
  );
  return rows[0]?.there ?? false;
}
