import type { MessageStatus } from '@ec/contract/deliveries/schemas';

interface Stored {
  status: MessageStatus;
  body: string | null;
  secret: boolean;
  expiresAt: Date | null;
}

/** A failed message can be sent again if its text was not wiped and it has not expired. */
export function mayRetry({ status, body, expiresAt }: Stored, now: Date): boolean {
  return status === 'failed' && body !== null && (expiresAt === null || expiresAt > now);
}

/**
 * The text that the delivery screen shows. Codes and passwords are shown only if no gateway is configured, because then this screen and the log are
 * the only places to read them, and only while they are valid. Those to another national or super admin are only in the log: with a reset code the
 * reader could take over that account and approve as the second person.
 */
export function shownBody(
  { body, secret, expiresAt, toOffice }: Stored & { toOffice: boolean },
  { gateway, now }: { gateway: boolean; now: Date },
): string | null {
  if (!secret) return body;
  return !gateway && !toOffice && (expiresAt === null || expiresAt > now) ? body : null;
}
