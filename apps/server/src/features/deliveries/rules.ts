import type { MessageStatus } from '@ec/contract/deliveries/schemas';

interface Stored {
  status: MessageStatus;
  body: string | null;
  secret: boolean;
  expiresAt: Date | null;
}

/** A failed message can be sent again while there is still something to send that is of use. */
export function mayRetry({ status, body, expiresAt }: Stored, now: Date): boolean {
  return status === 'failed' && body !== null && (expiresAt === null || expiresAt > now);
}

/**
 * What the delivery screen shows of the text. Codes and passwords only where no gateway is configured, for then this and
 * the log are where they are read; and only while they serve. Those to another national or super admin stand in the log
 * alone: with a reset code the reader would hold that account, and with it decide as the second person.
 */
export function shownBody(
  { body, secret, expiresAt, toOffice }: Stored & { toOffice: boolean },
  { gateway, now }: { gateway: boolean; now: Date },
): string | null {
  if (!secret) return body;
  return !gateway && !toOffice && (expiresAt === null || expiresAt > now) ? body : null;
}
