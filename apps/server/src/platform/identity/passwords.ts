import { availableParallelism } from 'node:os';
import { hash, type Options, verify } from '@node-rs/argon2';
import limited from 'p-limit';
import { newSecret } from '../runtime/ids.ts';

/** Argon2id (the library's default kind) at 19 MiB, 2 passes, 1 lane: about 10 ms of one core. */
export const PASSWORD_COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Of the four threads that also read files, the hashes take as many as there are processors, and leave one: whoever asks for a
 * sheet does not wait behind a thousand who sign in.
 */
export const inTurn = limited(Math.min(availableParallelism(), 3));

/** One spelling for each text: keyboards differ in how they compose a letter with its accent. */
const composed = (password: string) => password.normalize('NFC');

export async function hashPassword(password: string): Promise<string> {
  return await inTurn(() => hash(composed(password), PASSWORD_COST));
}

export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return await inTurn(() => verify(passwordHash, composed(password)));
}

let nobody: Promise<string> | undefined;

/** Takes as long as a real check and always says no, so that the time of an answer does not tell who has an account. */
export async function verifyAgainstNobody(password: string): Promise<false> {
  nobody ??= hashPassword(newSecret());
  await verifyPassword(await nobody, password);
  return false;
}
