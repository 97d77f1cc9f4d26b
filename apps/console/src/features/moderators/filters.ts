import { known } from '../../lib/hooks/use-url-state.ts';
import { ROLE_OPTIONS, STATUS_OPTIONS } from './labels.ts';

export const NOTHING_NARROWED = { q: '', role: '', status: '' };

/** What the list of moderators is narrowed to, as it stands in the address. */
export const FILTERS = { ...NOTHING_NARROWED, sort: '', page: '1' };
export type ModeratorFilters = typeof FILTERS;

/** The filters of the list; unknown values in the address are ignored. */
export const narrowedTo = ({ q, role, status }: ModeratorFilters) => ({
  q,
  role: known(ROLE_OPTIONS, role),
  status: known(STATUS_OPTIONS, status),
});

export const NO_SEARCH = { q: '' };
export const LIST_FILTERS = { ...NO_SEARCH, sort: '', page: '1' };
