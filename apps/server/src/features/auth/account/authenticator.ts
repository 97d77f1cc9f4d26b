import type { EnrollAnswer } from '@ec/contract/auth/account';
import { generateSecret, generateURI, verifySync } from 'otplib';

const STEP_SECONDS = 30;

/**
 * The time step that the code belongs to; one step early or late will do. Undefined for a wrong code, and for one of a
 * step that is not after `served`, the last one that was taken.
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

/** What an app needs to make codes of the secret. A colon would part the issuer from the account, so it may hold none. */
export function enrolmentOf(secret: string, system: string, phone: string): EnrollAnswer {
  return {
    otpauthUrl: generateURI({ issuer: system.replaceAll(':', ' '), label: phone, secret }),
    secret: secret.match(/.{1,4}/g)?.join(' ') ?? secret,
  };
}
