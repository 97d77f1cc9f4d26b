import { LOCATION_TYPES, type LocationType } from '@ec/contract/geography/location-id';
import type { LocationLink } from '@ec/contract/geography/schemas';

/** The page of an area, by its code (a ward's is a part of its LGA's); null for the nation, which has none. */
export function areaPath(area: { type: LocationType; code: string }): string | null {
  switch (area.type) {
    case 'region':
      return `/regional/${area.code}`;
    case 'state':
      return `/state/${area.code}`;
    case 'lga':
      return `/lga/${area.code}`;
    case 'ward':
      return `/lga/${area.code.replace(/-[^-]*$/, '')}?ward=${area.code}`;
    case 'polling_unit':
      return `/pu/${area.code}`;
    default:
      return null;
  }
}

/** Names of the state, LGA and ward of a unit that the reader's own area leaves open. */
export function namesBelow(chain: readonly LocationLink[], within: LocationType): string[] {
  const shown = LOCATION_TYPES.slice(Math.max(2, LOCATION_TYPES.indexOf(within) + 1), -1);
  return chain.filter((link) => shown.includes(link.type)).map((link) => link.name);
}

/** The unit's own name, its code where the name is not known. */
export function unitName(unit: { chain: readonly LocationLink[]; pollingUnitCode: string }): string {
  return unit.chain.at(-1)?.name ?? unit.pollingUnitCode;
}
