import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { inPublic, quoted, readTables } from './catalogue.ts';
import { BackupError, type Progress } from './error.ts';
import type { DumpedTable, LastNumber, Manifest } from './manifest.ts';
import { readPart } from './parts.ts';
import { assertEmpty } from './target.ts';

/**
 * Numbers issued after the backup are lost with their rows, but consoles may still hold them. New numbers start this much higher, so that none is
 * issued twice.
 */
const NUMBERS_LEFT_OUT = 10_000_000;

const ON_INSERT = 4;
const ENABLE: Record<string, string> = { O: 'enable', A: 'enable always', R: 'enable replica' };

interface Put {
  table: string;
  statement: string;
}

/**
 * Drops the foreign keys, because rows are loaded table by table, and the checks that apply to new rows only. Returns the statements that restore
 * them; the keys then check every row.
 */
async function dropConstraints(client: pg.Client): Promise<Put[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.relname::text as "table", k.conname::text as name, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      where (k.contype = 'f' or k.contype = 'c' and not k.convalidated) and k.conparentid = 0 and c.relnamespace = 'public'::regnamespace order by 1, 2`,
  );
  for (const { table, name } of rows) {
    await client.query(`alter table ${inPublic(table)} drop constraint ${quoted(name)}`);
  }
  return rows.map(({ table, name, definition }) => ({
    table,
    statement: `alter table ${inPublic(table)} add constraint ${quoted(name)} ${definition}`,
  }));
}

/** Disables insert triggers: the rows they wrote are in the backup. */
async function disableInsertTriggers(client: pg.Client): Promise<Put[]> {
  const { rows } = await client.query<{ table: string; name: string; mode: string }>(
    `select c.relname::text as "table", t.tgname::text as name, t.tgenabled::text as mode
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and t.tgparentid = 0 and t.tgtype & ${ON_INSERT} <> 0 and t.tgenabled <> 'D'
        and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows) {
    await client.query(`alter table ${inPublic(table)} disable trigger ${quoted(name)}`);
  }
  return rows.map(({ table, name, mode }) => ({
    table,
    statement: `alter table ${inPublic(table)} ${ENABLE[mode] ?? 'enable'} trigger ${quoted(name)}`,
  }));
}

/** Deletes the rows that migrations insert; the backup contains them. */
async function empty(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ filled: boolean }>(`select exists (select from ${inPublic(table)}) as filled`);
  if (rows[0]?.filled) await client.query(`delete from ${inPublic(table)}`);
}

async function loadTable(client: pg.Client, folder: string, { name, columns, rows, part }: DumpedTable): Promise<void> {
  const target = client.query(copyFrom(`copy ${inPublic(name)} (${columns.map(quoted).join(', ')}) from stdin`));
  await pipeline(readPart(folder, part), target);
  if (target.rowCount !== rows) throw new BackupError(`${part.name} holds ${target.rowCount} rows, not ${rows}.`);
}

async function setNumber(client: pg.Client, { table, column, last }: LastNumber): Promise<void> {
  await client.query(`select setval(pg_get_serial_sequence($1, $2)::regclass, $3)`, [
    inPublic(table),
    column,
    last + NUMBERS_LEFT_OUT,
  ]);
}

async function loadJobs(client: pg.Client, folder: string, { jobs }: Manifest): Promise<void> {
  if (!jobs) return;
  await client.query(`create temporary table restored_jobs (place bigint generated always as identity, identifier text,
    payload json, queue_name text, run_at timestamptz, max_attempts integer, key text, priority integer, flags text[])
    on commit drop`);
  const columns = 'identifier, payload, queue_name, run_at, max_attempts, key, priority, flags';
  const target = client.query(copyFrom(`copy restored_jobs (${columns}) from stdin`));
  await pipeline(readPart(folder, jobs.part), target);
  await client.query(`select graphile_worker.add_job(identifier, payload, queue_name, run_at, max_attempts, key, priority, flags)
    from (select * from restored_jobs order by place) waiting`);
}

async function refuseOtherTables(client: pg.Client, { tables }: Manifest): Promise<void> {
  const there = new Map((await readTables(client)).map(({ name, columns }) => [name, new Set(columns)]));
  for (const { name, columns } of tables) {
    const lacking = columns.find((column) => !there.get(name)?.has(column));
    if (!there.has(name)) throw new BackupError(`The backup has a table ${name} that its migrations do not make.`);
    if (lacking) throw new BackupError(`The backup has a column ${name}.${lacking} that its migrations do not make.`);
  }
}

/**
 * Loads all rows in one transaction, so that an interrupted restore leaves none. The database must have the schema of the backup's version, and the
 * connection must own its tables.
 */
export async function loadDatabase(
  client: pg.Client,
  folder: string,
  manifest: Manifest,
  onProgress: Progress,
): Promise<void> {
  await client.query('begin');
  await client.query(
    `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'`,
  );
  // A server started on this store meanwhile waits until it is filled.
  await client.query('lock table public.users, public.locations, public.audit_entries in share row exclusive mode');
  await assertEmpty(client, manifest);
  await refuseOtherTables(client, manifest);
  const triggers = await disableInsertTriggers(client);
  const constraints = await dropConstraints(client);
  for (const [place, table] of manifest.tables.entries()) {
    onProgress(`table ${place + 1} of ${manifest.tables.length}: ${table.name}`);
    await empty(client, table.name);
    await loadTable(client, folder, table);
  }
  for (const last of manifest.numbers) await setNumber(client, last);
  await loadJobs(client, folder, manifest);
  for (const { table, statement } of [...constraints, ...triggers]) {
    onProgress(`checks of ${table}`);
    await client.query(statement);
  }
  await client.query('commit');
}
