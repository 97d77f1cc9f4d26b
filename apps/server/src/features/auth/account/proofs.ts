import type { Actor } from '../../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { verifyPassword } from '../../../platform/identity/passwords.ts';
import type { Transact } from '../../../platform/http/router.ts';
import type { Attempt } from '../sign-in/attempt-rules.ts';
import { attemptOf, turnOf, signInTurns } from '../sign-in/turns.ts';
import { lockRefusal, type NextAttempt, refuse, settled } from '../sign-in/refusals.ts';
import { findPerson, lockPerson, type Person } from '../repository.ts';
import { acceptSecondStep } from '../sign-in/second-step.ts';
/** A call in which a signed-in user proves their identity again. */
export type OwnContext = ReadContext & { transact: Transact; actor: Actor };

/** An attempt of the signed-in user, from their session's device. */
export function ownAttempt(context: Pick<OwnContext, 'actor' | 'request'>): Attempt {
  const { phone, device } = context.actor;
  return attemptOf(context, phone, device === null ? null : Buffer.from(device, 'hex'));
}

/**
 * Runs an attempt of the signed-in user in turn, and not while such attempts are locked: guessing with a stolen access token is limited like guessing
 * at sign-in.
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

/** Checks the user's password and returns its hash; a wrong one is counted and refused at its field. */
export async function provePassword(
  context: OwnContext,
  person: Person,
  shown: { password: string; path: string },
): Promise<string> {
  const stored = person.password_hash;
  if (stored === null) throw new AppError('SESSION_ENDED');
  if (await verifyPassword(stored, shown.password)) return stored;
  const wrong = (next: NextAttempt) => new AppError('WRONG_PASSWORD', next).atField(shown.path);
  const failed = { attempt: ownAttempt(context), person, reason: 'current password' };
  throw await context.transact((write) => refuse(write, failed, wrong));
}

/** Locks the user's row until the transaction ends. Throws if the proven password was changed meanwhile. */
export async function holdProven(write: WriteContext, person: Person, stored: string): Promise<Person> {
  const held = await lockPerson(write.tx, person.id);
  if (held?.password_hash !== stored) throw new AppError('CONFLICT');
  return held;
}

/** Counts a wrong code and returns the error. */
export async function refuseCode(write: WriteContext, attempt: Attempt, person: Person): Promise<AppError> {
  const wrong = (next: NextAttempt) => new AppError('BAD_AUTHENTICATOR_CODE', next).atField('code');
  return await refuse(write, { attempt, person, reason: 'code' }, wrong);
}

/** Changes a sign-in setting after the user has proven their password. */
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

/** Like withPassword, and also requires a code of the enrolled authenticator or a recovery code. */
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
