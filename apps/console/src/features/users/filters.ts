import { locationIdOf, locationType } from '@ec/contract/location-id';
import { levelOfType } from '../../lib/use-places.ts';
import { PAGE_SIZE, pageNumber } from '../../lib/paging.ts';

/** The filters as they stand in the address; `place` is the code (or id) of the narrowest place chosen. */
export const FILTERS = { q: '', role: '', status: '', place: '', sort: '', page: '1', view: '' };
export type UserFilters = typeof FILTERS;

/** What narrows the list, apart from how it is sorted and paged. */
export const NARROWING = ['q', 'role', 'status', 'place'] as const satisfies readonly (keyof UserFilters)[];

export type ListParameters = Record<string, string | number>;

export const pageOf = ({ page }: Pick<UserFilters, 'page'>): number => pageNumber(page);

/** The query of the list's call. */
export function parametersOf(filters: UserFilters): ListParameters {
  const { q, role, status, sort, place } = filters;
  const id = locationIdOf(place);
  const level = id === undefined ? undefined : levelOfType(locationType(id));
  const asked = { q, role, status, sort, ...(id !== undefined && level && { [`${level}Id`]: id }) };
  const given = Object.entries(asked).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(given), page: pageOf(filters), pageSize: PAGE_SIZE };
}

export const isNarrowed = (filters: UserFilters): boolean => NARROWING.some((key) => filters[key] !== '');

/** The address of the list with the given filters alone. */
export function listAddress(filters: Partial<UserFilters>): string {
  const given = Object.entries(filters).filter(([, value]) => value !== '');
  return given.length > 0 ? `/users?${new URLSearchParams(given)}` : '/users';
}
