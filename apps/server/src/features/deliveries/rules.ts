import type { MessageStatus } from '@ec/contract/deliveries';

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
 * the log are where they are read; and only while they serve.
 */
export function shownBody(
  { body, secret, expiresAt }: Stored,
  { gateway, now }: { gateway: boolean; now: Date },
): string | null {
  if (!secret) return body;
  return !gateway && (expiresAt === null || expiresAt > now) ? body : null;
}
