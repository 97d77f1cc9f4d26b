import {
  ancestorOf,
  LOCATION_TYPES,
  type LocationId,
  locationIdOf,
  type LocationType,
  locationType,
} from '@ec/contract/geography/location-id';
import { GEOGRAPHY_TYPES, GeographySort, GeographyType } from '@ec/contract/geography/schemas';
import type { PlaceField } from '@ec/contract/users/schemas';
import { PAGE_SIZE, pageNumber } from '../../lib/hooks/paging.ts';
import { levelOfType, placeReference } from '../../domain/places/use-places.ts';

export const NOTHING_NARROWED = { q: '', place: '' };

/** The screen as it stands in the address; `place` is the code (or id) of what the list is narrowed to. */
export const FILTERS = { ...NOTHING_NARROWED, tab: 'regions', sort: 'code', page: '1' };
export type Filters = typeof FILTERS;

export const tabOf = ({ tab }: Pick<Filters, 'tab'>): GeographyType => {
  const parsed = GeographyType.safeParse(tab);
  return parsed.success ? parsed.data : 'regions';
};

export const sortOf = ({ sort }: Pick<Filters, 'sort'>): GeographySort => {
  const parsed = GeographySort.safeParse(sort);
  return parsed.success ? parsed.data : 'code';
};

/** The kind of place that holds places of a tab. */
export function parentTypeOf(tab: GeographyType): LocationType {
  return LOCATION_TYPES[LOCATION_TYPES.indexOf(GEOGRAPHY_TYPES[tab]) - 1] ?? 'national';
}

/** The deepest level by which a tab can be narrowed; undefined for regions, which all lie in the nation. */
export const narrowingLevel = (tab: GeographyType): PlaceField | undefined => levelOfType(parentTypeOf(tab));

/** The place that the tab is narrowed to: what the address names, or what of it stands above the tab's places. */
export function placeOf(filters: Pick<Filters, 'tab' | 'place'>): LocationId | null {
  const id = locationIdOf(filters.place);
  if (id === undefined) return null;
  const parent = parentTypeOf(tabOf(filters));
  if (parent === 'national' || locationType(id) === 'national') return null;
  return ancestorOf(id, parent) ?? id;
}

/** The query of the list's call. */
export function parametersOf(filters: Filters): Record<string, string | number> {
  const { q } = filters;
  const place = placeOf(filters);
  return {
    type: tabOf(filters),
    sort: sortOf(filters),
    page: pageNumber(filters.page),
    pageSize: PAGE_SIZE,
    ...(q !== '' && { q }),
    ...(place !== null && { parentId: place }),
  };
}

export const isNarrowed = (filters: Filters): boolean => filters.q !== '' || placeOf(filters) !== null;

/** The address of a tab, narrowed to a place. */
export function tabAddress(tab: GeographyType, place?: LocationId): string {
  const query = new URLSearchParams({ tab });
  if (place !== undefined) query.set('place', placeReference(place));
  return `/geographical-data?${query}`;
}

/** The address of the users of a place. */
export const usersAddress = (place: LocationId): string => `/users?place=${placeReference(place)}`;
