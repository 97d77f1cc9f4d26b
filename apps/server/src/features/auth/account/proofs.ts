import type { Actor } from '../../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { verifyPassword } from '../../../platform/identity/passwords.ts';
import type { Transact } from '../../../platform/http/router.ts';
import type { Attempt } from '../sign-in/attempt-rules.ts';
import { attemptOf, turnOf } from '../sign-in/attempts.ts';
import { lockRefusal, refuse, settled } from '../sign-in/refusals.ts';
import { findPerson, lockPerson, type Person } from '../repository.ts';
import { acceptSecondStep } from '../sign-in/second-step.ts';
import { signInTurns } from '../sign-in/turns.ts';

/** A call by which a signed-in person shows once more that it is them. */
export type OwnContext = ReadContext & { transact: Transact; actor: Actor };

/** An attempt of the signed-in person: from the device of their session. */
export function ownAttempt(context: Pick<OwnContext, 'actor' | 'request'>): Attempt {
  const { phone, device } = context.actor;
  return attemptOf(context, phone, device === null ? null : Buffer.from(device, 'hex'));
}

/**
 * Runs an attempt of the signed-in person in its turn, and not while attempts like it are locked: guessing with a stolen
 * access token is held back like guessing at sign-in.
 */
export async function inTurn<T>(context: OwnContext, work: (person: Person) => Promise<T>): Promise<T> {
  const { actor, db, now } = context;
  const attempt = ownAttempt(context);
  return await signInTurns.take(turnOf(attempt), async () => {
    const [locked, person] = await Promise.all([lockRefusal(db, attempt, now), findPerson(db, actor.userId)]);
    if (locked) throw locked;
    if (!person) throw new AppError('SESSION_ENDED');
    return await work(person);
  });
}

/** The hash of the person's password once they have shown it; a wrong one is counted and refused at the field. */
export async function provePassword(
  context: OwnContext,
  person: Person,
  shown: { password: string; path: string },
): Promise<string> {
  const stored = person.password_hash;
  if (stored === null) throw new AppError('SESSION_ENDED');
  if (await verifyPassword(stored, shown.password)) return stored;
  const wrong = new AppError('WRONG_PASSWORD');
  wrong.at({ path: shown.path, message: wrong.message });
  const failed = { attempt: ownAttempt(context), person, reason: 'current password' };
  throw await context.transact((write) => refuse(write, failed, wrong));
}

/** The person, held until the transaction ends, if the password that they have shown is theirs still. */
export async function holdProven(write: WriteContext, person: Person, stored: string): Promise<Person> {
  const held = await lockPerson(write.tx, person.id);
  if (held?.password_hash !== stored) throw new AppError('CONFLICT');
  return held;
}

/** Counts a wrong code and says how to refuse it. */
export async function refuseCode(write: WriteContext, attempt: Attempt, person: Person): Promise<AppError> {
  const wrong = new AppError('BAD_AUTHENTICATOR_CODE');
  wrong.at({ path: 'code', message: wrong.message });
  return await refuse(write, { attempt, person, reason: 'code' }, wrong);
}

/** Changes something of the person's sign-in once they have shown their password. */
export async function withPassword<T>(
  context: OwnContext,
  password: string,
  change: (write: WriteContext, person: Person) => Promise<T | AppError>,
): Promise<T> {
  return await inTurn(context, async (person) => {
    const stored = await provePassword(context, person, { password, path: 'password' });
    return settled(
      await context.transact(async (write) => await change(write, await holdProven(write, person, stored))),
    );
  });
}

/** As withPassword, for what only the holder of the enrolled authenticator, or of a recovery code, may do. */
export async function withBothProofs<T>(
  context: OwnContext,
  proofs: { password: string; code: string },
  change: (write: WriteContext, person: Person) => Promise<T>,
): Promise<T> {
  return await withPassword<T>(context, proofs.password, async (write, person) => {
    if (person.totp_secret === null) throw new AppError('TWO_FACTOR_STATE', { state: 'without an authenticator' });
    const attempt = ownAttempt(context);
    const accepted = await acceptSecondStep(write, person, { code: proofs.code, device: attempt.device });
    if (!accepted) return await refuseCode(write, attempt, person);
    return await change(write, person);
  });
}
