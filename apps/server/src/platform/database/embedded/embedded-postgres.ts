import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPrograms, openStore, readPassword, type Store } from './postgres-files.ts';
import { isOwner, ownerMark, readOwner, type Role, writeOwner } from './postgres-owner.ts';
import {
  endOfLog,
  findRunning,
  postgresEnvironment,
  type Running,
  startServer,
  stopServer,
  watchServer,
} from './postgres-process.ts';
import { serves } from './postgres-database.ts';
import { StartError } from '../../runtime/lifecycle.ts';

export interface Embedded {
  /** The address of the application's database, for a role that owns nothing in it; the owner makes it (database-roles.ts). */
  url: string;
  /** The same, for the superuser that owns it. */
  ownerUrl: string;
  /** Stops the database if this process owns it; otherwise does nothing. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  role?: Role;
  /** PostgreSQL settings beside or instead of the usual ones. */
  settings?: Record<string, string>;
  log?: (line: string) => void;
}

const SUPERUSER = 'election_console';
const APPLICATION = 'election_console_app';
const PATIENCE_MS = 60_000;
/** How long a server without an owner may take until it begins to stop. */
const SETTLE_MS = 250;
const KEEP_UP_MS = 500;

/** Durability stays on: fsync, full pages, synchronous commit. The rest is sized for 2 cores and 4 GB. */
const SETTINGS: Record<string, string> = {
  max_connections: '60',
  timezone: 'UTC',
  log_timezone: 'UTC',
  shared_preload_libraries: 'pg_stat_statements',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  // Only pglz is built in, which takes more of a busy processor than the larger log takes of a disk.
  wal_compression: 'off',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  // A count over all results would take every core for a quarter of a second, and everybody else waits.
  max_parallel_workers_per_gather: '0',
  // The log is no place for people's data: neither the statements that failed nor the values in their details.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/** The shortest of the limits that systems set to the name of a socket. */
const LONGEST_SOCKET = 103;

/**
 * Where the server listens: at a socket in its own folder, which costs less than the network and which no other account of the
 * machine can reach; at the loopback address where the folder's name does not allow for one.
 */
function entrance({ data }: Store): Record<string, string> {
  const fits = Buffer.byteLength(path.join(data, '.s.PGSQL.65535')) <= LONGEST_SOCKET && !/[",@]/.test(data);
  return fits
    ? { listen_addresses: '', unix_socket_directories: data }
    : { listen_addresses: '127.0.0.1', unix_socket_directories: '' };
}

/** Makes the store aside and renames it into place, so that one cut short leaves nothing half made; of two at once, one wins. */
function initialise(store: Store, programs: string, password: string): void {
  const draft = fs.mkdtempSync(`${store.data}.`);
  const passwordFile = `${draft}.password`;
  try {
    fs.writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
    if (store.account) {
      fs.chownSync(draft, store.account.uid, store.account.gid);
      fs.chownSync(passwordFile, store.account.uid, store.account.gid);
    }
    const names = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '-E', 'UTF8'];
    const access = ['-U', SUPERUSER, '--pwfile', passwordFile, '-A', 'scram-sha-256'];
    const made = spawnSync(path.join(programs, 'bin', 'initdb'), ['-D', draft, ...access, ...names], {
      ...store.account,
      env: postgresEnvironment,
      cwd: '/',
      encoding: 'utf8',
    });
    if (made.status !== 0) {
      throw new StartError(`PostgreSQL's store could not be made: ${made.error?.message ?? made.stderr.trim()}`);
    }
    if (!fs.existsSync(store.data)) fs.renameSync(draft, store.data);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error; // another process was first
  } finally {
    fs.rmSync(passwordFile, { force: true });
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

/** Whether this process may take over a running server: only from a dead owner, or as a server from a command. */
async function mayTake(store: Store, running: Running, role: Role): Promise<boolean> {
  const owner = readOwner(store.owner, running.pid);
  if (!owner?.alive) return true;
  if (role === 'command' || owner.pid === process.pid) return false;
  if (owner.role === 'command') return true;
  throw new StartError(
    `Another server (process ${owner.pid}) is running on the store in ${store.home}. Stop it first, or set DATA_DIR to another folder.`,
  );
}

async function take(store: Store, running: Running, mark: string): Promise<void> {
  watchServer(store, mark, running.pid);
  writeOwner(store.owner, running.pid, mark);
}

/** Joins a server that already runs; undefined when it went away meanwhile. */
async function join(store: Store, role: Role, mark: string, address: (running: Running) => string) {
  const first = findRunning(store);
  if (first?.status !== 'ready') return undefined;
  // Without a living owner it is about to stop, or has just started and its owner file is not yet written.
  if (!readOwner(store.owner, first.pid)?.alive) await sleep(SETTLE_MS);
  const running = findRunning(store);
  if (running?.status !== 'ready' || running.pid !== first.pid) return undefined;
  const taken = await mayTake(store, running, role);
  if (taken) {
    await take(store, running, mark);
    await sleep(SETTLE_MS); // the former owner may have requested the stop at that very moment
    if (findRunning(store)?.status !== 'ready') return undefined;
  }
  return (await serves(address(running))) ? running : undefined;
}

interface Service {
  store: Store;
  mark: string;
  /** Starts it again, where its clients look for it. */
  restart(port: number): Promise<Running | undefined>;
}

/** Watches the server that we own, and starts it again if it is killed; its clients only see a short break. */
function keepUp(service: Service, first: Running): () => Promise<Running> {
  const { store, mark } = service;
  const stopping = new AbortController();
  let running = first;
  const watch = async () => {
    while (!stopping.signal.aborted) {
      await sleep(KEEP_UP_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted || findRunning(store) || !isOwner(store.owner, running.pid, mark)) continue;
      const again = await service.restart(running.port);
      if (again) writeOwner(store.owner, again.pid, mark);
      running = again ?? running;
    }
  };
  const watching = watch();
  return async () => {
    stopping.abort();
    await watching;
    return running;
  };
}

function embedded(service: Service, running: Running, role: Role, ownerUrl: string): Embedded {
  const { store, mark } = service;
  const url = new URL(ownerUrl);
  url.username = APPLICATION;
  url.password = readPassword(store.applicationPassword);
  const settle = role === 'server' ? keepUp(service, running) : async () => running;
  return {
    url: url.href,
    ownerUrl,
    async stop() {
      const { pid } = await settle();
      if (isOwner(store.owner, pid, mark)) await stopServer(store, pid);
    },
  };
}

/**
 * Answers the address of the PostgreSQL that lies in `dataDir`: joins the one that runs, waits for one that is
 * stopping, starts it otherwise (and makes the store at the first time). With the end of the process that owns it, the
 * database is stopped, even after kill -9. Throws StartError when it cannot be had.
 */
export async function attachOrStart(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const { role = 'command', settings = {}, log = () => undefined } = options;
  const store = openStore(path.resolve(dataDir), log);
  const password = readPassword(store.password);
  const programs = findPrograms(store.account, log);
  const mark = ownerMark(role);
  const address = ({ port, sockets }: Running) =>
    `postgres://${SUPERUSER}:${password}@${encodeURIComponent(sockets || '127.0.0.1')}:${port}/${SUPERUSER}`;
  const all = { ...SETTINGS, ...entrance(store), ...settings };
  const restart = (port?: number) => startServer(store, programs, all, mark, port);
  const service: Service = { store, mark, restart };
  const end = Date.now() + PATIENCE_MS;
  let failures = 0;
  while (Date.now() < end && failures < 5) {
    if (findRunning(store)) {
      const running = await join(store, role, mark, address);
      if (running) return embedded(service, running, role, address(running));
      await sleep(50);
      continue;
    }
    if (!fs.existsSync(store.data)) initialise(store, programs, password);
    const running = await restart();
    if (running) {
      writeOwner(store.owner, running.pid, mark);
      if (await serves(address(running))) return embedded(service, running, role, address(running));
    }
    failures += 1;
    await sleep(200 * failures); // the last processes of a killed server need a moment to go
  }
  throw new StartError(`PostgreSQL did not start on ${store.data}. The end of its log:\n${endOfLog(store)}`);
}
