import { freePort } from '@ec/server/platform/database/embedded/postgres-process';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { rounded } from './statistics.ts';

const MAIN = path.join(import.meta.dirname, '../../apps/server/src/main.ts');
const LOOK_MS = 5;
const PATIENCE_MS = 120_000;

export interface Start {
  /** From the start of the process until /api/ready answers that all is well. */
  seconds: number;
  /** What the server's process takes of the machine then; PostgreSQL is not in it. */
  megabytes: number;
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode} before it was ready`);
    const ready = await fetch(`http://127.0.0.1:${port}/api/ready`).then(
      async (reply) => {
        await reply.body?.cancel();
        return reply.ok;
      },
      () => false,
    );
    if (ready) return;
    await delay(LOOK_MS);
  }
  throw new Error('The server was not ready in time');
}

async function residentOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** Starts the server as npm start does, waits until it is ready, and ends it. */
async function startOnce(environment: NodeJS.ProcessEnv): Promise<Start> {
  const port = await freePort();
  const begin = performance.now();
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...environment, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
    // The channel ends the server whenever the benchmark ends.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  try {
    await untilReady(child, port);
    const seconds = rounded((performance.now() - begin) / 1000, 2);
    return { seconds, megabytes: await residentOf(child.pid) };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** The first start in an empty folder (a new PostgreSQL, its tables, the nation's places), and the second. */
export async function runFreshStart(folder: string): Promise<{ cold: Start; warm: Start }> {
  const dataDir = await mkdtemp(path.join(folder, 'start-'));
  try {
    // If the benchmark runs as root, PostgreSQL runs as another account, which must be able to enter.
    await chmod(dataDir, 0o755);
    return { cold: await startOnce({ DATA_DIR: dataDir }), warm: await startOnce({ DATA_DIR: dataDir }) };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A start beside a PostgreSQL that runs already and holds a whole organisation. */
export async function runFilledStart(databaseUrl: string, dataDir: string): Promise<Start> {
  return await startOnce({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
}
