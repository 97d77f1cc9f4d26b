import type { AuditEvent } from '@ec/contract/audit/events';
import { maskPhone } from '@ec/contract/users/phones';
import type { WriteContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { allowedEverywhere, type Attempt, readSource } from './attempt-rules.ts';
import { countFailure, findStanding } from './attempts-repository.ts';
import type { Person } from '../repository.ts';
import { FAILURE_MINUTES, LOCK_MINUTES, minutesAfter, minutesLocked } from '../rules.ts';
import type { Statements } from '../../../platform/database/database.ts';

/**
 * A refusal that writes something (a counted failure, an audit entry) is returned by the transaction and thrown after the commit; thrown inside, it
 * would roll the writes back.
 */
export function settled<T>(outcome: T | AppError): T {
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

/** The error for such attempts while they are locked; undefined otherwise. */
export async function lockRefusal(db: Statements, attempt: Attempt, now: Date): Promise<AppError | undefined> {
  return refusalOf(await findStanding(db, attempt), now);
}

/** The same, from a standing that was read before. */
export function refusalOf({ lockedUntil }: { lockedUntil: Date | null }, now: Date): AppError | undefined {
  const minutes = minutesLocked(lockedUntil, now);
  return minutes > 0 ? new AppError('ACCOUNT_LOCKED', { minutes }) : undefined;
}

/** What a refusal says of the next attempt; the same for a known and an unknown phone number. */
export interface NextAttempt {
  /** One more failure locks the account for so many minutes; absent while more attempts are left. */
  lockMinutes?: number;
}

/** Counts a failed attempt on the phone number, known or not, and returns the error, made with what is left. */
export async function refuse(
  write: WriteContext,
  failed: { attempt: Attempt; person: Person | undefined; event?: AuditEvent; reason: string },
  refusal: (next: NextAttempt) => AppError,
): Promise<AppError> {
  const { attempt, person, event = 'auth.sign_in_failed', reason } = failed;
  const { now, organisation } = write;
  const allowed = organisation.settings.security.maxLoginAttempts;
  const counted = await countFailure(write.tx, attempt, {
    now,
    since: minutesAfter(now, -FAILURE_MINUTES),
    allowed,
    everywhere: allowedEverywhere(allowed),
    lockedUntil: minutesAfter(now, LOCK_MINUTES),
  });
  const entry = { resourceId: person?.id, areaId: person?.area_id };
  const phone = maskPhone(attempt.phone);
  await write.audit({ event, ...entry, next: { phone, reason, failures: counted?.failures ?? null } });
  if (!counted) return (await lockRefusal(write.tx, attempt, now)) ?? refusal({});
  for (const source of counted.locked) {
    await write.audit({
      event: 'auth.locked',
      ...entry,
      next: { phone, minutes: LOCK_MINUTES, ...readSource(source) },
    });
  }
  return refusal(counted.last ? { lockMinutes: LOCK_MINUTES } : {});
}
