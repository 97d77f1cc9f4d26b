import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@ec/server/platform/database';
import { sql } from 'kysely';

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

/** Processor time of one process so far, from Linux's process table; 0 for one that has ended. */
async function processTime(pid: number): Promise<{ parent: number; milliseconds: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return {
    parent: Number(fields[1] ?? 0),
    milliseconds: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS,
  };
}

/** Processor time of this process, of those it started, and of PostgreSQL with its back ends, each by its number. */
async function ownTimes(postgres: number): Promise<Map<number, number>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const times = await Promise.all(pids.map(async (pid) => ({ pid, ...(await processTime(pid)) })));
  const own = times.filter(({ pid, parent }) => [pid, parent].some((id) => id === process.pid || id === postgres));
  return new Map(own.map(({ pid, milliseconds }) => [pid, milliseconds]));
}

export interface Watch {
  /** What part of the machine others took since the watch began, in percent of all cores. */
  others(): Promise<number>;
}

/** Begins to watch how much of the machine is left to the benchmark, its server and its database. Linux only. */
export async function watchMachine({ db }: Database): Promise<Watch> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const { parent } = await processTime(rows[0]?.pid ?? 0);
  const [before, own] = [machineTimes(), await ownTimes(parent)];
  return {
    async others() {
      const [after, ownAfter] = [machineTimes(), await ownTimes(parent)];
      // A back end that has ended meanwhile had nothing to do with what is measured.
      const ownBusy = [...ownAfter].reduce((sum, [pid, time]) => sum + time - (own.get(pid) ?? 0), 0);
      const others = after.busy - before.busy - ownBusy;
      return Math.max(0, Math.round((100 * others) / (after.total - before.total)));
    },
  };
}

const SAMPLE_MS = 2000;
const QUIET_PERCENT = 10;

/** Waits until the machine does little else, as long as BENCH_PATIENCE says (60 seconds). */
export async function quietMoment(): Promise<void> {
  const end = Date.now() + Number(process.env['BENCH_PATIENCE'] ?? 60) * 1000;
  for (let busy = 100; busy > QUIET_PERCENT && Date.now() < end; ) {
    const before = machineTimes();
    await delay(SAMPLE_MS);
    const after = machineTimes();
    busy = (100 * (after.busy - before.busy)) / (after.total - before.total);
  }
}
