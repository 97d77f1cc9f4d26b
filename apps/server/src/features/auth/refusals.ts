import type { AuditEvent } from '@ec/contract/audit';
import { maskPhone } from '@ec/contract/phones';
import type { WriteContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { countFailure, findLock, type Person } from './repository.ts';
import { LOCK_MINUTES, minutesAfter, minutesLocked } from './rules.ts';
import type { Statements } from '../../platform/database.ts';

/**
 * A refusal that leaves traces (a counted failure, an audit entry) is returned by the transaction and thrown once it has
 * committed; thrown inside, it would undo them.
 */
export function settled<T>(outcome: T | AppError): T {
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

/** The refusal of a phone that is locked now; undefined where it is not. */
export async function lockRefusal(db: Statements, phone: string, now: Date): Promise<AppError | undefined> {
  const minutes = minutesLocked(await findLock(db, phone), now);
  return minutes > 0 ? new AppError('ACCOUNT_LOCKED', { minutes }) : undefined;
}

/** Counts a failed attempt on the phone, known or not, and says how to refuse it. */
export async function refuse(
  write: WriteContext,
  attempt: { phone: string; person: Person | undefined; event?: AuditEvent; reason: string },
  refusal: AppError,
): Promise<AppError> {
  const { phone, person, event = 'auth.sign_in_failed', reason } = attempt;
  const { now, organisation } = write;
  const counted = await countFailure(write.tx, {
    phone,
    allowed: organisation.settings.security.maxLoginAttempts,
    now,
    lockedUntil: minutesAfter(now, LOCK_MINUTES),
  });
  const entry = { resourceId: person?.id, areaId: person?.area_id };
  await write.audit({
    event,
    ...entry,
    next: { phone: maskPhone(phone), reason, failures: counted?.failures ?? null },
  });
  if (!counted) return (await lockRefusal(write.tx, phone, now)) ?? refusal;
  if (counted.locked) {
    await write.audit({ event: 'auth.locked', ...entry, next: { phone: maskPhone(phone), minutes: LOCK_MINUTES } });
  }
  return refusal;
}
