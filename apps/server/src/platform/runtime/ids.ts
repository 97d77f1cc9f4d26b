import { createHash, randomBytes, randomInt } from 'node:crypto';
import { v7 } from 'uuid';

/** A new id: a UUID of version 7, so that rows of one moment lie together in the index and none can be guessed. */
export function newId<T extends string>(): T {
  return v7() as T;
}

/** The same with another moment in it, where the id must not say when its row was made. */
export function newIdOf<T extends string>(moment: Date): T {
  return v7({ msecs: moment.getTime() }) as T;
}

/** A secret for a token: 256 random bits as text. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Without the characters that are confused when a code is read out or copied: 0 and O, 1, I and L. */
const READABLE = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A secret that people copy by hand: so many characters of capitals and digits, almost 5 random bits each. */
export function readableSecret(length: number): string {
  return Array.from({ length }, () => READABLE[randomInt(READABLE.length)]).join('');
}

/** The stored form of such a secret as it was typed: case, spaces and dashes do not matter. */
export function normaliseReadable(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
}

export function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}
