import { wideNetworkOf } from '../../../platform/http/limits/rate-limits.ts';
import { addressOf, type Caller } from '../../../platform/http/input/request-checks.ts';
import type { Attempt } from './attempt-rules.ts';

/** Runs work with the same key one after another, and work with different keys in parallel. */
export interface Turns {
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    async take(key, work) {
      const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
      last.set(key, turn);
      try {
        return await turn;
      } finally {
        if (last.get(key) === turn) last.delete(key);
      }
    },
  };
}

/**
 * Attempts on one phone number from one network wait for each other, so that a burst of guesses is counted one by one and stops at the lock. The
 * owner never waits behind guesses from elsewhere.
 */
export const signInTurns: Turns = createTurns();

/** The attempt of a call. */
export function attemptOf({ request }: { request: Caller }, phone: string, device: Buffer | null): Attempt {
  return { phone, network: wideNetworkOf(addressOf(request)), device };
}

/** Attempts with the same key wait for each other: those on one phone number from one network. */
export const turnOf = ({ phone, network }: Attempt) => `${phone} ${network}`;
