import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { processIdentity } from './process-identity.ts';

/** A server keeps the database for itself until it ends; a command gives it up to the first server that comes. */
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

/** Is this process, under that mark, still the owner? */
export function isOwner(file: string, postgres: number, mark: string): boolean {
  try {
    return readFileSync(file, 'utf8').trim() === `${postgres} ${mark}`;
  } catch {
    return false;
  }
}
