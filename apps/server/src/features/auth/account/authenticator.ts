import type { EnrollAnswer } from '@ec/contract/auth/account';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { inTransaction, type Database } from '../../../platform/database/database.ts';
import type { SecretBox } from '../../../platform/identity/secret-box.ts';
import { listAuthenticators, updatePerson } from '../repository.ts';

const STEP_SECONDS = 30;

/**
 * The time step of a correct code; one step early or late is accepted. Undefined for a wrong code, and for a step not after `served`, the last one
 * used.
 */
export function timeStepOf(
  authenticator: { secret: string; served: number | null },
  code: string,
  now: Date,
): number | undefined {
  const { secret, served } = authenticator;
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: STEP_SECONDS,
    ...(served !== null && { afterTimeStep: served }),
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

export const newAuthenticatorSecret = () => generateSecret();

/** The enrolment URI for an authenticator app. A colon would separate the issuer from the account, so the name must contain none. */
export function enrolmentOf(secret: string, system: string, phone: string): EnrollAnswer {
  return {
    otpauthUrl: generateURI({ issuer: system.replaceAll(':', ' '), label: phone, secret }),
    secret: secret.match(/.{1,4}/g)?.join(' ') ?? secret,
  };
}

const FORM = /^s1\./;

/**
 * Encrypts authenticator secrets stored in plain text by older versions, and re-encrypts those under an old key. Returns how many cannot be
 * decrypted: those users sign in with their recovery codes.
 */
export async function sealAuthenticators(database: Database, secrets: SecretBox): Promise<{ lost: number }> {
  const renewed = (stored: string | null, about: string): string | null => {
    if (stored === null || secrets.isCurrent(stored)) return stored;
    const text = FORM.test(stored) ? secrets.open(stored, about) : stored;
    return text === undefined ? stored : secrets.seal(text, about);
  };
  let lost = 0;
  await inTransaction(database.writes, async (tx) => {
    for (const { id, totp_secret, totp_pending_secret } of await listAuthenticators(tx)) {
      const next = { totp_secret: renewed(totp_secret, id), totp_pending_secret: renewed(totp_pending_secret, id) };
      if (next.totp_secret !== null && !secrets.isCurrent(next.totp_secret)) lost += 1;
      if (next.totp_secret === totp_secret && next.totp_pending_secret === totp_pending_secret) continue;
      await updatePerson(tx, id, next);
    }
  });
  return { lost };
}
