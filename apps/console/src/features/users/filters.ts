import { locationIdOf, locationType } from '@ec/contract/geography/location-id';
import { isFilteredFrom, known } from '../../lib/hooks/use-url-state.ts';
import { PAGE_SIZE, pageNumber } from '../../lib/hooks/paging.ts';
import { levelOfType } from '../../domain/places/use-places.ts';
import { ROLE_GROUPS, STATUS_OPTIONS } from './labels.ts';

export const NOTHING_NARROWED = { q: '', role: '', status: '', place: '' };

/** The filters as they stand in the address; `place` is the code (or id) of the narrowest place chosen, `do` the form that it opens. */
export const FILTERS = { ...NOTHING_NARROWED, sort: '', page: '1', view: '', do: '' };
export type UserFilters = typeof FILTERS;

export type ListParameters = Record<string, string | number>;

const ROLES = ROLE_GROUPS.flatMap(({ items }) => items);

/** The query of the list's call; unknown values in the address are ignored. */
export function parametersOf(filters: UserFilters): ListParameters {
  const { q, sort, place } = filters;
  const role = known(ROLES, filters.role);
  const status = known(STATUS_OPTIONS, filters.status);
  const id = locationIdOf(place);
  const level = id === undefined ? undefined : levelOfType(locationType(id));
  const asked = { q, role, status, sort, ...(id !== undefined && level && { [`${level}Id`]: id }) };
  const given = Object.entries(asked).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(given), page: pageNumber(filters.page), pageSize: PAGE_SIZE };
}

export const isNarrowed = (filters: UserFilters): boolean => isFilteredFrom(filters, NOTHING_NARROWED);

/** The address of the list with the given filters alone. */
export function listAddress(filters: Partial<UserFilters>): string {
  const given = Object.entries(filters).filter(([, value]) => value !== '');
  return given.length > 0 ? `/users?${new URLSearchParams(given)}` : '/users';
}
