import { CODE_PAUSE_SECONDS } from '@ec/contract/auth/reset-codes';
import type { WriteContext } from '../../../platform/http/context.ts';
import { findCode } from '../../../platform/identity/passwords.ts';
import { normaliseReadable } from '../../../platform/runtime/ids.ts';
import { timeStepOf } from '../account/authenticator.ts';
import { acceptCode, sendCode } from '../recovery/one-time-codes.ts';
import { unusedRecoveryCodes, useRecoveryCode } from '../account/recovery-repository.ts';
import { countCodes, type Person, updatePerson } from '../repository.ts';
import { CODE_MINUTES, type SecondStep } from '../rules.ts';

/** Requests the second step: sends a code by SMS, unless one was just sent; an authenticator makes its own. */
export async function askForCode(
  write: WriteContext,
  person: Person,
  { step, device, source }: { step: SecondStep; device: Buffer | null; source: string },
): Promise<void> {
  const { tx, now } = write;
  const since = new Date(now.getTime() - CODE_PAUSE_SECONDS * 1000);
  const sent = { userId: person.id, purpose: 'sign_in', source, since } as const;
  if (step !== 'sms' || (await countCodes(tx, sent)).own > 0) {
    write.noChange();
    return;
  }
  const system = write.organisation.settings.general.systemName;
  await sendCode(write, {
    userId: person.id,
    phone: person.phone,
    purpose: 'sign_in',
    device,
    source,
    text: (code) => `${code} is your ${system} sign-in code. It is valid for ${CODE_MINUTES} minutes. Do not share it.`,
  });
  await write.audit({ event: 'auth.code_sent', resourceId: person.id, areaId: person.area_id });
}

/** Each time step is valid once, and none before the last one used: an observed code is worthless. */
async function acceptAuthenticator(
  write: WriteContext,
  person: Person,
  sealed: string,
  code: string,
): Promise<boolean> {
  const secret = write.platform.secrets.open(sealed, person.id);
  if (secret === undefined) return false;
  const timeStep = timeStepOf({ secret, served: person.totp_last_step }, code, write.now);
  if (timeStep === undefined) return false;
  await updatePerson(write.tx, person.id, { totp_last_step: timeStep });
  return true;
}

/** Each recovery code is valid once. */
async function acceptRecoveryCode({ tx, now }: WriteContext, person: Person, code: string): Promise<boolean> {
  const stored = await findCode(code, await unusedRecoveryCodes(tx, person.id));
  return stored !== undefined && (await useRecoveryCode(tx, person.id, stored, now));
}

/** True if the code is right for the user's second step; it is then used up. */
export async function acceptSecondStep(
  write: WriteContext,
  person: Person,
  { code, device }: { code: string; device: Buffer | null },
): Promise<boolean> {
  const isNumber = /^\d{6}$/.test(code);
  if (person.totp_secret === null) {
    return isNumber && (await acceptCode(write, { userId: person.id, purpose: 'sign_in', device }, code));
  }
  if (isNumber) return await acceptAuthenticator(write, person, person.totp_secret, code);
  return await acceptRecoveryCode(write, person, normaliseReadable(code));
}
