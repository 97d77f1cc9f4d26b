import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

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

/** A server owns the database until it ends; a command yields it to the first server that starts. */
export type Role = 'server' | 'command';

/** The process that a running PostgreSQL belongs to: with its end, the database is stopped. */
export interface Owner {
  postgres: number;
  pid: number;
  role: string;
  alive: boolean;
}

/** The words by which the owner file names this process; the watching shell compares them as one text. */
export function ownerMark(role: Role): string {
  return `${process.pid} ${processIdentity(process.pid) ?? randomBytes(6).toString('hex')} ${role}`;
}

/** Who owns the PostgreSQL of that process number; undefined while none is recorded. */
export function readOwner(file: string, postgres: number): Owner | undefined {
  let words: string[];
  try {
    words = readFileSync(file, 'utf8').trim().split(' ');
  } catch {
    return undefined;
  }
  if (Number(words[0]) !== postgres) return undefined;
  const pid = Number(words[1]);
  return { postgres, pid, role: words[3] ?? '', alive: processIdentity(pid) === words[2] };
}

/** Makes this process the owner. */
export function writeOwner(file: string, postgres: number, mark: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${postgres} ${mark}\n`, { mode: 0o644 });
  renameSync(draft, file);
}

/** Whether this process, under that mark, is still the owner. */
export function isOwner(file: string, postgres: number, mark: string): boolean {
  try {
    return readFileSync(file, 'utf8').trim() === `${postgres} ${mark}`;
  } catch {
    return false;
  }
}
