import type { ElectionId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { chainOf, type LocationId } from '@ec/contract/geography/location-id';
import { LRUCache } from 'lru-cache';
import type { Platform } from '../../platform/http/context.ts';
import type { Snapshot } from './snapshot.ts';

/** What was made of an area is made anew after this time, whether or not anything is known to have changed. */
const MAX_AGE_MS = 2000;

interface Kept {
  answer: Promise<object>;
  /** The snapshot's, see there. */
  readAfter: number;
  madeAt: number;
}

/** Answers about areas, each kept until a result of its own area changes: on the night every snapshot differs, most areas do not. */
export interface AreaPictures {
  /** What `work` makes of the area at this snapshot, or of an earlier one since which nothing in the area has changed. */
  once<T extends object>(
    snapshot: Snapshot,
    about: { source: Source; area: LocationId; question: string },
    work: () => Promise<T>,
  ): Promise<T>;
}

export function createAreaPictures(platform: Platform): AreaPictures {
  const pictures = new LRUCache<string, Kept>({ max: 20_000 });
  /** The number of the last event that told of a change in an area, by election, source and area. */
  const changes = new LRUCache<string, number>({ max: 100_000 });
  const keyOf = (electionId: ElectionId, source: Source, area: LocationId) => `${electionId} ${source} ${area}`;

  platform.events.subscribe((events) => {
    for (const { event } of events) {
      if (event.type === 'result.changed') {
        for (const area of chainOf(event.pollingUnitId)) {
          changes.set(keyOf(event.electionId, event.source, area), platform.events.told);
        }
      } else if (event.type === 'election.changed' || event.type === 'geography.changed') {
        pictures.clear();
      }
    }
  });

  return {
    async once<T extends object>(
      snapshot: Snapshot,
      { source, area, question }: { source: Source; area: LocationId; question: string },
      work: () => Promise<T>,
    ): Promise<T> {
      const place = keyOf(snapshot.election.id, source, area);
      const key = `${place} ${question}`;
      const known = pictures.get(key);
      const changed = changes.get(place) ?? 0;
      const young = known && performance.now() - known.madeAt < MAX_AGE_MS;
      if (known && young && (known.readAfter >= changed || known.readAfter >= snapshot.readAfter)) {
        return (await known.answer) as T;
      }
      const answer = work().then((made) => Object.freeze(made));
      const entry = { answer, readAfter: snapshot.readAfter, madeAt: performance.now() };
      pictures.set(key, entry);
      answer.catch(() => pictures.get(key) === entry && pictures.delete(key));
      return await answer;
    },
  };
}
