import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { has, inPublic, quoted, readApplied, readNumbers, readTables } from './catalogue.ts';
import { BackupError, type Progress } from './error.ts';
import type { DumpedTable, Manifest } from './manifest.ts';
import { writePart } from './parts.ts';

/** Settings under which values are written in a form that other versions and time zones read the same way. */
const PLAIN_FORM = `set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'`;

/** Opens a connection for `work` and always closes it. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // Without a listener a lost connection would end the process; the running statement fails in any case.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Runs `work` on one snapshot of the database; writers are not blocked. */
export async function withSnapshot<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return await withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    await client.query(PLAIN_FORM);
    return await work(client);
  });
}

/** The waiting jobs, as arguments of the queue's public interface, so that another version of the queue accepts them. */
const WAITING_JOBS = `select j.task_identifier, p.payload, j.queue_name, j.run_at, j.max_attempts, j.key, j.priority,
    (select array_agg(flag) from jsonb_object_keys(j.flags) flag)
  from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
  where j.attempts < j.max_attempts order by j.id`;

/** Transaction numbers are valid in one server only; in a restored store every row counts as long committed. */
const LONG_OVER = `'0'::xid8`;

async function copyOut(client: pg.Client, folder: string, name: string, query: string) {
  const rows = client.query(copyTo(`copy (${query}) to stdout`));
  const part = await writePart(folder, name, rows);
  return { rows: rows.rowCount, part };
}

async function dumpTables(client: pg.Client, folder: string, onProgress: Progress): Promise<DumpedTable[]> {
  const shapes = await readTables(client);
  // So that no migration of a newer version drops a table before it is read.
  await client.query(`lock table ${shapes.map(({ name }) => inPublic(name)).join(', ')} in access share mode`);
  const tables: DumpedTable[] = [];
  for (const { name, columns, transactions } of shapes) {
    onProgress(`table ${tables.length + 1} of ${shapes.length}: ${name}`);
    const values = columns.map((column) => (transactions.includes(column) ? LONG_OVER : quoted(column)));
    const query = `select ${values.join(', ')} from ${inPublic(name)}`;
    tables.push({ name, columns, ...(await copyOut(client, folder, `tables/${name}.copy.zst`, query)) });
  }
  return tables;
}

async function readAuditHead(client: pg.Client): Promise<Manifest['audit']> {
  if (!(await has(client, 'public.audit_chain.position'))) return null;
  const { rows } = await client.query<{ position: string; hash: string }>(
    `select position::text, encode(hash, 'hex') as hash from public.audit_chain`,
  );
  return rows[0] ? { position: Number(rows[0].position), hash: rows[0].hash } : null;
}

/** Writes all rows of the snapshot into parts; returns their manifest entries. */
export async function dumpDatabase(
  client: pg.Client,
  folder: string,
  onProgress: Progress,
): Promise<Omit<Manifest, 'form' | 'programVersion' | 'files'>> {
  const migrations = await readApplied(client);
  if (!migrations?.length)
    throw new BackupError('There is nothing to back up: the database holds nothing of the program.');
  const { rows } = await client.query<{ now: Date; version: string }>(
    `select now(), current_setting('server_version') as version`,
  );
  const tables = await dumpTables(client, folder, onProgress);
  const jobs = (await has(client, 'graphile_worker.jobs.id'))
    ? await copyOut(client, folder, 'jobs.copy.zst', WAITING_JOBS)
    : null;
  return {
    takenAt: (rows[0]?.now ?? new Date()).toISOString(),
    postgresVersion: rows[0]?.version ?? '',
    migrations,
    tables,
    jobs,
    audit: await readAuditHead(client),
    numbers: await readNumbers(client),
  };
}
