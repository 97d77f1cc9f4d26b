import type { ElectionId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { ancestorOf, chainOf, type LocationId, locationType, NATION } from '@ec/contract/geography/location-id';
import type { EventFeed } from '../../platform/events/events.ts';

/** The count of an election by one source. */
export type CountKey = `${ElectionId} ${Source}`;

export const countKey = (electionId: ElectionId, source: Source): CountKey => `${electionId} ${source}`;

/** When results last changed, by performance.now() of the moment in which this process received the event. */
export interface Changes {
  /** In the count; -Infinity if nothing has changed. */
  lastIn(count: CountKey): number;
  /** In an area of the count; of a polling unit: in its ward. Changes of elections and places are in none. */
  lastInArea(count: CountKey, area: LocationId): number;
  /** The LGAs or wards of the count in which results changed after the moment; 'anywhere' if an election or a place did. */
  placesSince(count: CountKey, type: 'lga' | 'ward', moment: number): LocationId[] | 'anywhere';
}

/** Follows the events; calls `onAnywhere` when an election or a place has changed. */
export function followChanges(events: EventFeed, onAnywhere: () => void): Changes {
  let anywhere = -Infinity;
  /** By area, down to wards: the number of entries is that of the wards, not that of the results. */
  const counts = new Map<CountKey, Map<LocationId, number>>();

  function note(count: CountKey, unit: LocationId, now: number): void {
    const areas = counts.get(count) ?? new Map<LocationId, number>();
    counts.set(count, areas);
    for (const area of chainOf(ancestorOf(unit, 'ward') ?? unit)) areas.set(area, now);
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
    lastIn: (count) => Math.max(anywhere, counts.get(count)?.get(NATION) ?? -Infinity),
    lastInArea: (count, area) => counts.get(count)?.get(ancestorOf(area, 'ward') ?? area) ?? -Infinity,
    placesSince(count, type, moment) {
      if (anywhere >= moment) return 'anywhere';
      const areas = counts.get(count) ?? [];
      return [...areas].flatMap(([area, last]) => (last >= moment && locationType(area) === type ? [area] : []));
    },
  };
}
