import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/api/ready`)).ok;
  } catch {
    return false;
  }
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  await new Promise((resolve) => server.once('exit', resolve));
}

/** Starts a rehearsal with a store of its own, which goes when this process ends; its accounts are those of accounts.ts. It ends with this process. */
export async function startRehearsal(
  port: number,
  settings: Record<string, string> = {},
): Promise<{ address: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'election-console-e2e-'));
  chmodSync(dataDir, 0o755); // PostgreSQL may run as another account
  process.env['E2E_DATA_DIR'] = dataDir;
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const own = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: '', PUBLIC_URL: '' };
  const server = spawn(process.execPath, ['apps/server/src/demo.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...own, LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const address = `http://127.0.0.1:${port}`;
  while (!(await isReady(address))) {
    if (server.exitCode !== null) throw new Error('The rehearsal did not start');
    await delay(250);
  }
  return {
    address,
    async stop() {
      server.kill('SIGTERM');
      await ended(server);
    },
  };
}
