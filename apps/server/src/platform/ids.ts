import { createHash, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** A new id: a UUID of version 7, so that rows of one moment lie together in the index and none can be guessed. */
export function newId<T extends string>(): T {
  return v7() as T;
}

/** A secret for a token: 256 random bits as text. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}
