import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Database } from '@ec/server/platform/database/database';
import { sql } from 'kysely';
import type { Client } from '../load.ts';
import { rounded } from '../statistics.ts';
import { logBytes } from '../submissions.ts';
import { type Kind, KINDS, type Recorder } from './recorder.ts';

const MEGABYTE = 1024 * 1024;
const p99Of = (kind: Kind) => `${kind} p99 ms` as const;

/** The columns of the series, in their order. */
export const COLUMNS = [
  'minute',
  'resident MB',
  'heap used MB',
  'heap MB',
  'buffers MB',
  'open files',
  'streams',
  'connections',
  'WAL MB',
  'disk MB',
  ...KINDS.map(p99Of),
] as const;
export type Column = (typeof COLUMNS)[number];
export type Sample = Record<Column, number>;

interface Watched {
  database: Database;
  client: Client;
  dataDir: string;
  recorder: Recorder;
}

/** Figures of the server's own metrics, by name. */
async function readMetrics(client: Client): Promise<(name: string) => number> {
  const { status, text } = await client.send({ method: 'GET', path: '/metrics' });
  if (status !== 200) throw new Error(`/metrics: ${status} ${text}`);
  const found = new Map(
    text.split('\n').flatMap((line) => {
      const [name = '', value] = line.split(' ');
      return value === undefined || line.startsWith('#') ? [] : [[name, Number(value)] as const];
    }),
  );
  return (name) => {
    const value = found.get(name);
    if (value === undefined) throw new Error(`There is no metric ${name}`);
    return value;
  };
}

/** What the folder takes of the disk: the store of PostgreSQL with its log of changes, and the files. */
async function diskBytes(folder: string): Promise<number> {
  // Files that end while they are counted are no fault.
  const counted = promisify(execFile)('du', ['-s', '--block-size=1', folder]);
  const { stdout } = await counted.catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  return Number.parseInt(stdout, 10);
}

async function countConnections({ db }: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where backend_type = 'client backend'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Takes samples from now on: memory and files as the server reports them, the rest from the database and the disk. */
export async function startSamples({ database, client, dataDir, recorder }: Watched): Promise<() => Promise<Sample>> {
  const begin = performance.now();
  const logBefore = await logBytes(database);
  return async () => {
    const [metric, disk, connections, log] = await Promise.all([
      readMetrics(client),
      diskBytes(dataDir),
      countConnections(database),
      logBytes(database),
    ]);
    const latencies = recorder.sinceLast();
    const megabytes = (bytes: number) => rounded(bytes / MEGABYTE);
    return {
      minute: rounded((performance.now() - begin) / 60_000, 2),
      'resident MB': megabytes(metric('process_resident_memory_bytes')),
      'heap used MB': megabytes(metric('nodejs_heap_size_used_bytes')),
      'heap MB': megabytes(metric('nodejs_heap_size_total_bytes')),
      'buffers MB': megabytes(metric('nodejs_external_memory_bytes')),
      'open files': metric('process_open_fds'),
      streams: metric('ec_streams_open'),
      connections,
      'WAL MB': megabytes(log - logBefore),
      'disk MB': megabytes(disk),
      ...Object.fromEntries(KINDS.map((kind) => [p99Of(kind), latencies[kind].p99])),
    } as Sample;
  };
}
