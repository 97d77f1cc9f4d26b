export const NOTHING_NARROWED = { q: '', status: '' };

/** As they stand in the address; `view` is the election that is open. */
export const FILTERS = { ...NOTHING_NARROWED, sort: '', page: '1', view: '' };
export type ElectionFilters = Omit<typeof FILTERS, 'view'>;
