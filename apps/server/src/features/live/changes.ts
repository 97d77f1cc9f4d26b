import type { ElectionId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { ancestorOf, chainOf, type LocationId } from '@ec/contract/geography/location-id';
import { LRUCache } from 'lru-cache';
import type { EventFeed } from '../../platform/events/events.ts';

/** The count of an election by one source. */
export type CountKey = `${ElectionId} ${Source}`;

export const countKey = (electionId: ElectionId, source: Source): CountKey => `${electionId} ${source}`;

type ChangedType = 'lga' | 'ward';

/** When results last changed, by performance.now() of the moment in which this process received the event. */
export interface Changes {
  /** In the count; -Infinity if nothing has changed. */
  lastIn(count: CountKey): number;
  /** In an area of the count. Changes of elections and places are in none. */
  lastInArea(count: CountKey, area: LocationId): number;
  /** The LGAs or wards of the count in which results changed after the moment; 'anywhere' if an election or a place did. */
  placesSince(count: CountKey, type: ChangedType, moment: number): LocationId[] | 'anywhere';
}

/** Follows the events; calls `onAnywhere` when an election or a place has changed. */
export function followChanges(events: EventFeed, onAnywhere: () => void): Changes {
  let anywhere = -Infinity;
  const counts = new Map<CountKey, { last: number } & Record<ChangedType, Map<LocationId, number>>>();
  const areas = new LRUCache<string, number>({ max: 100_000 });

  function note(count: CountKey, unit: LocationId, now: number): void {
    const known = counts.get(count) ?? {
      last: now,
      lga: new Map<LocationId, number>(),
      ward: new Map<LocationId, number>(),
    };
    counts.set(count, known);
    known.last = now;
    for (const type of ['lga', 'ward'] as const) {
      const place = ancestorOf(unit, type);
      if (place !== undefined) known[type].set(place, now);
    }
    for (const area of chainOf(unit)) areas.set(`${count} ${area}`, now);
  }

  events.subscribe((batch) => {
    const now = performance.now();
    for (const { event } of batch) {
      if (event.type === 'result.changed') note(countKey(event.electionId, event.source), event.pollingUnitId, now);
      else if (event.type === 'election.changed' || event.type === 'geography.changed') {
        anywhere = now;
        onAnywhere();
      }
    }
  });

  return {
    lastIn: (count) => Math.max(anywhere, counts.get(count)?.last ?? -Infinity),
    lastInArea: (count, area) => areas.get(`${count} ${area}`) ?? -Infinity,
    placesSince(count, type, moment) {
      if (anywhere >= moment) return 'anywhere';
      const places = counts.get(count)?.[type] ?? [];
      return [...places].flatMap(([place, last]) => (last >= moment ? [place] : []));
    },
  };
}
