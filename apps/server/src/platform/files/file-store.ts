import type { Readable } from 'node:stream';
import { AppError } from '../http/errors.ts';

export interface StoredObject {
  key: string;
  /** In bytes. */
  size: number;
  storedAt: Date;
}

/**
 * Stores sheets, pictures and reports under keys chosen by their features. Content under a key never changes: new content gets a new key. Calls throw
 * UNAVAILABLE if the store is unreachable or full.
 */
export interface FileStore {
  /** Stores the content completely or not at all; once it resolves, the content survives a power failure. */
  put(key: string, content: Buffer): Promise<void>;
  /** The content as a stream; fails with the code ENOENT if it does not exist, and during the stream if it is damaged. */
  get(key: string): Promise<Readable>;
  has(key: string): Promise<boolean>;
  /** Deletes the content; does nothing if it does not exist. */
  remove(key: string): Promise<void>;
  /** All objects whose key starts with the prefix, in no order. */
  list(prefix?: string): AsyncIterable<StoredObject>;
}

/** True for the error of a call for content that does not exist. */
export function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';
}

/** The error for a key without content. */
export function absent(key: string, cause?: unknown): Error {
  return Object.assign(new Error(`There is no file ${key}`, { cause }), { code: 'ENOENT' });
}

const CHANGED = 'ECHANGED';

/** True for the error of a read whose content is not what was stored. */
export function isChanged(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === CHANGED;
}

/** The error for content whose digest differs from the stored digest. */
export function changed(key: string): Error {
  const message = `The file ${key} is not what was stored: its content has another digest`;
  return Object.assign(new Error(message), { code: CHANGED });
}

/** The error (UNAVAILABLE) for a store that is unreachable or full; the cause is for the log. */
export function storeAway(cause: unknown): AppError {
  const error = new AppError('UNAVAILABLE');
  error.cause = cause;
  return error;
}

/** Throws for a key that could leave the store's folder. Features build keys from ids and digests, never from user input. */
export function requireKey(key: string): string {
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(key)) throw new Error(`No key of a stored file: ${key}`);
  return key;
}
