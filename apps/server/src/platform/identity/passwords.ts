import { availableParallelism } from 'node:os';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { hash, hashRaw, type Options, verify } from '@node-rs/argon2';
import limited from 'p-limit';
import { newSecret, sha256 } from '../runtime/ids.ts';

/** Argon2id (the library's default) with 19 MiB, 2 passes, 1 lane: about 10 ms on one core. */
export const PASSWORD_COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Node's four worker threads also read files. Hashes use as many of them as there are processors, and always leave one: reading a sheet does not wait
 * behind a thousand sign-ins.
 */
export const inTurn = limited(Math.min(availableParallelism(), 3));

/** Unicode NFC: keyboards differ in how they compose an accented letter. */
const composed = (password: string) => password.normalize('NFC');

export async function hashPassword(password: string): Promise<string> {
  return await inTurn(() => hash(composed(password), PASSWORD_COST));
}

export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return await inTurn(() => verify(passwordHash, composed(password)));
}

let dummyHash: Promise<string> | undefined;

/** Takes as long as a real check and always returns false, so that the response time does not reveal which accounts exist. */
export async function verifyDummyHash(password: string): Promise<false> {
  dummyHash ??= hashPassword(newSecret());
  await verifyPassword(await dummyHash, password);
  return false;
}

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
