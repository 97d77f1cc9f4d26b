import { freePort } from '../../src/platform/database/embedded/postgres-process.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import { attachOrStart } from '../../src/platform/database/embedded/embedded-postgres.ts';
import { call } from './calls.ts';
import { killFamily } from './processes.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
/** How long a start may take on a machine that does much else. */
const PATIENCE = { timeout: 150_000, interval: 50 };

/** The server as an operator runs it: a separate process, configured by its environment. */
export interface ServerProcess {
  readonly origin: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  /** What it has written to its log. */
  output(): string;
  /** Kills it outright. */
  kill(): Promise<void>;
  /** Starts it again at the same address, as a service manager does, and waits until it is ready. */
  restart(): Promise<void>;
  /** Ends it in good order, and forgets its data. */
  stop(): Promise<void>;
}

/** A new folder that every account may enter. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), `ec-faults-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** Starts the server and waits until it is ready; without a DATABASE_URL it brings its own PostgreSQL. */
export async function startServer(
  options: { env?: Record<string, string>; dataDir?: string; host?: string } = {},
): Promise<ServerProcess> {
  const { env = {}, host = '127.0.0.1' } = options;
  const dataDir = options.dataDir ?? newFolder('data');
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let text = '';

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [MAIN], {
      env: {
        PATH: process.env['PATH'] ?? '',
        HOST: host,
        LOG_LEVEL: 'warn',
        RATE_LIMIT_FACTOR: '1000',
        SUPER_ADMIN_PASSWORD: 'okra-soup-9',
        ...env,
        PORT: String(port),
        DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (part: Buffer) => (text += part.toString()));
    }
    await vi.waitFor(async () => {
      if (started.exitCode !== null) throw new Error(`The server ended: ${text.slice(-2000)}`);
      expect((await call(origin, 'GET', '/ready')).status).toBe(200);
    }, PATIENCE);
  }

  async function end(how: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(how);
    await exit;
  }

  try {
    await start();
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
  return {
    origin,
    port,
    dataDir,
    get pid() {
      return child?.pid ?? 0;
    },
    output: () => text,
    kill: () => end('SIGKILL'),
    restart: start,
    async stop() {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The process number of the PostgreSQL that the server brought. */
export function postmasterOf({ dataDir }: Pick<ServerProcess, 'dataDir'>): number {
  return Number(readFileSync(path.join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Kills the PostgreSQL that the server brought, with all its processes. */
export function killPostgresOf(server: ServerProcess): void {
  killFamily(postmasterOf(server));
}

/** The addresses of the PostgreSQL that a running server brought. */
export async function addressesOf({
  dataDir,
}: Pick<ServerProcess, 'dataDir'>): Promise<{ url: string; ownerUrl: string }> {
  return await attachOrStart(dataDir, { role: 'command' });
}
