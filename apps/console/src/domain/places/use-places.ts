import {
  ancestorOf,
  codeOf,
  isInside,
  LOCATION_TYPES,
  type LocationId,
  locationIdOf,
  locationType,
  type LocationType,
} from '@ec/contract/geography/location-id';
import { type Role, ROLES } from '@ec/contract/permissions/roles';
import { ASSIGNED_FIELDS, PLACE_FIELDS, type PlaceField } from '@ec/contract/users/schemas';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';
import { useCurrentMe } from '../../lib/session/session.ts';

/** One chain of places from the region down, as far as it is chosen. */
export type Places = Record<PlaceField, LocationId | null>;

export const PLACE_LEVELS = Object.keys(PLACE_FIELDS) as PlaceField[];
export const NO_PLACES: Places = { region: null, state: null, lga: null, ward: null, pollingUnit: null };

/** The chain that ends in a place: its id says all of it. */
export function placesOf(id: LocationId | null | undefined): Places {
  if (id === null || id === undefined) return NO_PLACES;
  const chain = PLACE_LEVELS.map((level) => [level, ancestorOf(id, PLACE_FIELDS[level]) ?? null]);
  return Object.fromEntries(chain) as Places;
}

/** The deepest place that is chosen. */
export function narrowest(places: Places): LocationId | null {
  return places.pollingUnit ?? places.ward ?? places.lga ?? places.state ?? places.region;
}

/** How an address names a place: by its code, or by its id where the numbering of codes does not know it. */
export function placeReference(id: LocationId): string {
  const code = codeOf(id);
  return locationIdOf(code) === id ? code : String(id);
}

/** The level at which a role of that kind of assignment acts; undefined for the nation. */
export function levelOfType(type: LocationType): PlaceField | undefined {
  return PLACE_LEVELS.find((level) => PLACE_FIELDS[level] === type);
}

/** From the region down to the level, both included. */
export function levelsTo(depth: PlaceField): PlaceField[] {
  return PLACE_LEVELS.slice(0, PLACE_LEVELS.indexOf(depth) + 1);
}

/** Places below a parent; with a role each says whether its office is taken, which is asked anew each time. */
export const placesQuery = (type: LocationType, parentId: LocationId | null, officeOf?: Role) =>
  queryOptions({
    queryKey: ['locations', type, parentId, officeOf],
    queryFn: ({ signal }) =>
      api.call('GET /locations', {
        signal,
        // A region's parent is the nation, which is not shown.
        query: { type, parentId: type === 'region' ? null : parentId, pageSize: 1000, ...(officeOf && { officeOf }) },
      }),
    staleTime: officeOf ? 0 : 10 * 60_000,
  });

export const placeQuery = (id: LocationId) =>
  queryOptions({
    queryKey: ['locations', 'one', id],
    queryFn: ({ signal }) => api.call('GET /locations/:id', { params: { id }, signal }),
    staleTime: 10 * 60_000,
  });

export interface Reach {
  id: LocationId;
  type: LocationType;
  name: string;
}

const depthOf = (type: LocationType) => LOCATION_TYPES.indexOf(type);

/** The areas in which the reader may choose places: their own, or those that a moderator is narrowed to, widest first. */
export function useReach(): readonly Reach[] {
  const { user, privileges } = useCurrentMe();
  const areas = privileges?.areas ?? [];
  if (areas.length > 0) {
    return areas.toSorted((a, b) => depthOf(a.type) - depthOf(b.type));
  }
  return user.scope ? [{ id: user.scope.locationId, type: user.scope.type, name: user.scope.name }] : [];
}

/** The roles whose office fits into one of the reader's areas: a moderator who is narrowed to LGAs gives away no state. */
export function useRolesInReach<R extends Role>(roles: readonly R[]): R[] {
  const reach = useReach();
  return roles.filter((role) => reach.some(({ type }) => depthOf(type) <= depthOf(ROLES[role].assignment)));
}

/** What the reader's only area fixes of every chain; nothing where they choose between areas. */
export function useFixedPlaces(): Places {
  const [only, ...others] = useReach();
  return only && others.length === 0 ? placesOf(only.id) : NO_PLACES;
}

/** True for places that the reader may choose. */
export function isWithin(reach: readonly Reach[], place: LocationId): boolean {
  return reach.some((area) => isInside(place, area.id));
}

/** The names of an area's levels, itself included: what a person's area fixes is shown by name. */
export function useChainNames(area: Reach | undefined): Partial<Record<PlaceField, string>> {
  const { user } = useCurrentMe();
  const own = area !== undefined && user.scope?.locationId === area.id;
  const asked = area !== undefined && !own && locationType(area.id) !== 'national';
  const place = useQuery({ ...placeQuery(area?.id ?? (0 as LocationId)), enabled: asked });
  const names = PLACE_LEVELS.flatMap((level) => {
    const link = place.data?.chain.find(({ type }) => type === PLACE_FIELDS[level]);
    const name = own ? user[ASSIGNED_FIELDS[level]] : (link?.name ?? (area?.type === PLACE_FIELDS[level] && area.name));
    return name ? [[level, name] as const] : [];
  });
  return Object.fromEntries(names);
}

/** How far the register is there, with the totals and without lists: read anew when places change anywhere. */
export const registerQuery = queryOptions({
  queryKey: ['geography', 'register'],
  queryFn: ({ signal }) => api.call('GET /geographical-data', { signal, query: { pageSize: 1 } }),
});
