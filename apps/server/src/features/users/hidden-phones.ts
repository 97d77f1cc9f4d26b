import type { ErrorCode } from '@ec/contract/base/errors';
import type { Platform } from '../../platform/http/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { requireWithin } from '../../platform/http/limits/rate-limits.ts';
import type { PhoneReader } from '../../platform/identity/phone-visibility.ts';
import { phonesInUse } from './queries.ts';

/** So many numbers of a day may turn out to belong to people whose phone the person is not shown, by all calls together. */
export const HIDDEN_PHONES_PER_DAY = 300;

/** Which numbers are taken, said to a person who may not know of all of them. */
export interface HiddenPhones {
  /**
   * Which of the numbers somebody has; true of those whose owner's phone the person is shown anyway. Refuses whoever was told
   * of too many others, before they learn anything of another one.
   */
  taken(db: Db, phones: ReadonlySet<string>): Promise<ReadonlyMap<string, boolean>>;
  /** Adds to the numbers that were told; outside the transaction that is refused for them. */
  count(more: number): Promise<void>;
}

/**
 * The one rule by which a call tells that a phone number is in use. Some are mistakes; hundreds would ask which numbers have an
 * account. Beyond the day's number each call is refused with the code.
 */
export function hiddenPhones(
  { rateLimits, clock, config }: Pick<Platform, 'rateLimits' | 'clock' | 'config'>,
  reader: PhoneReader,
  code: Extract<ErrorCode, 'PHONES_TAKEN' | 'USER_IMPORT_PHONES_TAKEN'> = 'PHONES_TAKEN',
): HiddenPhones {
  const subject = `hidden phones told to ${reader.userId} in a day`;
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
      // A number that is free is refused as one that is hidden: the refusal tells nothing.
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
