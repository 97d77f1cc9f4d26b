import type { ReadContext } from '../../../platform/http/context.ts';
import { sha256 } from '../../../platform/runtime/ids.ts';
import { type Attempt, sourceOf, triesOf } from './attempt-rules.ts';
import { CODE_TRIES_PER_DAY, CODE_TRIES_PER_HOUR } from '../rules.ts';

/**
 * Counts an attempt at an invite code, over all codes of the phone number. A code is valid on any device and too long to guess from any number of
 * networks, so each network has its own limit and cannot use up another's. Known and unknown numbers are counted alike, so that the error reveals
 * nothing. Throws TOO_MANY_REQUESTS.
 */
export async function countInviteTry({ platform, now }: ReadContext, attempt: Attempt): Promise<void> {
  const subject = `${triesOf(sha256(attempt.phone).toString('hex'))}invite code, ${sourceOf(attempt, false)}`;
  const limits = [
    { subject: `${subject} in an hour`, most: CODE_TRIES_PER_HOUR, minutes: 60 },
    { subject: `${subject} in a day`, most: CODE_TRIES_PER_DAY, minutes: 24 * 60 },
  ];
  await platform.rateLimits.countWithin(limits, now);
}
