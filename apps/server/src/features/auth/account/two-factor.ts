import {
  type EnrollAnswer,
  type OptInRequest,
  type ProofRequest,
  RECOVERY_CODES,
  type RecoveryCodes,
} from '@ec/contract/auth/account';
import { hashCode, newCodeSalt } from '../../../platform/identity/passwords.ts';
import type { WriteContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { readableSecret } from '../../../platform/runtime/ids.ts';
import { enrolmentOf, newAuthenticatorSecret, timeStepOf } from './authenticator.ts';
import type { Attempt } from '../sign-in/attempt-rules.ts';
import { inTurn, ownAttempt, type OwnContext, refuseCode, withBothProofs, withPassword } from './proofs.ts';
import { dropRecoveryCodes, replaceRecoveryCodes } from './recovery-repository.ts';
import { settled } from '../sign-in/refusals.ts';
import { lockPerson, type Person, updatePerson } from '../repository.ts';
import { isEnrolmentOpen } from '../rules.ts';

const about = (person: Person) => ({ resourceId: person.id, areaId: person.area_id });

function refuseEnrolled(person: Person): void {
  if (person.totp_secret !== null) throw new AppError('TWO_FACTOR_STATE', { state: 'on with an authenticator' });
}

/** Creates the secret of a new authenticator, which is active once a first code confirms it. */
export async function startEnrolment(context: OwnContext, password: string): Promise<EnrollAnswer> {
  return await withPassword(context, password, async (write, person) => {
    refuseEnrolled(person);
    const secret = newAuthenticatorSecret();
    await updatePerson(write.tx, person.id, {
      totp_pending_secret: write.platform.secrets.seal(secret, person.id),
      totp_pending_at: write.now,
    });
    await write.audit({ event: 'auth.two_factor_started', ...about(person) });
    return enrolmentOf(secret, write.organisation.settings.general.systemName, person.phone);
  });
}

async function makeRecoveryCodes(write: WriteContext, person: Person): Promise<RecoveryCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => readableSecret(12));
  const salt = newCodeSalt();
  const hashes = await Promise.all(codes.map((code) => hashCode(code, salt)));
  await replaceRecoveryCodes(write.tx, person.id, hashes);
  return { recoveryCodes: codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-')) };
}

async function enrol(
  write: WriteContext,
  known: Person,
  { code, attempt }: { code: string; attempt: Attempt },
): Promise<RecoveryCodes | AppError> {
  const person = await lockPerson(write.tx, known.id);
  if (!person) throw new AppError('SESSION_ENDED');
  refuseEnrolled(person);
  const { totp_pending_secret: sealed, totp_pending_at: startedAt } = person;
  const secret = sealed === null ? undefined : write.platform.secrets.open(sealed, person.id);
  if (sealed === null || secret === undefined || !isEnrolmentOpen(startedAt, write.now)) {
    throw new AppError('TWO_FACTOR_NOT_STARTED');
  }
  const timeStep = timeStepOf({ secret, served: null }, code, write.now);
  if (timeStep === undefined) return await refuseCode(write, attempt, person);
  await updatePerson(write.tx, person.id, {
    totp_secret: write.platform.secrets.seal(secret, person.id),
    // The confirming code must not open a session as well.
    totp_last_step: timeStep,
    two_factor_enabled: true,
    totp_pending_secret: null,
    totp_pending_at: null,
  });
  await write.audit({ event: 'auth.two_factor_enabled', ...about(person), next: { method: 'authenticator' } });
  return await makeRecoveryCodes(write, person);
}

/** Activates the authenticator by its first code, and returns the recovery codes, once. */
export async function confirmEnrolment(context: OwnContext, code: string): Promise<RecoveryCodes> {
  return await inTurn(context, async (person) =>
    settled(
      await context.transact(async (write) => await enrol(write, person, { code, attempt: ownAttempt(context) })),
    ),
  );
}

/** Removes the authenticator and its recovery codes; if the organisation requires a second step, codes come by SMS. */
export async function removeAuthenticator(context: OwnContext, proofs: ProofRequest): Promise<void> {
  await withBothProofs(context, proofs, async (write, person) => {
    await updatePerson(write.tx, person.id, {
      totp_secret: null,
      totp_last_step: null,
      two_factor_enabled: false,
      totp_pending_secret: null,
      totp_pending_at: null,
    });
    await dropRecoveryCodes(write.tx, person.id);
    await write.audit({ event: 'auth.two_factor_disabled', ...about(person), next: { method: 'authenticator' } });
  });
}

/** Creates new recovery codes; the old ones become invalid. */
export async function renewRecoveryCodes(context: OwnContext, proofs: ProofRequest): Promise<RecoveryCodes> {
  return await withBothProofs(context, proofs, async (write, person) => {
    await write.audit({ event: 'auth.recovery_codes_made', ...about(person) });
    return await makeRecoveryCodes(write, person);
  });
}

/** Switches SMS codes on or off for the user, if the organisation leaves that to its users. */
export async function optIn(context: OwnContext, { on, password }: OptInRequest): Promise<void> {
  await withPassword(context, password, async (write, person) => {
    if (write.organisation.settings.security.require2FA) throw new AppError('TWO_FACTOR_REQUIRED');
    refuseEnrolled(person);
    if (person.two_factor_enabled === on) throw new AppError('TWO_FACTOR_STATE', { state: on ? 'on' : 'off' });
    await updatePerson(write.tx, person.id, { two_factor_enabled: on });
    const event = on ? 'auth.two_factor_enabled' : 'auth.two_factor_disabled';
    await write.audit({ event, ...about(person), next: { method: 'sms' } });
  });
}
