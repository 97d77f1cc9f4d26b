import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PORT = 3124;

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

/** A rehearsal of its own, made for the pictures and taken away after them. */
export async function startRehearsal(): Promise<{ address: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'election-console-screenshots-'));
  chmodSync(dataDir, 0o755); // PostgreSQL may run as another account
  process.env['E2E_DATA_DIR'] = dataDir;
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const env = { ...process.env, PORT: String(PORT), HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  const server = spawn(process.execPath, ['apps/server/src/demo.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      server.kill('SIGTERM');
      void ended(server).finally(() => process.exit(130));
    });
  }
  const address = `http://127.0.0.1:${PORT}`;
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
