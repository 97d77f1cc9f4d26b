import { NATION } from '@ec/contract/geography/location-id';
import { ownAreas } from '../../../lib/session/may-open.ts';
import { useCurrentMe } from '../../../lib/session/session.ts';

/** The chain holds entries of all areas, so that it is checked by those alone who act in the whole nation. */
export function useSeesChain(): boolean {
  return ownAreas(useCurrentMe()).includes(NATION);
}
