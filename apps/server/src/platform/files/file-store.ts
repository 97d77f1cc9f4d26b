import type { Readable } from 'node:stream';
import { AppError } from '../http/errors.ts';

export interface StoredObject {
  key: string;
  /** In bytes. */
  size: number;
  storedAt: Date;
}

/**
 * Where sheets, pictures and reports lie, under keys that their features choose. What stands under a key never changes: other
 * content has another key. Where the store cannot be reached or is full, each call fails with UNAVAILABLE.
 */
export interface FileStore {
  /** Stores the content whole or not at all; once it answers, the content survives a loss of power. */
  put(key: string, content: Buffer): Promise<void>;
  /** The content from its beginning; fails with a code ENOENT where there is none, and in its course where it is damaged. */
  get(key: string): Promise<Readable>;
  has(key: string): Promise<boolean>;
  /** Takes the content away; nothing happens where there is none. */
  remove(key: string): Promise<void>;
  /** Everything whose key begins with the prefix, in no order. */
  list(prefix?: string): AsyncIterable<StoredObject>;
}

/** True of the failure of a call for content that is not there. */
export function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';
}

/** What is thrown where there is no content under the key. */
export function absent(key: string, cause?: unknown): Error {
  return Object.assign(new Error(`There is no file ${key}`, { cause }), { code: 'ENOENT' });
}

const CHANGED = 'ECHANGED';

/** True of the failure of a read whose content is not what was stored. */
export function isChanged(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === CHANGED;
}

/** What is thrown where the content under the key has another digest than was stored with it. */
export function changed(key: string): Error {
  const message = `The file ${key} is not what was stored: its content has another digest`;
  return Object.assign(new Error(message), { code: CHANGED });
}

/** What is thrown where the store is away or full; the cause is for the log. */
export function storeAway(cause: unknown): AppError {
  const error = new AppError('UNAVAILABLE');
  error.cause = cause;
  return error;
}

/** Fails for a key that could lead out of the store: features make keys of ids and digests, never of what somebody typed. */
export function requireKey(key: string): string {
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(key)) throw new Error(`No key of a stored file: ${key}`);
  return key;
}
