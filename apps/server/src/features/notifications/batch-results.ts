import type { ElectionId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import type { DomainEvent } from '@ec/contract/events/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { StreamHub } from '../../platform/events/stream-hub.ts';
import { changesInside, hearsOfResults } from './rules.ts';

/** On election night hundreds of results change per second; consoles get the changes four times a second. */
const GATHER_MS = 250;

type ResultChanged = Extract<DomainEvent, { type: 'result.changed' }>;

interface Gathered {
  electionId: ElectionId;
  source: Source;
  units: Set<LocationId>;
}

export interface ResultBatcher {
  add(event: ResultChanged): void;
  stop(): void;
}

/** Batches changed results by election and source, and sends each area's users one message about those inside it. */
export function createResultBatcher(hub: Pick<StreamHub, 'sendByArea'>): ResultBatcher {
  const waiting = new Map<string, Gathered>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    const gathered = [...waiting.values()];
    waiting.clear();
    for (const { electionId, source, units } of gathered) {
      const sorted = [...units].toSorted((a, b) => a - b);
      hub.sendByArea((area) => {
        const changes = changesInside(sorted, area);
        return changes && { type: 'results', electionId, source, ...changes };
      }, hearsOfResults);
    }
  }

  return {
    add({ electionId, source, pollingUnitId }) {
      const key = `${electionId}/${source}`;
      const group = waiting.get(key) ?? { electionId, source, units: new Set<LocationId>() };
      waiting.set(key, group);
      group.units.add(pollingUnitId);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
