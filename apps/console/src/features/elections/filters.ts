import { ElectionStatus } from '@ec/contract/elections/schemas';
import { known } from '../../lib/hooks/use-url-state.ts';
import { pageNumber } from '../../lib/hooks/paging.ts';

export const NOTHING_NARROWED = { q: '', status: '' };

/** As they stand in the address; `view` is the election that is open. */
export const FILTERS = { ...NOTHING_NARROWED, sort: '', page: '1', view: '' };
export type ElectionFilters = Omit<typeof FILTERS, 'view'>;

export const SORT_CHOICES = [
  { value: '', label: 'Latest date first' },
  { value: 'name', label: 'Title' },
];

/** The query of the list's call; unknown values in the address are ignored. */
export function parametersOf({ status, q, sort, page }: ElectionFilters) {
  return { status: ElectionStatus.safeParse(status).data, q, sort: known(SORT_CHOICES, sort), page: pageNumber(page) };
}
