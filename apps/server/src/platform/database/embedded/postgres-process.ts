import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from './postgres-files.ts';
import { commandLine, processIdentity } from './postgres-owner.ts';

/** What PostgreSQL itself says of a running server, in postmaster.pid. */
export interface Running {
  pid: number;
  port: number;
  /** The folder of its socket; empty where it has none. */
  sockets: string;
  /** starting, ready, stopping, standby */
  status: string;
}

const MAX_LOG_BYTES = 10_000_000;

const ENVIRONMENT = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** The environment of every program of PostgreSQL: no variables of this process, and no locale of the machine. */
export const postgresEnvironment = ENVIRONMENT;

const pidFile = (store: Store) => path.join(store.data, 'postmaster.pid');

function readPidFile(store: Store): Running | undefined {
  try {
    const lines = readFileSync(pidFile(store), 'utf8').split('\n');
    const [pid, , , port, sockets = '', , , status = ''] = lines.map((line) => line.trim());
    return { pid: Number(pid), port: Number(port), sockets, status };
  } catch {
    return undefined;
  }
}

const runsOn = (store: Store, pid: number) => commandLine(pid).includes(`-D ${store.data} -c`);

/** The PostgreSQL that runs on the store; the file of a process that has ended is ignored. */
export function findRunning(store: Store): Running | undefined {
  const running = readPidFile(store);
  return running && runsOn(store, running.pid) ? running : undefined;
}

/**
 * PostgreSQL takes any living process whose number stands in a file left behind for a server, and refuses to start. Numbers
 * come again, above all in containers, so such a file is removed when its process is certainly something else.
 */
function forgetMistakenIdentity(store: Store): void {
  const left = readPidFile(store);
  if (left && processIdentity(left.pid) && !runsOn(store, left.pid)) rmSync(pidFile(store));
}

/**
 * Stops PostgreSQL when the other end of pipe 3 closes, so however its owner ends; unless the owner file gives that
 * server to another owner by then. It asks until it is obeyed: just after its start, PostgreSQL does not listen yet.
 */
const WATCH = `watch() {
  read -r _ <&3
  case "$(cat "$OWNER_FILE" 2>/dev/null)" in
    "$1 $OWNER_MARK") ;;
    "$1 "*) exit ;;
  esac
  while kill -INT "$1" 2>/dev/null; do sleep 1; done
}`;

const WATCH_ONLY = `${WATCH}
watch "$1"`;

const RUN_AND_WATCH = `${WATCH}
"$@" </dev/null 3<&- &
postgres=$!
watch $postgres &
watcher=$!
exec 3<&-
wait $postgres
status=$?
kill $watcher 2>/dev/null
exit $status`;

function spawnShell(store: Store, mark: string, script: string, words: string[]): ChildProcess {
  const log = openSync(store.log, 'a', 0o600);
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...words], {
    ...store.account,
    env: { ...ENVIRONMENT, OWNER_FILE: store.owner, OWNER_MARK: mark },
    cwd: '/',
    detached: true, // a Ctrl-C at the terminal is for us; we stop the database last
    stdio: ['ignore', log, log, 'pipe'],
  });
  closeSync(log);
  child.unref();
  (child.stdio[3] as Socket).unref();
  return child;
}

/** Stops the server on the store when this process ends; for a server that another process started. */
export function watchServer(store: Store, mark: string, postgres: number): void {
  spawnShell(store, mark, WATCH_ONLY, [String(postgres)]);
}

/**
 * Below the ports that systems give to the near end of connections: such a connection would keep a program from starting again on its port.
 * Above those of well-known programs.
 */
const PORTS = [10_240, 32_768] as const;
const given = new Set<number>();

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** A port of this machine that is free at this moment, and that this process has given to no other program. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    if (!given.has(port) && (await isFree(port))) {
      given.add(port);
      return port;
    }
  }
}

function keepLogShort(store: Store): void {
  const size = statSync(store.log, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_LOG_BYTES) renameSync(store.log, `${store.log}.1`);
}

/** The end of PostgreSQL's log, for the person who must find out why it did not start. */
export function endOfLog(store: Store): string {
  try {
    return readFileSync(store.log, 'utf8').slice(-1500);
  } catch {
    return '';
  }
}

/**
 * Starts PostgreSQL, at the wanted port or a free one, and waits until it is ready. Undefined: it did not come up, because another process was first,
 * the port was taken meanwhile, or for the reason in its log.
 */
export async function startServer(
  store: Store,
  programs: string,
  settings: Record<string, string>,
  mark: string,
  wantedPort?: number,
): Promise<Running | undefined> {
  keepLogShort(store);
  forgetMistakenIdentity(store);
  const port = wantedPort ?? (await freePort());
  const all = { ...settings, port: String(port) };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const shell = spawnShell(store, mark, RUN_AND_WATCH, [
    path.join(programs, 'bin', 'postgres'),
    '-D',
    store.data,
    ...options,
  ]);
  let ended = false;
  shell.on('exit', () => {
    ended = true;
  });
  shell.on('error', () => {
    ended = true;
  });
  while (!ended) {
    const running = findRunning(store);
    if (running?.status === 'ready' && running.port === port) return running;
    await sleep(10);
  }
  return undefined;
}

/** Requests a fast shutdown, which disconnects clients and writes a checkpoint, and waits for it. */
export async function stopServer(store: Store, postgres: number): Promise<void> {
  try {
    process.kill(postgres, 'SIGINT');
  } catch {
    return;
  }
  while (findRunning(store)?.pid === postgres) await sleep(10);
}
