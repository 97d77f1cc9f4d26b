import type { Platform } from '../../platform/context.ts';
import { type Keeping, keeping } from '../../platform/keeping.ts';
import type { Snapshots } from '../live/snapshot.ts';
import type { CountedElections } from './election-choice.ts';

/** What dashboards are made of; made once at start, and shared by all readers. */
export interface Sources {
  snapshots: Snapshots;
  elections: CountedElections;
  /** What many readers ask for alike (who is in charge, how many people there are): at most a second old. */
  kept: Keeping<object>;
}

const KEEP = { renewMs: 500, serveMs: 1000, most: 5000 };

export function createSources(platform: Platform, snapshots: Snapshots, elections: CountedElections): Sources {
  const kept = keeping<object>(KEEP);
  platform.events.subscribe((events) => {
    if (events.some(({ event }) => event.type === 'people.changed' || event.type === 'user.changed')) kept.clear();
  });
  return { snapshots, elections, kept };
}

/** Reads it once for all who ask within a second. */
export async function shared<T extends object>({ kept }: Sources, key: string, work: () => Promise<T>): Promise<T> {
  return (await kept.get(key, work)) as T;
}
