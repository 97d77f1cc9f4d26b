import { freePort } from '../src/platform/database/embedded/postgres-process.ts';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ensureReferenceData } from '../src/features/geography/reference-data.ts';
import { migrate, openDatabase } from '../src/platform/database/database.ts';
import { ensureRole, grantToRole } from '../src/platform/database/database-roles.ts';
import { attachOrStart } from '../src/platform/database/embedded/embedded-postgres.ts';
import { findPrograms, openStore, type Store } from '../src/platform/database/embedded/postgres-files.ts';
import {
  endOfLog,
  findRunning,
  type Running,
  startServer,
  stopServer,
} from '../src/platform/database/embedded/postgres-process.ts';
import type { TestStore } from './harness.ts';

const COMMON = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  synchronous_commit: 'on',
  // Without changes too, the replica hears from the primary each second.
  wal_sender_timeout: '2s',
  fsync: 'off',
  full_page_writes: 'off',
};
const REPLICA = { ...COMMON, hot_standby: 'on' };

/** A database with a streaming replica, both of them of this test alone. */
export interface Replicated {
  store: TestStore;
  /** The address of the replica, for the application's role. */
  replicaUrl: string;
  /** Stops showing what the primary writes; goes on with it. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Shows each change only so long after it was made: how far a replica falls behind that cannot keep up. 0 for at once. */
  delay(milliseconds: number): Promise<void>;
  /** Kills the replica's processes; starts it again at the same port. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Stops its processes where they are, so that it takes connections and answers nothing; lets them go on. */
  freeze(): void;
  thaw(): void;
  /** Scans of tables that the replica has made: it has none of its own making, only those of its readers. */
  scans(): Promise<number>;
  close(): Promise<void>;
}

async function asSuperuser<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A database as the server has it at work: made by its owner, used by a role that owns nothing. */
async function fill(ownerUrl: string, url: string): Promise<void> {
  await ensureRole(ownerUrl, url);
  const database = openDatabase(ownerUrl, { max: 1 });
  try {
    await migrate(database);
    await ensureReferenceData(database);
    const role = new URL(url).username;
    await grantToRole(database, role);
    await database.pool.query(`grant pg_read_all_stats to ${role}`);
  } finally {
    await database.close();
  }
}

function giveTo(store: Store, folder: string): void {
  if (!store.account) return;
  chownSync(folder, store.account.uid, store.account.gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) giveTo(store, full);
    else chownSync(full, store.account.uid, store.account.gid);
  }
}

/** Copies the running primary's files, as PostgreSQL's own base backup does: between two calls that make the copy sound. */
async function copyPrimary(primary: Store, replica: Store, ownerUrl: string): Promise<void> {
  const from = new URL(ownerUrl);
  await asSuperuser(ownerUrl, async (client) => {
    await client.query(`select pg_backup_start('replica', true)`);
    const left = new Set([path.join(primary.data, 'pg_wal'), path.join(primary.data, 'postmaster.pid')]);
    cpSync(primary.data, replica.data, { recursive: true, filter: (source) => !left.has(source) });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    writeFileSync(path.join(replica.data, 'backup_label'), rows[0]?.labelfile ?? '');
  });
  for (const folder of ['pg_wal/archive_status', 'pg_wal/summaries']) {
    mkdirSync(path.join(replica.data, folder), { recursive: true });
  }
  writeFileSync(path.join(replica.data, 'standby.signal'), '');
  const source = `host=127.0.0.1 port=${from.port} user=${from.username} password=${from.password}`;
  writeFileSync(path.join(replica.data, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  giveTo(replica, replica.data);
  chmodSync(replica.data, 0o700);
}

/** The process and those it has started, as the machine lists them. */
function family(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false; // it has ended meanwhile
      }
    });
  return [pid, ...children.map(Number)];
}

/** Starts a primary with a replica that streams from it; a second or three. */
export async function startReplicated(): Promise<Replicated> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ec-test-replica-'));
  chmodSync(folder, 0o755);
  const [primaryHome, replicaHome] = ['primary', 'replica'].map((name) => path.join(folder, name));
  for (const home of [primaryHome ?? '', replicaHome ?? '']) mkdirSync(home, { mode: 0o755 });
  const silent = () => undefined;
  const primary = await attachOrStart(primaryHome ?? '', { settings: COMMON });
  await fill(primary.ownerUrl, primary.url);

  const replica = openStore(replicaHome ?? '', silent);
  const programs = findPrograms(replica.account, silent);
  await copyPrimary(openStore(primaryHome ?? '', silent), replica, primary.ownerUrl);
  const port = await freePort();
  let running: Running | undefined;
  const begin = async () => {
    running = await startServer(replica, programs, REPLICA, 'test-replica', port);
    if (!running) throw new Error(`The replica did not start:\n${endOfLog(replica)}`);
  };
  await begin();

  const at = (address: string) => {
    const url = new URL(address);
    url.port = String(port);
    return url.href;
  };
  const onReplica = async (statement: string) => {
    await asSuperuser(at(primary.ownerUrl), (client) => client.query(statement));
  };
  const signal = (name: NodeJS.Signals) => {
    for (const pid of family(running?.pid ?? 0)) process.kill(pid, name);
  };
  return {
    store: { url: primary.url, ownerUrl: primary.ownerUrl, drop: async () => undefined },
    replicaUrl: at(primary.url),
    pause: () => onReplica('select pg_wal_replay_pause()'),
    resume: () => onReplica('select pg_wal_replay_resume()'),
    async delay(milliseconds) {
      await onReplica(`alter system set recovery_min_apply_delay = ${milliseconds}`);
      await onReplica('select pg_reload_conf()');
    },
    async kill() {
      signal('SIGKILL');
      while (findRunning(replica)) await delay(20);
    },
    restart: begin,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async scans() {
      return await asSuperuser(at(primary.ownerUrl), async (client) => {
        const { rows } = await client.query<{ scans: number }>(
          `select coalesce(sum(seq_scan) + sum(idx_scan), 0) as scans from pg_stat_user_tables`,
        );
        return Number(rows[0]?.scans ?? 0);
      });
    },
    async close() {
      if (running && findRunning(replica)) await stopServer(replica, running.pid);
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
