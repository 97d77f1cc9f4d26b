import type { LocationType } from '@ec/contract/geography/location-id';

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
