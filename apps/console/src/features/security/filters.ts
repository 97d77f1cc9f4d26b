import { locationIdOf } from '@ec/contract/geography/location-id';
import { ROLE_IDS } from '@ec/contract/permissions/roles';
import { PAGE_SIZE, pageNumber } from '../../lib/hooks/paging.ts';

/** The page as it stands in the address; `area` is the code (or id) of the place the sessions are narrowed to. */
export const FILTERS = { tab: 'status', q: '', area: '', role: '', hours: '24', page: '1' };
export type SecurityFilters = typeof FILTERS;

/** What the list of each tab is given. */
export interface SecurityListProps {
  filters: SecurityFilters;
  onFilter: (change: Partial<SecurityFilters>) => void;
}

export const TABS = ['status', 'sessions', 'alerts', 'sign-ins', 'locked'] as const;
export type Tab = (typeof TABS)[number];

export const NOTHING_NARROWED = { q: '', area: '', role: '', hours: FILTERS.hours };

export const HOURS_CHOICES = [
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
  { value: '720', label: 'Last 30 days' },
  { value: '2160', label: 'Last 90 days' },
];

export const tabOf = ({ tab }: Pick<SecurityFilters, 'tab'>): Tab => TABS.find((each) => each === tab) ?? 'status';
export const pageOf = ({ page }: Pick<SecurityFilters, 'page'>): number => pageNumber(page);
export const hoursOf = ({ hours }: Pick<SecurityFilters, 'hours'>): string =>
  HOURS_CHOICES.some(({ value }) => value === hours) ? hours : FILTERS.hours;

const paged = (filters: SecurityFilters) => ({ q: filters.q, page: pageOf(filters), pageSize: PAGE_SIZE });

/** The query of the sessions' call; unknown values in the address are ignored. */
export function sessionParameters(filters: SecurityFilters) {
  const { area, role } = filters;
  return {
    ...paged(filters),
    area: locationIdOf(area) === undefined ? '' : area,
    role: (ROLE_IDS as readonly string[]).includes(role) ? role : '',
  };
}

export const signInParameters = (filters: SecurityFilters) => ({ ...paged(filters), hours: hoursOf(filters) });

export const lockedParameters = paged;

/** The address of a tab. */
export function tabAddress(tab: Tab): string {
  return tab === FILTERS.tab ? '/security' : `/security?tab=${tab}`;
}
