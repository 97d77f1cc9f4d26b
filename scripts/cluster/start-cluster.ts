import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Account, chooseAccount } from '../../apps/server/src/platform/database/embedded/postgres-account.ts';
import { freePort } from '../../apps/server/src/platform/database/embedded/postgres-process.ts';
import { databaseFiles, type Files, serverFiles } from './files.ts';
import type { DatabaseMachine, Layout } from './layout.ts';
import { startNginx } from './nginx.ts';
import { newPasswords } from './write-files.ts';
import { createProcesses, type Processes, type Supervised, waitFor } from './processes.ts';
import { migrate, type RunningServer, startServers } from './servers.ts';

const HERE = '127.0.0.1';
const DEBIAN = '/usr/lib/postgresql';

/** A database machine of the look: an etcd member, Patroni, the PostgreSQL that Patroni runs, and what watches its disk. */
export interface RunningMachine extends DatabaseMachine {
  member: Supervised;
  keeper: Supervised;
  /** The number of PostgreSQL's first process; undefined while none runs. */
  postmaster: () => number | undefined;
}

export interface Cluster {
  folder: string;
  machines: readonly RunningMachine[];
  servers: readonly RunningServer[];
  haproxy: Supervised;
  pgbouncer: Supervised;
  /** nginx, as phones reach it. */
  origin: string;
  secureOrigin: string;
  layout: Layout;
  /** Addresses of the database through HAProxy. */
  databaseUrl: string;
  ownerUrl: string;
  /** Ends all of it, and forgets its data. */
  remove(): Promise<void>;
}

interface Options {
  /** Settings of our servers, beside the database's. */
  env?: Readonly<Record<string, string>>;
  /** Called with the empty folder of each database machine: a test mounts a small disk there. */
  prepareHome?: (home: string) => void;
  log?: (line: string) => void;
}

/** The newest of Debian's PostgreSQL versions here. */
function programs(): string {
  const version = readdirSync(DEBIAN)
    .map(Number)
    .filter(Number.isInteger)
    .toSorted((a, b) => b - a)[0];
  return path.join(DEBIAN, String(version), 'bin');
}

async function machineHere(folder: string, name: string): Promise<DatabaseMachine> {
  const home = path.join(folder, name);
  return {
    name,
    address: HERE,
    postgres: await freePort(),
    patroni: await freePort(),
    etcd: await freePort(),
    etcdPeer: await freePort(),
    etcdData: path.join(home, 'etcd'),
    postgresData: path.join(home, 'postgres'),
    sockets: home,
    pgpass: path.join(home, 'pgpass'),
    roles: path.join(home, 'roles.sql'),
    patroniConfig: path.join(home, 'patroni.yml'),
  };
}

async function layoutHere(folder: string): Promise<Layout> {
  return {
    network: '127.0.0.1/32',
    programs: programs(),
    databases: [
      await machineHere(folder, 'db-1'),
      await machineHere(folder, 'db-2'),
      await machineHere(folder, 'db-3'),
    ],
    gate: {
      address: HERE,
      primary: await freePort(),
      replicas: await freePort(),
      pgbouncer: await freePort(),
      userlist: path.join(folder, 'gate', 'userlist.txt'),
      account: '',
    },
    passwords: newPasswords(),
  };
}

/** A folder with its files, which belongs to the account that the programs run as. */
function write(folder: string, files: Files, account: Account, prepare?: (folder: string) => void): void {
  const own = (place: string) => account && chownSync(place, account.uid, account.gid);
  mkdirSync(folder, { mode: 0o700 });
  prepare?.(folder);
  own(folder);
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    own(file);
  }
}

/** Variables of a file as systemd reads it. */
function variables(text = ''): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^[A-Z]/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/** What all database machines of the look share. */
interface Grounds {
  folder: string;
  layout: Layout;
  account: Account;
  prepareHome: Options['prepareHome'] | undefined;
}

