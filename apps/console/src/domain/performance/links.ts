import type { Basis } from '@ec/contract/base/common';
import { NATION, type LocationId } from '@ec/contract/geography/location-id';
import { withQuery } from '../elections/count-choice.ts';
import type { AreaHead } from './words.ts';

interface Counted {
  election: { id: string } | null;
  source: string;
}
interface Place {
  id: LocationId;
  code: string;
}

const codeIn = (area: Place) => (area.id === NATION ? undefined : area.code);

/** The open disputes of an area, of the count that is shown. */
export function disputesPath({ election, source }: Counted, area: Place): string {
  return withQuery('/disputes', { status: 'open', area: codeIn(area), election: election?.id, source });
}

/** The units of an area, or those in one state, as their reviewer sees them. */
export function reviewPath({ election, source }: Counted, area: Place, status = 'all'): string {
  return withQuery('/review', { status, area: codeIn(area), election: election?.id, source });
}

/** The live figures of an area, on the basis that is shown. */
export function livePath({ election, source }: Counted, area: Place, basis: Basis): string {
  const view = source === 'grassroots' ? source : undefined;
  return withQuery('/live-results', { area: codeIn(area), election: election?.id, view, basis });
}

export type LinkHead = Pick<AreaHead, 'election' | 'source'>;
