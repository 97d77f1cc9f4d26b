import { randomBytes, timingSafeEqual } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { sha256 } from '../runtime/ids.ts';
import { inTurn, PASSWORD_COST } from './passwords.ts';

/*
 * Codes that people copy by hand have some 59 random bits. Under a plain hash whoever holds a copy of the database could find them by
 * trying, so they are kept as passwords are, under a salt that the codes of one person share: to look for one among them costs one
 * hash. What was stored before is a plain SHA-256, which becomes the other without the code, for that is made of the SHA-256.
 */

const SALT_BYTES = 16;
/** Length of a plain SHA-256. */
export const PLAIN_BYTES = 32;

export const newCodeSalt = (): Buffer => randomBytes(SALT_BYTES);

/** Whether it is the plain SHA-256 of a code, as they were stored before. */
export const isPlainHash = (stored: Buffer): boolean => stored.length === PLAIN_BYTES;

/** The stored form of what was a plain hash: the salt, then argon2id of the hash. */
export async function hardenHash(plain: Buffer, salt: Buffer): Promise<Buffer> {
  return Buffer.concat([salt, await inTurn(() => hashRaw(plain, { ...PASSWORD_COST, salt }))]);
}

/** The stored form of a code. */
export async function hashCode(code: string, salt: Buffer): Promise<Buffer> {
  return await hardenHash(sha256(code), salt);
}

/** Which of the stored codes of one person it is; undefined for none. */
export async function findCode(code: string, stored: readonly Buffer[]): Promise<Buffer | undefined> {
  const plain = sha256(code);
  const salts = new Map(
    stored.filter((one) => !isPlainHash(one)).map((one) => [one.toString('hex', 0, SALT_BYTES), one]),
  );
  const forms = [plain];
  for (const one of salts.values()) forms.push(await hardenHash(plain, one.subarray(0, SALT_BYTES)));
  // All of them against all, so that the time does not tell which came close.
  const [same] = stored.filter((one) =>
    forms.reduce((found, form) => (form.length === one.length && timingSafeEqual(form, one)) || found, false),
  );
  return same;
}
