import { isNarrowedFrom } from '../../lib/narrowing.ts';

export const FLAGGED = 'true';
export const NOTHING_NARROWED = { q: '', area: '', flagged: '' };

/** As they stand in the address; without an election it is the first one. */
export const FILTERS = { ...NOTHING_NARROWED, election: '', source: 'official', status: 'submitted', page: '1' };
export type ReviewListFilters = typeof FILTERS;

export const SOURCE_CHOICES = [
  { value: 'official', label: 'Official' },
  { value: 'grassroots', label: 'Grassroots' },
];

/** True while units of the tab are left out; the reader's own area leaves out none. */
export function isNarrowed(filters: ReviewListFilters, own: string | undefined): boolean {
  return isNarrowedFrom({ ...filters, area: filters.area === own ? '' : filters.area }, NOTHING_NARROWED);
}
