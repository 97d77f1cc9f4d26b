import type { Basis } from '@ec/contract/base/common';
import { type LocationId, locationIdOf, locationType } from '@ec/contract/geography/location-id';
import { basisOf, type Measure, measureOf } from '../../domain/situation-room/measures.ts';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { touches } from '../../lib/stream/use-count-news.ts';
import { roomKey, silentKey } from './api.ts';

/** Everything the page shows is in its address. */
const DEFAULTS = {
  election: '',
  basis: 'verified',
  measure: 'leading',
  /** How the measure is shown: drawn, or as a table. */
  view: 'map',
  sort: '',
  /** INEC's code of the state or LGA whose silent units are listed. */
  silent: '',
};

type RoomParams = typeof DEFAULTS;
export type SetRoom = (change: Partial<RoomParams>) => void;

export interface RoomState {
  election: string;
  basis: Basis;
  measure: Measure;
  view: 'map' | 'table';
  sort: string;
  silent: LocationId | null;
}

/** The state or LGA that a code names; null for anything else. */
function silentPlace(code: string): LocationId | null {
  const id = locationIdOf(code);
  if (id === undefined) return null;
  const type = locationType(id);
  return type === 'state' || type === 'lga' ? id : null;
}

/** What the address says; what it says wrongly is read as the standard. */
export function useRoomState(): [RoomState, SetRoom] {
  const [params, set] = useUrlState(DEFAULTS);
  return [
    {
      election: params.election,
      basis: basisOf(params.basis),
      measure: measureOf(params.measure),
      view: params.view === 'table' ? 'table' : 'map',
      sort: params.sort,
      silent: silentPlace(params.silent),
    },
    set,
  ];
}

/** Has the page read again when results, disputes or forms of collation change, at most once a second. */
export function useRoomNews(electionId: string | undefined): void {
  const refresh = useRefresh(roomKey);
  useStreamMessage('results', (message) => {
    if (message.source === 'official' && (electionId === undefined || message.electionId === electionId)) refresh();
  });
  useStreamMessage('disputes', refresh);
  useStreamMessage('collations', refresh);
  useStreamMessage('elections', refresh);
  useStreamMessage('geography', refresh);
}

/** Reads the silent units of the place again when one of them reports, so that an officer who has just sent is not called. */
export function useSilentNews(electionId: string, place: LocationId | null): void {
  const refresh = useRefresh(silentKey);
  useStreamMessage('results', (message) => {
    if (place !== null && touches(message, { area: place, electionId, source: 'official' })) refresh();
  });
}
