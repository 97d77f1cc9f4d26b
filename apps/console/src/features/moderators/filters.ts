export const NOTHING_NARROWED = { q: '', role: '', status: '' };

/** What the list of moderators is narrowed to, as it stands in the address. */
export const FILTERS = { ...NOTHING_NARROWED, sort: '', page: '1' };
export type ModeratorFilters = typeof FILTERS;

export const NO_SEARCH = { q: '' };
export const LIST_FILTERS = { ...NO_SEARCH, sort: '', page: '1' };
