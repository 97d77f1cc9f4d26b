import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

interface Process {
  pid: number;
  parent: number;
  /** R, S, D, T for a stopped one, Z for one that has ended and is not yet taken note of. */
  state: string;
}

function listProcesses(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [{ pid: Number(name), parent: Number(parent), state }];
    } catch {
      return []; // it ended meanwhile
    }
  });
}

/** The process and all below it that have not ended. */
export function familyOf(pid: number): Process[] {
  const all = listProcesses().filter(({ state }) => state !== 'Z');
  const below = new Set([pid]);
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const one of all) if (below.has(one.parent)) below.add(one.pid);
  }
  return all.filter((one) => below.has(one.pid));
}

/** Sends the signal; nothing happens where the process is gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Kills the process with all below it at once, as a loss of power would. */
export function killFamily(pid: number): void {
  // The parent first stands still, so that it restarts nothing while its children die.
  signal(pid, 'SIGSTOP');
  for (const one of familyOf(pid)) signal(one.pid, 'SIGKILL');
}

/** Lets the process and all below it stand still, until `thaw`. */
export async function freeze(pid: number): Promise<void> {
  for (;;) {
    const moving = familyOf(pid).filter(({ state }) => state !== 'T');
    if (moving.length === 0) return;
    for (const one of moving) signal(one.pid, 'SIGSTOP');
    await sleep(5);
  }
}

export function thaw(pid: number): void {
  for (const one of familyOf(pid)) signal(one.pid, 'SIGCONT');
}

/** Bytes of memory that the process takes of the machine. */
export function residentMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}
