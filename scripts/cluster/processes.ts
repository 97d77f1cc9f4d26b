import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../../apps/server/src/platform/database/embedded/postgres-account.ts';

/** As systemd waits before it starts a program again. */
const AGAIN_MS = 2000;
const MARK = 'EC_CLUSTER';

export interface Program {
  name: string;
  command: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  account?: Account;
}

/** One program of the cluster; started again when it ends, as systemd does, until it is off. */
export interface Supervised {
  readonly name: string;
  /** 0 while it does not run. */
  readonly pid: number;
  /** How often it was started. */
  readonly starts: number;
  /** The end of what it wrote. */
  output: () => string;
  /** Sends the signal. */
  signal(name: NodeJS.Signals): void;
  /** Starts it no more when it ends. */
  off(): void;
  /** Starts it again after `off`. */
  on(): void;
}

/**
 * When the other end of pipe 3 closes: stops PostgreSQL and nginx, which overwrite their environment and have children, by their folder; kills all else
 * by the mark in its environment; removes the folder with the disks that a test mounted in it. However the launcher ends, nothing is left behind.
 */
const GUARD = `read -r _ <&3
for try in 1 2 3 4 5 6 7 8; do
  found=
  for each in /proc/[0-9]*; do
    pid="\${each#/proc/}"
    [ "$pid" = "$$" ] && continue
    words="$(tr '\\0' ' ' <"$each/cmdline")"
    signal=
    case "$words" in
      *" -D $2/"*) signal=QUIT ;;
      *" -c $2/"*) signal=TERM ;;
    esac
    if [ -n "$signal" ]; then
      found=yes
      kill -CONT "$pid"
      if [ "$try" -lt 6 ]; then kill "-$signal" "$pid"; else kill -KILL "$pid"; fi
    elif grep -qzFx -- "$1" "$each/environ"; then
      found=yes
      kill -KILL "$pid"
    fi
  done
  [ -z "$found" ] && break
  sleep 0.5
done
umount "$2"/* 2>/dev/null
rm -rf "$2"`;

export interface Processes {
  start(program: Program): Supervised;
  /** Kills all of them at once, and removes the folder; resolves when they are gone. */
  end(): Promise<void>;
}

/** Starts programs that write their logs into the folder, and ends them all with this process. */
export function createProcesses(folder: string): Processes {
  const mark = path.basename(folder);
  const all = new Set<Supervised>();
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sh', `${MARK}=${mark}`, folder], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    cwd: '/',
  });
  const guardEnded = new Promise((resolve) => guard.once('exit', resolve));
  const pipe = guard.stdio[3] as Socket;
  guard.unref();
  pipe.unref();

  function start({ name, command, args = [], env = {}, account }: Program): Supervised {
    const log = path.join(folder, `${name}.log`);
    let child: ChildProcess | undefined;
    let wanted = true;
    let starts = 0;
    let timer: NodeJS.Timeout | undefined;

    function launch(): void {
      const output = openSync(log, 'a');
      starts += 1;
      child = spawn(command, args, {
        ...account,
        cwd: '/',
        // A Ctrl-C of the terminal is for the launcher, which ends all of them.
        detached: true,
        env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', ...env, [MARK]: mark },
        stdio: ['ignore', output, output],
      });
      closeSync(output);
      child.unref();
      const ended = () => {
        child = undefined;
        if (wanted) timer = setTimeout(launch, AGAIN_MS).unref();
      };
      child.once('exit', ended);
      child.once('error', ended);
    }

    const supervised: Supervised = {
      name,
      get pid() {
        return child?.pid ?? 0;
      },
      get starts() {
        return starts;
      },
      output: () => readFileSync(log, 'utf8').slice(-20_000),
      signal(which) {
        child?.kill(which);
      },
      off() {
        wanted = false;
        clearTimeout(timer);
      },
      on() {
        if (wanted) return;
        wanted = true;
        if (!child) launch();
      },
    };
    launch();
    all.add(supervised);
    return supervised;
  }

  return {
    start,
    async end() {
      for (const each of all) each.off();
      guard.ref();
      pipe.destroy();
      await guardEnded;
    },
  };
}

/** Whether the programs of Debian's packages are here; the names of the packages that are missing. */
export function missingPackages(): string[] {
  const has = (command: string) => spawnSync('/bin/sh', ['-c', `test -x ${command}`]).status === 0;
  const programs: [command: string, name: string][] = [
    ['/usr/bin/patroni', 'patroni'],
    ['/usr/bin/etcd', 'etcd-server'],
    ['/usr/sbin/haproxy', 'haproxy'],
    ['/usr/sbin/pgbouncer', 'pgbouncer'],
    ['/usr/sbin/nginx', 'nginx-light'],
    ['/usr/lib/postgresql/*/bin/initdb', 'postgresql'],
  ];
  return programs.filter(([command]) => !has(command)).map(([, name]) => name);
}

/** Repeats the question until it answers true; throws with the reason when the time is over or `why` says that it is in vain. */
export async function waitFor(
  what: string,
  asks: () => Promise<boolean>,
  why: () => string,
  seconds = 120,
): Promise<void> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(200)) {
    if (await asks().catch(() => false)) return;
  }
  throw new Error(`${what} did not come up within ${seconds} seconds:\n${why()}`);
}
