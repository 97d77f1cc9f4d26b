import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@ec/server/platform/database/database';
import { sql } from 'kysely';
import { isSmall } from './sizes.ts';

export interface Machine {
  cores: number;
  processor: string;
  memoryGb: number;
  kernel: string;
  node: string;
  postgresql: string;
  /** As the server ran while measured; anything but on would make the figures worthless. */
  durability: { fsync: string; synchronousCommit: string; fullPageWrites: string };
}

export async function describeMachine({ db }: Database): Promise<Machine> {
  const { rows } = await sql<{ version: string; fsync: string; commit: string; pages: string }>`select
    current_setting('server_version') as version, current_setting('fsync') as fsync,
    current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages`.execute(db);
  const { version = '', fsync = '', commit = '', pages = '' } = rows[0] ?? {};
  return {
    cores: os.cpus().length,
    processor: os.cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    kernel: `${os.type()} ${os.release()}`,
    node: process.version,
    postgresql: version,
    durability: { fsync, synchronousCommit: commit, fullPageWrites: pages },
  };
}

/** Processor time of the machine since its start, over all cores, in milliseconds. */
function machineTimes(): { busy: number; total: number } {
  const sums = os.cpus().map(({ times: { user, nice, sys, irq, idle } }) => {
    const busy = user + nice + sys + irq;
    return { busy, total: busy + idle };
  });
  return sums.reduce((sum, each) => ({ busy: sum.busy + each.busy, total: sum.total + each.total }));
}

const TICK_MS = 10;

interface ProcessTime {
  pid: number;
  parent: number;
  milliseconds: number;
}

/** Processor time of one process so far with that of its ended children, from Linux's process table. */
async function processTime(pid: number): Promise<ProcessTime> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid, parent: Number(fields[1] ?? 0), milliseconds: ticks * TICK_MS };
}

/** Processor time of each of these processes with all that it started and that those started. */
async function familyTimes(roots: readonly number[]): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const processes = new Map((await Promise.all(pids.map(processTime))).map((one) => [one.pid, one]));
  const rootOf = (pid: number): number | undefined => {
    if (roots.includes(pid)) return pid;
    const parent = processes.get(pid)?.parent ?? 0;
    return parent > 0 ? rootOf(parent) : undefined;
  };
  const sums = new Map(roots.map((root) => [root, 0]));
  for (const { pid, milliseconds } of processes.values()) {
    const root = rootOf(pid);
    if (root !== undefined) sums.set(root, (sums.get(root) ?? 0) + milliseconds);
  }
  return roots.map((root) => sums.get(root) ?? 0);
}

export interface Watched {
  /** The share of other processes since the watch began, in percent of all cores. */
  others: number;
  /** Processor time of PostgreSQL with its back ends meanwhile, in milliseconds. */
  database: number;
}

export interface Watch {
  end(): Promise<Watched>;
  others(): Promise<number>;
}

/** Measures how much of the machine the benchmark, its server and its database have. Linux only. */
export async function watchMachine({ db }: Database): Promise<Watch> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const { parent } = await processTime(rows[0]?.pid ?? 0);
  // The database of a benchmark is not started by it in all cases, and is counted once where it is.
  const look = async () => {
    const [own = 0, database = 0] = await familyTimes([process.pid, parent]);
    return { ...machineTimes(), own: own + database, database };
  };
  const before = await look();
  async function end(): Promise<Watched> {
    const after = await look();
    const others = after.busy - before.busy - (after.own - before.own);
    return {
      others: Math.max(0, Math.round((100 * others) / (after.total - before.total))),
      database: after.database - before.database,
    };
  }
  return { end, others: async () => (await end()).others };
}

const LOOP_TURNS = 30_000_000;

/**
 * Milliseconds that one core needs for a fixed loop, the best of five. A virtual machine is slower while its neighbours work, by more than half at
 * times, and no counter in it shows that; figures compare only where this one is alike.
 */
export function paceOfCore(): number {
  const times = Array.from({ length: 5 }, () => {
    const begin = performance.now();
    let sum = 0;
    for (let turn = 0; turn < LOOP_TURNS; turn += 1) sum = (Math.imul(sum, 31) + turn) | 0;
    // The sum is used, or the loop would be left out.
    return performance.now() - begin + (sum === 1 ? 1 : 0);
  });
  return Math.round(Math.min(...times));
}

const SAMPLE_MS = 2000;
const QUIET_PERCENT = 10;

/** Waits until the machine is nearly idle, at most BENCH_PATIENCE (60 seconds). */
export async function quietMoment(): Promise<void> {
  const end = Date.now() + Number(process.env['BENCH_PATIENCE'] ?? (isSmall ? 0 : 60)) * 1000;
  for (let busy = 100; busy > QUIET_PERCENT && Date.now() < end; ) {
    const before = machineTimes();
    await delay(SAMPLE_MS);
    const after = machineTimes();
    busy = (100 * (after.busy - before.busy)) / (after.total - before.total);
  }
}
