import { randomBytes, timingSafeEqual } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { sha256 } from '../runtime/ids.ts';
import { inTurn, PASSWORD_COST } from './passwords.ts';

/*
 * Codes that people copy by hand have about 59 random bits. Under a plain hash they could be found by brute force in a copy of the database, so they
 * are stored like passwords (argon2id). The codes of one user share a salt, so that one hash is enough to look a code up. Older rows hold a plain
 * SHA-256; argon2id is computed over that SHA-256, so an old row can be converted without the code.
 */

const SALT_BYTES = 16;
/** Length of a plain SHA-256. */
export const PLAIN_BYTES = 32;

export const newCodeSalt = (): Buffer => randomBytes(SALT_BYTES);

/** Whether this is the plain SHA-256 of a code, the older form. */
export const isPlainHash = (stored: Buffer): boolean => stored.length === PLAIN_BYTES;

/** The stored form of a plain SHA-256: the salt, then argon2id of the hash. */
export async function hardenHash(plain: Buffer, salt: Buffer): Promise<Buffer> {
  return Buffer.concat([salt, await inTurn(() => hashRaw(plain, { ...PASSWORD_COST, salt }))]);
}

/** The stored form of a code. */
export async function hashCode(code: string, salt: Buffer): Promise<Buffer> {
  return await hardenHash(sha256(code), salt);
}

/** The stored code of one user that matches; undefined if none does. */
export async function findCode(code: string, stored: readonly Buffer[]): Promise<Buffer | undefined> {
  const plain = sha256(code);
  const salts = new Map(
    stored.filter((one) => !isPlainHash(one)).map((one) => [one.toString('hex', 0, SALT_BYTES), one]),
  );
  const forms = [plain];
  for (const one of salts.values()) forms.push(await hardenHash(plain, one.subarray(0, SALT_BYTES)));
  // Compares all of them, so that the time does not reveal a near match.
  const [same] = stored.filter((one) =>
    forms.reduce((found, form) => (form.length === one.length && timingSafeEqual(form, one)) || found, false),
  );
  return same;
}
