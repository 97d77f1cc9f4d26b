import { pageNumber } from '../../lib/paging.ts';

/** What the list of moderators is narrowed to, as it stands in the address. */
export const FILTERS = { q: '', role: '', status: '', sort: '', page: '1' };
export type ModeratorFilters = typeof FILTERS;

export const LIST_FILTERS = { q: '', sort: '', page: '1' };

export const pageOf = ({ page }: { page: string }): number => pageNumber(page);
