import type { SessionRenewal } from '@ec/contract/auth/account';
import { deviceOf } from '@ec/contract/auth/devices';

/** The columns of a session's last renewal. */
export interface RenewalColumns {
  refreshedAt: Date | null;
  refreshedIp: string | null;
  refreshedUserAgent: string | null;
}

/** The last renewal for lists of sessions; null for a session that was never renewed. */
export function renewalOf({ refreshedAt, refreshedIp, refreshedUserAgent }: RenewalColumns): SessionRenewal | null {
  if (!refreshedAt) return null;
  return { at: refreshedAt.toISOString(), ip: refreshedIp, device: deviceOf(refreshedUserAgent) };
}
