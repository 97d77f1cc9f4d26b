import { readFileSync, rmSync } from 'node:fs';
import { ensureRole } from '../../src/platform/database/database-roles.ts';
import { attachOrStart } from '../../src/platform/database/embedded/embedded-postgres.ts';
import { serves } from '../../src/platform/database/embedded/postgres-database.ts';
import { findPrograms, openStore } from '../../src/platform/database/embedded/postgres-files.ts';
import { ownerMark, writeOwner } from '../../src/platform/database/embedded/postgres-owner.ts';
import { startServer, stopServer } from '../../src/platform/database/embedded/postgres-process.ts';
import { freeze, killFamily, thaw } from './processes.ts';
import { freePort } from '../../src/platform/database/embedded/postgres-process.ts';
import { newFolder } from './server-process.ts';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '80',
  timezone: 'UTC',
  shared_preload_libraries: 'pg_stat_statements',
};

/** A PostgreSQL that only the test restarts, as the product does not restart an organisation's own server. */
export interface OwnPostgres {
  url: string;
  ownerUrl: string;
  /** The server's settings for it. */
  env: Record<string, string>;
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): void;
  /** Lets all its processes stand still: connections stay, nothing is answered. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Ends it, and forgets its data. */
  remove(): Promise<void>;
}

/** Makes a store with its two roles and starts its server at a port that stays. */
export async function ownPostgres(): Promise<OwnPostgres> {
  const folder = newFolder('postgres');
  const made = await attachOrStart(folder, { role: 'command', settings: SETTINGS });
  await ensureRole(made.ownerUrl, made.url);
  await made.stop();
  const store = openStore(folder, () => undefined);
  const programs = findPrograms(store.account, () => undefined);
  const port = await freePort();
  const mark = ownerMark('command');
  const at = (address: string) => {
    const url = new URL(address);
    url.port = String(port);
    return url.href;
  };
  const url = at(made.url);
  const ownerUrl = at(made.ownerUrl);
  let pid = 0;

  async function start(): Promise<void> {
    const running = await startServer(store, programs, SETTINGS, mark, port);
    if (!running || !(await serves(ownerUrl))) throw new Error(readFileSync(store.log, 'utf8').slice(-2000));
    pid = running.pid;
    writeOwner(store.owner, pid, mark);
  }

  await start();
  return {
    url,
    ownerUrl,
    env: { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl },
    start,
    stop: () => stopServer(store, pid),
    kill: () => killFamily(pid),
    freeze: () => freeze(pid),
    thaw: () => thaw(pid),
    async remove() {
      thaw(pid);
      await stopServer(store, pid);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
