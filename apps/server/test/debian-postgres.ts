import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { chooseAccount } from '../src/platform/database/embedded/postgres-account.ts';
import { freePort, postgresEnvironment } from '../src/platform/database/embedded/postgres-process.ts';

const DEBIAN = '/usr/lib/postgresql';
const PASSWORD = 'superuser';
const execute = promisify(execFile);

/** Where Debian put the programs of its PostgreSQL, the newest where there are several; undefined where it is not installed. */
export function debianPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number).filter(Number.isInteger) : [];
  return versions
    .toSorted((a, b) => b - a)
    .map((version) => path.join(DEBIAN, String(version), 'bin'))
    .find((folder) => existsSync(path.join(folder, 'initdb')));
}

/** One server of Debian's PostgreSQL in a folder of its own, run by an unprivileged account. */
export interface DebianPostgres {
  readonly port: number;
  readonly pid: number;
  /** For the superuser, to the database of that name. */
  address(database?: string): string;
  /** Runs one of PostgreSQL's programs as the account; fails with what it said. */
  program(name: string, args: readonly string[], env?: Record<string, string>): Promise<void>;
  start(settings?: Record<string, string>): Promise<void>;
  /** Ends it in good order. */
  stop(): Promise<void>;
}

interface Place {
  folder: string;
  /** Of its own folder in there. */
  name: string;
  superuser?: string;
  /** Puts its files there; initdb where nothing else is said. */
  make?: (data: string) => Promise<void>;
}

/** A server of that place, not started. */
export async function debianPostgres(
  programs: string,
  { folder, name, superuser = 'postgres', make }: Place,
): Promise<DebianPostgres> {
  const data = path.join(folder, name);
  const log = path.join(folder, `${name}.log`);
  mkdirSync(data, { mode: 0o700 });
  const account = chooseAccount(data);
  if (account) chownSync(data, account.uid, account.gid);
  const port = await freePort();
  let pid = 0;
  let ended: Promise<unknown> = Promise.resolve();

  const endOfLog = () => readFileSync(log, 'utf8').slice(-2000);

  async function program(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<void> {
    await execute(path.join(programs, command), args, {
      ...account,
      cwd: '/',
      env: { ...postgresEnvironment, ...env },
    });
  }

  async function initialise(): Promise<void> {
    const secret = path.join(folder, `${name}.password`);
    writeFileSync(secret, PASSWORD);
    chmodSync(secret, 0o644);
    await program('initdb', [
      `--pgdata=${data}`,
      `--username=${superuser}`,
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    ]);
    rmSync(secret);
  }

  const address = (database = 'postgres') => `postgres://${superuser}:${PASSWORD}@127.0.0.1:${port}/${database}`;

  async function answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: address() });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      return false;
    }
  }

  await (make ?? initialise)(data);
  return {
    port,
    get pid() {
      return pid;
    },
    address,
    program,
    async start(settings = {}) {
      const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port), ...settings };
      const options = Object.entries(all).flatMap(([setting, value]) => ['-c', `${setting}=${value}`]);
      const output = openSync(log, 'a');
      const child = spawn(path.join(programs, 'postgres'), ['-D', data, ...options], {
        ...account,
        cwd: '/',
        env: postgresEnvironment,
        stdio: ['ignore', output, output],
      });
      closeSync(output);
      pid = child.pid ?? 0;
      ended = once(child, 'exit');
      while (!(await answers())) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(endOfLog());
        await sleep(20);
      }
    },
    async stop() {
      if (pid === 0) return;
      try {
        process.kill(pid, 'SIGINT');
      } catch {
        // It was killed before.
      }
      await ended;
    },
  };
}
