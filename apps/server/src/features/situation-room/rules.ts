import { PACE, type SituationRoom } from '@ec/contract/situation-room/schemas';

const STRETCH_MS = PACE.minutes * 60_000;
const HOUR_MS = 3_600_000;

/** The start of the first interval of the rate; intervals start at full five minutes of the clock. */
export function paceBegins(now: Date): Date {
  const running = Math.floor(now.getTime() / STRETCH_MS) * STRETCH_MS;
  return new Date(running - (PACE.stretches - 1) * STRETCH_MS);
}

/** All intervals, oldest first, including empty ones; the last one is still running. */
export function stretchesOf(
  counted: readonly { at: Date; results: number }[],
  now: Date,
): { at: Date; results: number }[] {
  const first = paceBegins(now).getTime();
  const results = new Map(counted.map((each) => [each.at.getTime(), each.results]));
  return Array.from({ length: PACE.stretches }, (_, index) => {
    const at = first + index * STRETCH_MS;
    return { at: new Date(at), results: results.get(at) ?? 0 };
  });
}

type Projection = Pick<SituationRoom['rate'], 'none'> & { completeAt: Date | null };

/**
 * When the last unit will have reported at the rate of the last hour, or why there is no projection. Units with a returned result must report again.
 */
export function projectionOf(standing: {
  units: number;
  reported: number;
  lastHour: number;
  closesAt: Date;
  now: Date;
}): Projection {
  const { units, reported, lastHour, closesAt, now } = standing;
  if (units > 0 && reported >= units) return { completeAt: null, none: 'complete' };
  if (reported === 0 && now < closesAt) return { completeAt: null, none: 'not_started' };
  if (lastHour < PACE.least) return { completeAt: null, none: 'too_few' };
  return { completeAt: new Date(now.getTime() + ((units - reported) / lastHour) * HOUR_MS), none: null };
}
