import { wideNetworkOf } from '../../../platform/http/limits/rate-limits.ts';
import { addressOf, type Caller } from '../../../platform/http/input/request-address.ts';
import type { Attempt } from './attempt-rules.ts';

/** The attempt of a call. */
export function attemptOf({ request }: { request: Caller }, phone: string, device: Buffer | null): Attempt {
  return { phone, network: wideNetworkOf(addressOf(request)), device };
}

/** Attempts with the same key wait for each other (turns.ts): those on one phone number from one network. */
export const turnOf = ({ phone, network }: Attempt) => `${phone} ${network}`;
