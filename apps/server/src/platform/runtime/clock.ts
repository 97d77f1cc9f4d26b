import { readFileSync } from 'node:fs';

/** Where the time comes from; tests set their own. */
export interface Clock {
  now(): Date;
}

/** The sources of a clock: the machine's time, which can be set, and a monotonic counter, both in milliseconds. */
export interface Sources {
  machine: () => number;
  /** Runs evenly, also when the machine's time is set; stops while the machine sleeps. */
  running: () => number;
  /** How long the machine has slept since a fixed moment; read only if the other two differ. */
  slept: () => number;
}

export interface SteadyClock extends Clock {
  /** By how much the machine's time is ahead of this clock, in milliseconds. */
  ahead(): number;
}

/** Smaller corrections of the machine's time, as NTP makes them, apply at once. */
const FOLLOWED_MS = 2000;

/**
 * A clock that does not jump with the machine's: deadlines of sessions, locks and codes, and the minutes of rate limits, use
 * it. When the machine's time is set by more than a little, this clock runs at most twice as fast, or half as
 * fast, until both agree; sessions in use meanwhile do not end, and none lasts for ever. It never
 * goes back.
 */
export function createSteadyClock({ machine, running, slept }: Sources): SteadyClock {
  let shown = machine();
  let at = running();
  let sleptAt = slept();

  function now(): Date {
    const moment = running();
    let elapsed = Math.max(0, moment - at);
    at = moment;
    let ahead = machine() - shown - elapsed;
    if (Math.abs(ahead) > FOLLOWED_MS) {
      const sleptNow = slept();
      elapsed += Math.max(0, sleptNow - sleptAt);
      sleptAt = sleptNow;
      ahead = machine() - shown - elapsed;
    }
    const correction = Math.abs(ahead) <= FOLLOWED_MS ? ahead : Math.min(Math.max(ahead, -elapsed / 2), elapsed);
    shown += Math.max(0, elapsed + correction);
    return new Date(shown);
  }

  return { now, ahead: () => machine() - now().getTime() };
}

/** How long the machine slept since it was started: included in /proc/uptime, not in performance.now. */
function sleptOf(running: () => number): () => number {
  const uptime = (): number => {
    try {
      return Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1000;
    } catch {
      return Number.NaN;
    }
  };
  const begin = uptime() - running();
  return () => {
    const slept = uptime() - running() - begin;
    return slept > FOLLOWED_MS ? slept : 0;
  };
}

const running = () => performance.now();

/** The machine's clock, corrected by so many milliseconds. */
export function correctedClock(milliseconds: number): SteadyClock {
  return createSteadyClock({ machine: () => Date.now() + milliseconds, running, slept: sleptOf(running) });
}

export const systemClock: SteadyClock = correctedClock(0);
