import { LOCATION_TYPES, type LocationType } from '@ec/contract/geography/location-id';
import type { LocationLink } from '@ec/contract/geography/schemas';

/** Names of the state, LGA and ward of a unit that the reader's own area leaves open. */
export function namesBelow(chain: readonly LocationLink[], within: LocationType): string[] {
  const shown = LOCATION_TYPES.slice(Math.max(2, LOCATION_TYPES.indexOf(within) + 1), -1);
  return chain.filter((link) => shown.includes(link.type)).map((link) => link.name);
}

/** The unit's own name, its code where the name is not known. */
export function unitName(unit: { chain: readonly LocationLink[]; pollingUnitCode: string }): string {
  return unit.chain.at(-1)?.name ?? unit.pollingUnitCode;
}
