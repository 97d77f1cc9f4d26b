import type { CollationCounter } from '../collations/counts/count-service.ts';
import type { WaitingCounts } from '../results/waiting-queries.ts';
import type { Platform } from '../../platform/http/context.ts';
import { type StaleWhileRevalidate, staleWhileRevalidate } from '../../platform/runtime/stale-while-revalidate.ts';
import type { Snapshots } from '../live/snapshot.ts';
import type { CountedElections } from './election-choice.ts';

/** The sources of the dashboards, created once at start and shared by all readers. */
export interface Sources {
  snapshots: Snapshots;
  elections: CountedElections;
  /** Answers that many readers share (who is in charge, how many people there are): at most a second old. */
  kept: StaleWhileRevalidate<object>;
  /** Counts of the requests that a person may decide, for which thousands may be read: valid until people or requests change. */
  requests: StaleWhileRevalidate<{ all: number; pressing: number }>;
  /** What changed in the last hour in a state, a zone or the nation, and which wards have the oldest results. */
  hours: StaleWhileRevalidate<object>;
  /** How far collation is. */
  collation: CollationCounter;
  /** Pending results, and those for the reader. */
  waiting: WaitingCounts;
}

const KEEP = { renewMs: 500, serveMs: 1000, most: 5000 };
/** Screens ask every 30 seconds: they get the known count while it is renewed in the background. */
const KEEP_COUNTED = { renewMs: 10_000, serveMs: 60_000, most: 5000 };
/** All results of a state, a zone or the nation are looked through. */
const KEEP_HOUR = { renewMs: 20_000, serveMs: 180_000, most: 5000, gently: true };

export function createSources(
  platform: Platform,
  snapshots: Snapshots,
  elections: CountedElections,
  waiting: WaitingCounts,
  collation: CollationCounter,
): Sources {
  const kept = staleWhileRevalidate<object>(KEEP);
  const requests: Sources['requests'] = staleWhileRevalidate(KEEP_COUNTED);
  const hours = staleWhileRevalidate<object>(KEEP_HOUR);
  platform.events.subscribe((events) => {
    if (!events.some(({ event }) => event.type === 'people.changed' || event.type === 'user.changed')) return;
    kept.forget();
    requests.forget();
  });
  return { snapshots, elections, kept, requests, hours, collation, waiting };
}

/** Reads it once for all readers of one second. */
export async function shared<T extends object>({ kept }: Sources, key: string, work: () => Promise<T>): Promise<T> {
  return (await kept.get(key, work)) as T;
}
