import { deviceOf } from '@ec/contract/auth/devices';
import type { LoginAnswer, LoginRequest } from '@ec/contract/auth/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { maskPhone } from '@ec/contract/users/phones';
import type { ReadContext, WriteContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { verifyDummyHash, verifyPassword } from '../../../platform/identity/passwords.ts';
import { parsePhone } from '../../../platform/identity/phones.ts';
import { readTogether } from '../../../platform/database/transact.ts';
import { countWrite, type Limit, requireWithin } from '../../../platform/http/limits/rate-limits.ts';
import type { Transact } from '../../../platform/http/router.ts';
import { deviceHash, hasOpenSession, newSession } from '../../../platform/identity/sessions.ts';
import { type Attempt, sourceOf } from './attempt-rules.ts';
import { attemptOf, signInTurns, turnOf } from './turns.ts';
import { findStanding, signInWrite } from './attempts-repository.ts';
import { placeNames, sessionUser } from '../queries.ts';
import { lockRefusal, type NextAttempt, refusalOf, refuse, settled } from './refusals.ts';
import { findPersonByPhone, lockPerson, type Person } from '../repository.ts';
import { secondStepOf, SIGN_INS_PER_MINUTE } from '../rules.ts';
import { endOthers } from './session-ends.ts';
import { acceptSecondStep, askForCode } from './second-step.ts';

async function passwordMatches(person: Person | undefined, password: string): Promise<boolean> {
  const stored = person?.password_hash;
  return stored ? await verifyPassword(stored, password) : await verifyDummyHash(password);
}

const badCredentials = (next: NextAttempt) => new AppError('BAD_CREDENTIALS', next);

const signInsOf = ({ id }: Pick<Person, 'id'>): Limit => ({
  subject: `sign-ins of ${id}`,
  most: SIGN_INS_PER_MINUTE,
  minutes: 1,
});

/** Data read under the user's lock after a right password, so that no other session opens meanwhile. */
interface Held {
  person: Person;
  /** The user has another open session. */
  elsewhere: boolean;
  names: ReadonlyMap<LocationId, string>;
  attempt: Attempt;
  /** The browser's device key. */
  device: string | undefined;
}

/** Opens the session after all proofs were given. */
async function open(write: WriteContext, { person, elsewhere, names, attempt, device }: Held): Promise<LoginAnswer> {
  const { now, origin, organisation } = write;
  const { ip, userAgent } = origin;
  const { tokens, write: opening } = newSession({ userId: person.id, ip, userAgent, device, now });
  if (elsewhere && !organisation.settings.security.allowConcurrentSessions) {
    const cause = { reason: 'signed in elsewhere', device: deviceOf(userAgent) } as const;
    await endOthers(write, person.id, cause, tokens.sessionId);
  }
  write.withCommit(opening);
  write.withCommit(signInWrite(person, attempt, now));
  write.withCommit(countWrite(signInsOf(person), now));
  await write.audit({ event: 'auth.signed_in', resourceId: tokens.sessionId, areaId: person.area_id });
  return {
    success: true,
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    user: sessionUser({ ...person, last_login_at: now }, names),
    mustChangePassword: person.must_change_password,
  };
}

/** The steps after a right password: refusals, the second step, or the session. */
async function proceed(
  write: WriteContext,
  known: Person,
  attempt: Attempt,
  { twoFactorCode: code, device }: Pick<LoginRequest, 'twoFactorCode' | 'device'>,
): Promise<LoginAnswer | AppError> {
  const { id } = known;
  const [person, standing, elsewhere, knownNames] = await readTogether(write.tx, (reads) =>
    Promise.all([
      lockPerson(reads, id),
      findStanding(reads, attempt),
      hasOpenSession(reads, id),
      placeNames(reads, known),
    ]),
  );
  if (!person || person.phone !== known.phone || person.password_hash !== known.password_hash) {
    return await refuse(write, { attempt, person, reason: 'password' }, badCredentials);
  }
  const locked = refusalOf(standing, write.now);
  if (locked) throw locked;
  // From here on the user is the actor of the call and of its audit entries.
  write.origin.userId = person.id;
  if (person.status !== 'ACTIVE') {
    const next = { phone: maskPhone(person.phone), reason: 'not active', status: person.status };
    await write.audit({ event: 'auth.sign_in_failed', resourceId: person.id, areaId: person.area_id, next });
    return new AppError('ACCOUNT_INACTIVE');
  }
  const step = secondStepOf(write.organisation.settings, {
    optedIn: person.two_factor_enabled,
    enrolled: person.totp_secret !== null,
  });
  const names = person.area_id === known.area_id ? knownNames : await placeNames(write.tx, person);
  const held = { person, elsewhere, names, attempt, device };
  // Not if a code is required: with the password alone a caller opens no session and uses up none of the owner's limit.
  if (step === 'none' || code) await requireWithin(write.tx, signInsOf(person), write.now);
  if (step === 'none') return await open(write, held);
  if (!code) {
    await askForCode(write, person, { step, device: attempt.device, source: sourceOf(attempt, standing.known) });
    return { success: true, requires2FA: true, twoFactorMethod: step };
  }
  if (await acceptSecondStep(write, person, { code, device: attempt.device })) return await open(write, held);
  return await refuse(write, { attempt, person, reason: 'code' }, (next) => new AppError('BAD_CODE', next));
}

/**
 * Both steps of sign-in: the second call repeats the credentials with the code. An unknown phone number, a wrong password and an account without one
 * get the same answer after the same work.
 */
export async function signIn(
  context: ReadContext & { transact: Transact },
  request: LoginRequest,
): Promise<LoginAnswer> {
  const phone = parsePhone(request.phoneNumber);
  if (!phone) {
    await verifyDummyHash(request.password);
    throw new AppError('BAD_CREDENTIALS');
  }
  const attempt = attemptOf(context, phone, deviceHash(request.device));
  return await signInTurns.take(turnOf(attempt), async () => {
    const [locked, person] = await readTogether(context.db, (reads) =>
      Promise.all([lockRefusal(reads, attempt, context.now), findPersonByPhone(reads, phone)]),
    );
    if (locked) throw locked;
    const matches = await passwordMatches(person, request.password);
    const outcome = await context.transact<LoginAnswer | AppError>(async (write) =>
      matches && person
        ? await proceed(write, person, attempt, request)
        : await refuse(write, { attempt, person, reason: 'password' }, badCredentials),
    );
    return settled(outcome);
  });
}
