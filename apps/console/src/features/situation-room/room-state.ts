import type { Basis } from '@ec/contract/base/common';
import { type LocationId, locationIdOf, locationType } from '@ec/contract/geography/location-id';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { basisOf, type Measure, measureOf } from '../../domain/situation-room/measures.ts';

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
