import { ElectionId } from '@ec/contract/base/common';
import type { DisputeListQuery, DisputeStatus } from '@ec/contract/disputes/schemas';
import type { Source } from '@ec/contract/elections/schemas';
import { locationIdOf } from '@ec/contract/geography/location-id';
import { isFilteredFrom, known } from '../../lib/hooks/use-url-state.ts';
import { PAGE_SIZE, pageNumber } from '../../lib/hooks/paging.ts';

export const NOTHING_NARROWED = { election: '', source: '', area: '', whose: '', q: '' };

/** The filters as they stand in the address; `area` is the code (or id) of the narrowest place chosen. */
export const FILTERS = { ...NOTHING_NARROWED, status: 'open', sort: 'updatedAt', page: '1' };
export type DisputeFilters = typeof FILTERS;

export const SOURCE_CHOICES: { value: '' | Source; label: string }[] = [
  { value: '', label: 'Both counts' },
  { value: 'official', label: 'Official' },
  { value: 'grassroots', label: 'Grassroots' },
];

export const WHOSE_CHOICES: { value: '' | NonNullable<DisputeListQuery['whose']>; label: string }[] = [
  { value: '', label: 'Everybody’s' },
  { value: 'mine', label: 'Waits for me' },
  { value: 'assigned', label: 'Given to me' },
  { value: 'unassigned', label: 'Unassigned' },
  { value: 'raised', label: 'Raised by me' },
];

export const SORT_CHOICES = [
  { value: 'updatedAt', label: 'Last changed' },
  { value: 'raisedAt', label: 'Last raised' },
];

export const statusOf = ({ status }: Pick<DisputeFilters, 'status'>): DisputeStatus =>
  status === 'resolved' ? 'resolved' : 'open';

/** The query of the list's call; unknown values in the address are ignored. */
export function parametersOf(filters: DisputeFilters) {
  const { election, source, area, whose, q, sort } = filters;
  return {
    status: statusOf(filters),
    electionId: ElectionId.safeParse(election).success ? election : '',
    source: known(SOURCE_CHOICES, source),
    area: locationIdOf(area) === undefined ? '' : area,
    whose: known(WHOSE_CHOICES, whose),
    q,
    sort: known(SORT_CHOICES, sort),
    page: pageNumber(filters.page),
    pageSize: PAGE_SIZE,
  };
}

export const isNarrowed = (filters: DisputeFilters): boolean => isFilteredFrom(filters, NOTHING_NARROWED);
