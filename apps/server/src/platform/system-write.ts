import { type AuditOrigin, SYSTEM_ORIGIN } from './audit.ts';
import { type Platform, type SystemWrite, writeContext } from './context.ts';
import { inTransaction } from './database.ts';

/**
 * A write that no call asked for: one transaction with its audit entries and events, then what waits for the commit.
 * `origin` is in whose name it is done; the system's own where nobody's is given.
 */
export async function systemWrite<T>(
  platform: Platform,
  work: (write: SystemWrite) => Promise<T>,
  { origin = SYSTEM_ORIGIN, retryOn }: { origin?: AuditOrigin; retryOn?: readonly string[] } = {},
): Promise<T> {
  const { database, clock } = platform;
  const organisation = await platform.organisation.current();
  const { answer, record } = await inTransaction(
    database.writes,
    async (tx) => {
      const record = writeContext({ db: tx, now: clock.now(), organisation, origin, platform }, tx, null);
      return { answer: await work(record.context), record };
    },
    retryOn,
  );
  for (const later of record.later) later();
  if (record.saved.size > 0) platform.auditChain.wake();
  if (record.emitted) platform.events.wake();
  return answer;
}
