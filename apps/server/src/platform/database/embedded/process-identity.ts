import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const text = (file: string) => readFileSync(file, 'utf8');

function ps(pid: number, column: string): string | undefined {
  const { status, stdout } = spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 && stdout.trim() ? stdout.trim() : undefined;
}

/**
 * A word that stands for one process and for no later one that is given the same number; undefined when there is none.
 * It is the moment the process began, which the system keeps.
 */
export function processIdentity(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') return ps(pid, 'lstart')?.replaceAll(/\s+/g, '_');
    const stat = text(`/proc/${pid}/stat`);
    // The second field, the name in parentheses, may hold anything; the state and the 22nd field come after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${text('/proc/sys/kernel/random/boot_id').trim().slice(0, 8)}-${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** What a process was started with, its words joined by spaces; empty when it is gone (or a zombie). */
export function commandLine(pid: number): string {
  try {
    if (process.platform !== 'linux') return ps(pid, 'command') ?? '';
    return text(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}