function startMachine(
  processes: Processes,
  { folder, layout, account, prepareHome }: Grounds,
  machine: DatabaseMachine,
): RunningMachine {
  const home = path.join(folder, machine.name);
  const files = databaseFiles(layout, machine);
  write(home, files, account, prepareHome);
  const member = processes.start({
    name: `${machine.name}-etcd`,
    command: '/usr/bin/etcd',
    env: variables(files['etcd.env']),
    account,
  });
  const keeper = processes.start({
    name: `${machine.name}-patroni`,
    command: '/usr/bin/patroni',
    args: [machine.patroniConfig],
    account,
  });
  processes.start({
    name: `${machine.name}-full-disk`,
    command: '/bin/sh',
    args: [path.join(home, 'full-disk.sh')],
    account,
  });
  return {
    ...machine,
    member,
    keeper,
    postmaster() {
      try {
        return Number(readFileSync(path.join(machine.postgresData, 'postmaster.pid'), 'utf8').split('\n')[0]);
      } catch {
        return undefined;
      }
    },
  };
}

/** Asks Patroni of the machine for a health check's answer. */
export async function answersAs(role: 'primary' | 'replica', { address, patroni }: DatabaseMachine): Promise<boolean> {
  try {
    const answer = await fetch(`http://${address}:${patroni}/${role}`, { signal: AbortSignal.timeout(1000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

async function bringUp(
  processes: Processes,
  folder: string,
  { env = {}, prepareHome, log }: Options,
): Promise<Omit<Cluster, 'remove'>> {
  const layout = await layoutHere(folder);
  const account = chooseAccount(folder);
  log?.('etcd, Patroni and PostgreSQL start on three machines');
  const machines = layout.databases.map((machine) =>
    startMachine(processes, { folder, layout, account, prepareHome }, machine),
  );
  const outputs = () => machines.map(({ keeper }) => keeper.output()).join('\n');
  const count = async (role: 'primary' | 'replica') =>
    (await Promise.all(machines.map((machine) => answersAs(role, machine)))).filter(Boolean).length;
  await waitFor('A primary', async () => (await count('primary')) === 1, outputs);
  await waitFor('Two replicas', async () => (await count('replica')) === 2, outputs);
  const gate = path.join(folder, 'gate');
  const files = serverFiles(layout);
  write(gate, files, account);
  const haproxy = processes.start({
    name: 'haproxy',
    command: '/usr/sbin/haproxy',
    args: ['-db', '-f', path.join(gate, 'haproxy.cfg')],
    account,
  });
  const pgbouncer = processes.start({
    name: 'pgbouncer',
    command: '/usr/sbin/pgbouncer',
    args: [path.join(gate, 'pgbouncer.ini')],
    account,
  });
  const { DATABASE_URL: databaseUrl = '' } = variables(files['database.env']);
  const { DATABASE_OWNER_URL: ownerUrl = '' } = variables(files['database-owner.env']);
  log?.('The database is migrated, and three servers start');
  await migrate({ databaseUrl, ownerUrl });
  const reading = variables(files['database.env'])['READ_DATABASE_URL'] ?? '';
  const addresses = { DATABASE_URL: databaseUrl, READ_DATABASE_URL: reading };
  const servers = await startServers(processes, folder, { ...env, ...addresses });
  const proxy = await startNginx(
    processes,
    folder,
    servers.map(({ port }) => `${HERE}:${port}`),
  );
  return { folder, machines, servers, haproxy, pgbouncer, ...proxy, layout, databaseUrl, ownerUrl };
}

/** Starts the whole cluster of deploy/cluster on this machine, in a folder of its own, and waits until it serves. */
export async function startCluster(options: Options = {}): Promise<Cluster> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ec-cluster-'));
  chmodSync(folder, 0o755);
  const processes = createProcesses(folder);
  try {
    const cluster = await bringUp(processes, folder, options);
    return { ...cluster, remove: () => processes.end() };
  } catch (error) {
    await processes.end();
    throw error;
  }
}
