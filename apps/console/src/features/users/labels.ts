import type { UserStatus } from '@ec/contract/auth/schemas';
import type { LocationLink } from '@ec/contract/geography/schemas';
import { isOneOf, type Role, ROLE_IDS, ROLES } from '@ec/contract/permissions/roles';
import { STATUS_LABELS, type User, type UserPlace } from '@ec/contract/users/schemas';
import { locationIdOf, locationType } from '@ec/contract/geography/location-id';
import { ApiError } from '../../lib/http/api-error.ts';
import { isFilteredFrom, known } from '../../lib/hooks/use-url-state.ts';
import { PAGE_SIZE, pageNumber } from '../../lib/hooks/paging.ts';
import { levelOfType } from '../../domain/places/use-places.ts';

/** The statuses that the list is filtered by, the commonest first. */
const LISTED_STATUSES = [
  'ACTIVE',
  'PENDING',
  'PENDING_NATIONAL_APPROVAL',
  'PENDING_DELETION',
  'INACTIVE',
  'SUSPENDED',
] as const satisfies readonly UserStatus[];

export const STATUS_OPTIONS = LISTED_STATUSES.map((value) => ({
  value,
  label: value === 'PENDING_NATIONAL_APPROVAL' ? 'Pending National Approval' : STATUS_LABELS[value],
}));

const COMMON_ROLES = [
  'national_admin',
  'regional_admin',
  'state_admin',
  'lga_admin',
  'ward_admin',
  'polling_unit_officer',
] as const satisfies readonly Role[];

export const roleOption = (value: Role) => ({ value, label: ROLES[value].title });

/** The roles as the filter offers them: the six that most lists are about, then the others. */
export const ROLE_GROUPS = [
  { group: 'Administration', items: COMMON_ROLES.map(roleOption) },
  {
    group: 'Other roles',
    items: ROLE_IDS.filter((role) => !isOneOf(COMMON_ROLES, role)).map(roleOption),
  },
];

export const NOT_ASSIGNED = 'Not assigned';

/** From the place upward, the nation left out where something stands below it: Ward 5, Ikeja, Lagos, South West. */
export function chainText(place: { chain: readonly LocationLink[]; name: string } | null): string {
  if (!place) return NOT_ASSIGNED;
  const links = place.chain.length > 1 ? place.chain.filter(({ type }) => type !== 'national') : place.chain;
  return links.length > 0
    ? links
        .map(({ name }) => name)
        .toReversed()
        .join(', ')
    : place.name;
}

/** What lies above a place, for a second line: Ikeja, Lagos. The zone is left out, as everybody knows it. */
export function aboveText(place: UserPlace): string {
  return place.chain
    .filter(({ id, type }) => id !== place.id && type !== 'national' && type !== 'region')
    .map(({ name }) => name)
    .toReversed()
    .join(', ');
}

/** A user as a confirmation names them: Ada Obi, Ward Admin, Ipodo, Ikeja, Lagos. */
export function whoText({ name, role, assignment }: Pick<User, 'name' | 'role' | 'assignment'>): string {
  return `${name}, ${ROLES[role].title}, ${chainText(assignment)}`;
}

const LIST_FAILURES: Partial<Record<string, string>> = {
  TIMEOUT: 'Request timed out. Please check if the backend server is running.',
  NETWORK: 'Cannot connect to server. Please check if the backend is running on port 3001.',
};

/** The failure of the list in the words of this page. */
export function listFailure(error: unknown): unknown {
  if (!error) return null;
  const known = error instanceof ApiError ? error : null;
  const generalText = known?.fromServer ? known.message : 'Failed to fetch users';
  return new ApiError({
    code: known?.code ?? 'UNREADABLE',
    status: known?.status ?? 0,
    message: (known && LIST_FAILURES[known.code]) ?? generalText,
    requestId: known?.requestId,
  });
}

export const REQUEST_SENT =
  'Approval request submitted successfully! You will be notified when it is reviewed.' as const;

/** The headline of a request that was refused, with the status of the answer where there was one. */
export function requestFailed(error: Error): string {
  const status = error instanceof ApiError && error.status > 0 ? `: ${error.status}` : '';
  return `Failed to create approval request${status}`;
}

export const NOTHING_NARROWED = { q: '', role: '', status: '', place: '' };

/** The filters as they stand in the address; `place` is the code (or id) of the narrowest place chosen, `do` the form that it opens. */
export const FILTERS = { ...NOTHING_NARROWED, sort: '', page: '1', view: '', do: '' };
export type UserFilters = typeof FILTERS;

export type ListParameters = Record<string, string | number>;

const ROLE_OPTIONS = ROLE_GROUPS.flatMap(({ items }) => items);

/** The query of the list's call; unknown values in the address are ignored. */
export function parametersOf(filters: UserFilters): ListParameters {
  const { q, sort, place } = filters;
  const role = known(ROLE_OPTIONS, filters.role);
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
