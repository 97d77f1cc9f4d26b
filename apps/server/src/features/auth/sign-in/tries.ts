import type { ReadContext } from '../../../platform/http/context.ts';
import { sha256 } from '../../../platform/runtime/ids.ts';
import { type Attempt, sourceOf, triesOf } from './attempt-rules.ts';
import { CODE_TRIES_PER_DAY, CODE_TRIES_PER_HOUR } from '../rules.ts';

/**
 * Counts a try at an invite code, over all codes that the phone is sent. It serves any device and is too long to be guessed
 * from any number of networks, so each network has its own number and none can be used up by another. Known and unknown
 * phones are counted alike, so that a refusal says nothing about an account. Throws TOO_MANY_REQUESTS.
 */
export async function countInviteTry({ platform, now }: ReadContext, attempt: Attempt): Promise<void> {
  const subject = `${triesOf(sha256(attempt.phone).toString('hex'))}invite code, ${sourceOf(attempt, false)}`;
  const limits = [
    { subject: `${subject} in an hour`, most: CODE_TRIES_PER_HOUR, minutes: 60 },
    { subject: `${subject} in a day`, most: CODE_TRIES_PER_DAY, minutes: 24 * 60 },
  ];
  await platform.rateLimits.countWithin(limits, now);
}
