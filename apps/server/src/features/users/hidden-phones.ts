import type { ErrorCode } from '@ec/contract/base/errors';
import type { Platform } from '../../platform/http/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { requireWithin } from '../../platform/http/limits/rate-limits.ts';
import type { PhoneReader } from '../../platform/identity/phones.ts';
import { phonesInUse } from './queries.ts';

/** Number of hidden phone numbers per user and day that may turn out to be in use, over all calls. */
export const HIDDEN_PHONES_PER_DAY = 300;

/** Reports which phone numbers are taken to a user who cannot see all of them. */
export interface HiddenPhones {
  /**
   * The taken phone numbers; reports only those whose owner's number the user can see. Throws once the user has learned of too many others, before
   * checking further ones.
   */
  taken(db: Db, phones: ReadonlySet<string>): Promise<ReadonlyMap<string, boolean>>;
  /** Adds to the day's count; outside the transaction that is rolled back by the refusal. */
  count(more: number): Promise<void>;
}

/**
 * The only rule for reporting that a phone number is in use. A few hits are mistakes; hundreds are an attempt to list which numbers have an account.
 * Above the daily limit every call is refused with the code.
 */
export function hiddenPhones(
  { rateLimits, clock, config }: Pick<Platform, 'rateLimits' | 'clock' | 'config'>,
  reader: PhoneReader,
  code: Extract<ErrorCode, 'PHONES_TAKEN' | 'USER_IMPORT_PHONES_TAKEN'> = 'PHONES_TAKEN',
): HiddenPhones {
  const subject = `hidden phones shown to ${reader.userId} in a day`;
  const limit = { subject, most: HIDDEN_PHONES_PER_DAY, minutes: 24 * 60 };

  async function orRefuse(counted: Promise<unknown>): Promise<void> {
    try {
      await counted;
    } catch (error) {
      throw error instanceof AppError && error.code === 'TOO_MANY_REQUESTS' ? new AppError(code) : error;
    }
  }

  return {
    async taken(db, phones) {
      const inUse = await phonesInUse(db, reader, phones);
      // A free number is refused like a hidden one, so that the refusal reveals nothing.
      if ([...phones].some((phone) => inUse.get(phone) !== true)) {
        const most = limit.most * config.rateLimitFactor;
        await orRefuse(requireWithin(db, { ...limit, most }, clock.now()));
      }
      return inUse;
    },
    async count(more) {
      const now = clock.now();
      await orRefuse(Promise.all(Array.from({ length: more }, () => rateLimits.countWithin([limit], now))));
    },
  };
}
