import type { LoginAnswer, LoginRequest } from '@ec/contract/auth';
import type { LocationId } from '@ec/contract/location-id';
import { maskPhone } from '@ec/contract/phones';
import type { ReadContext, WriteContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { verifyAgainstNobody, verifyPassword } from '../../platform/passwords.ts';
import { parsePhone } from '../../platform/phone.ts';
import { readTogether } from '../../platform/pipelined.ts';
import type { Transact } from '../../platform/router.ts';
import { hasOpenSession, newSession } from '../../platform/sessions.ts';
import { placeNames, sessionUser } from './queries.ts';
import { lockRefusal, refuse, settled } from './refusals.ts';
import { findPersonByPhone, lockPerson, type Person, signInWrite } from './repository.ts';
import { secondStepOf } from './rules.ts';
import { endOthers } from './session-ends.ts';
import { acceptSecondStep, askForCode } from './second-step.ts';
import { attemptsByPhone } from './turns.ts';

async function passwordMatches(person: Person | undefined, password: string): Promise<boolean> {
  const stored = person?.password_hash;
  return stored ? await verifyPassword(stored, password) : await verifyAgainstNobody(password);
}

/** What is read of somebody whose password was right, while their row is held: no other session of theirs opens meanwhile. */
interface Held {
  person: Person;
  /** A session of theirs is open. */
  elsewhere: boolean;
  names: ReadonlyMap<LocationId, string>;
}

/** Opens the session of somebody who has shown all that is asked for. */
async function open(write: WriteContext, { person, elsewhere, names }: Held): Promise<LoginAnswer> {
  const { now, origin, organisation } = write;
  const { tokens, write: opening } = newSession({ userId: person.id, ip: origin.ip, userAgent: origin.userAgent, now });
  if (elsewhere && !organisation.settings.security.allowConcurrentSessions) {
    await endOthers(write, person.id, 'signed in elsewhere', tokens.sessionId);
  }
  write.withCommit(opening);
  write.withCommit(signInWrite(person, now));
  await write.audit({ event: 'auth.signed_in', resourceId: tokens.sessionId, areaId: person.area_id });
  return {
    success: true,
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    user: sessionUser({ ...person, last_login_at: now }, names),
    mustChangePassword: person.must_change_password,
  };
}

/** What follows on a right password: refusals, the second step, or the session. */
async function proceed(write: WriteContext, known: Person, code: string | undefined): Promise<LoginAnswer | AppError> {
  const { id, phone } = known;
  const [person, locked, elsewhere, knownNames] = await readTogether(write.tx, (reads) =>
    Promise.all([
      lockPerson(reads, id),
      lockRefusal(reads, phone, write.now),
      hasOpenSession(reads, id),
      placeNames(reads, known),
    ]),
  );
  if (!person || person.phone !== known.phone || person.password_hash !== known.password_hash) {
    return await refuse(write, { phone: known.phone, person, reason: 'password' }, new AppError('BAD_CREDENTIALS'));
  }
  if (locked) throw locked;
  // From here on the call acts for this person, and its audit entries say so.
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
  const held = { person, elsewhere, names };
  if (step === 'none') return await open(write, held);
  if (!code) {
    await askForCode(write, person, step);
    return { success: true, requires2FA: true, twoFactorMethod: step };
  }
  if (await acceptSecondStep(write, person, code)) return await open(write, held);
  return await refuse(write, { phone: person.phone, person, reason: 'code' }, new AppError('BAD_CODE'));
}

/**
 * Both steps of sign-in: the same credentials come again with the code. An unknown phone, a wrong password and an account
 * without one are answered alike, after the same work.
 */
export async function signIn(
  context: ReadContext & { transact: Transact },
  request: LoginRequest,
): Promise<LoginAnswer> {
  const phone = parsePhone(request.phoneNumber);
  if (!phone) {
    await verifyAgainstNobody(request.password);
    throw new AppError('BAD_CREDENTIALS');
  }
  return await attemptsByPhone.take(phone, async () => {
    const [locked, person] = await readTogether(context.db, (reads) =>
      Promise.all([lockRefusal(reads, phone, context.now), findPersonByPhone(reads, phone)]),
    );
    if (locked) throw locked;
    const matches = await passwordMatches(person, request.password);
    const outcome = await context.transact<LoginAnswer | AppError>(async (write) =>
      matches && person
        ? await proceed(write, person, request.twoFactorCode)
        : await refuse(write, { phone, person, reason: 'password' }, new AppError('BAD_CREDENTIALS')),
    );
    return settled(outcome);
  });
}
