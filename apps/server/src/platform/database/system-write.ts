import { type AuditOrigin, SYSTEM_ORIGIN } from '../audit/audit.ts';
import type { Platform, SystemWrite } from '../http/context.ts';
import { transactWrite } from './transact.ts';

/**
 * A write that no call asked for: one transaction with its audit entries and events, then what waits for the commit.
 * `origin` is the actor for the audit log; the system where absent.
 */
export async function systemWrite<T>(
  platform: Platform,
  work: (write: SystemWrite) => Promise<T>,
  { origin = SYSTEM_ORIGIN, retryOn }: { origin?: AuditOrigin; retryOn?: readonly string[] } = {},
): Promise<T> {
  const { database, clock } = platform;
  const organisation = await platform.organisation.current();
  const read = { db: database.writes, now: clock.now(), organisation, origin, platform };
  const { answer } = await transactWrite(read, null, ({ context }) => work(context), retryOn);
  return answer;
}
