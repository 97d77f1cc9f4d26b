import { locationIdOf } from '@ec/contract/geography/location-id';
import type { ReviewUnit, UnitStatus } from '@ec/contract/results/schemas';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { RESULT_STATUS } from '../../domain/results/labels.ts';
import { isFilteredFrom, known } from '../../lib/hooks/use-url-state.ts';
import { pageNumber } from '../../lib/hooks/paging.ts';

/** The tabs of the list, what wants a decision first. */
export const UNIT_TABS: { status: UnitStatus; label: string }[] = [
  { status: 'submitted', label: 'Awaiting review' },
  { status: 'disputed', label: 'Disputed' },
  { status: 'pending', label: 'Not reported' },
  { status: 'approved', label: 'Verified' },
  { status: 'cancelled', label: 'Cancelled' },
];

/** A unit's state as the list shows it; a returned result is named, though it counts as not reported. */
export function unitState(unit: Pick<ReviewUnit, 'resultStatus'>): { label: string; tone: Tone } {
  return unit.resultStatus ? RESULT_STATUS[unit.resultStatus] : { label: 'Not reported', tone: 'off' };
}

export const FLAGGED = 'true';
/** The tab of units in whichever state. */
export const ALL = 'all';
export const NOTHING_NARROWED = { q: '', area: '', flagged: '' };

/** As they stand in the address; without an election it is the first one. */
export const FILTERS = { ...NOTHING_NARROWED, election: '', source: 'official', status: 'submitted', page: '1' };
export type ReviewListFilters = typeof FILTERS;

export const chosenElection = <E extends { id: string }>(elections: readonly E[], { election }: ReviewListFilters) =>
  elections.find(({ id }) => id === election) ?? elections[0];

export const SOURCE_CHOICES = [
  { value: 'official', label: 'Official' },
  { value: 'grassroots', label: 'Grassroots' },
];

/** The tab that the address names; the first one where it names none. */
export const tabOf = ({ status }: Pick<ReviewListFilters, 'status'>): string =>
  status === ALL ? ALL : (UNIT_TABS.find((tab) => tab.status === status)?.status ?? FILTERS.status);

const placeIn = (area: string): string => (locationIdOf(area) === undefined ? '' : area);

/** The query of the list's call; unknown values in the address are ignored. */
export function parametersOf(filters: ReviewListFilters, electionId: string) {
  const { source, area, flagged, q, page } = filters;
  const tab = tabOf(filters);
  return {
    electionId,
    source: known(SOURCE_CHOICES, source) || FILTERS.source,
    status: tab === ALL ? '' : tab,
    area: placeIn(area),
    flagged: flagged === FLAGGED ? FLAGGED : '',
    q,
    page: pageNumber(page),
  };
}

/** True while units of the tab are left out; the reader's own area leaves out none. */
export function isNarrowed(filters: ReviewListFilters, own: string | undefined): boolean {
  const area = filters.area === own ? '' : placeIn(filters.area);
  return isFilteredFrom({ ...filters, area }, NOTHING_NARROWED);
}
