import { availableParallelism } from 'node:os';
import { hash, type Options, verify } from '@node-rs/argon2';
import limited from 'p-limit';
import { newSecret } from '../runtime/ids.ts';

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
