import type { EnrollAnswer } from '@ec/contract/auth/account';
import { generateSecret, generateURI, verifySync } from 'otplib';

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
