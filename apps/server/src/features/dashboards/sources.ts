import type { Platform } from '../../platform/http/context.ts';
import { type StaleWhileRevalidate, staleWhileRevalidate } from '../../platform/runtime/stale-while-revalidate.ts';
import { type AreaPictures, createAreaPictures } from '../live/area-pictures.ts';
import type { Snapshots } from '../live/snapshot.ts';
import type { CountedElections } from './election-choice.ts';

/** What dashboards are made of; made once at start, and shared by all readers. */
export interface Sources {
  snapshots: Snapshots;
  elections: CountedElections;
  pictures: AreaPictures;
  /** What many readers ask for alike (who is in charge, how many people there are): at most a second old. */
  kept: StaleWhileRevalidate<object>;
  /** Of the requests that are somebody's to decide thousands may be looked through: known until people or requests change. */
  requests: StaleWhileRevalidate<{ all: number; pressing: number }>;
}

const KEEP = { renewMs: 500, serveMs: 1000, most: 5000 };
/** Screens ask every 30 seconds: they are given what is known, and it is counted anew beside them all the same. */
const KEEP_COUNTED = { renewMs: 10_000, serveMs: 60_000, most: 5000 };

export function createSources(platform: Platform, snapshots: Snapshots, elections: CountedElections): Sources {
  const kept = staleWhileRevalidate<object>({ ...KEEP, age: () => platform.reads.age() });
  const requests: Sources['requests'] = staleWhileRevalidate(KEEP_COUNTED);
  platform.events.subscribe((events) => {
    if (!events.some(({ event }) => event.type === 'people.changed' || event.type === 'user.changed')) return;
    kept.clear();
    requests.clear();
  });
  return { snapshots, elections, pictures: createAreaPictures(platform), kept, requests };
}

/** Reads it once for all who ask within a second. */
export async function shared<T extends object>({ kept }: Sources, key: string, work: () => Promise<T>): Promise<T> {
  return (await kept.get(key, work)) as T;
}
