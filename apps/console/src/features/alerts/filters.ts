import type { AlertBulkRequest } from '@ec/contract/alerts/bulk';
import { ALERT_RULE_IDS, ALERT_RULES, AlertPriority, type AlertState, AlertType } from '@ec/contract/alerts/schemas';
import { ElectionId } from '@ec/contract/base/common';
import { locationIdOf } from '@ec/contract/geography/location-id';
import { ALERT_PRIORITIES } from '../../domain/alerts/alert-priorities.ts';
import { activeFilters, isFilteredFrom, known } from '../../lib/hooks/use-url-state.ts';
import { PAGE_SIZE, pageNumber } from '../../lib/hooks/paging.ts';
import { TYPES } from './AlertParts.tsx';

export const NOTHING_NARROWED = {
  priority: '',
  type: '',
  unread: '',
  state: '',
  rule: '',
  area: '',
  election: '',
  q: '',
};

/** The filters as they stand in the address; `area` is the code (or id) of the narrowest place chosen. */
export const FILTERS = { ...NOTHING_NARROWED, view: '', sort: '', page: '1' };
/** The view of single alerts; without it they are shown in groups. */
export const SINGLE = 'list';
export type AlertFilters = typeof FILTERS;

export const UNREAD = '1';

interface Choice {
  value: string;
  label: string;
}

export const PRIORITY_CHOICES: Choice[] = [
  { value: '', label: 'All priorities' },
  ...AlertPriority.options.map((value) => ({ value, label: ALERT_PRIORITIES[value].label })),
];

export const TYPE_CHOICES: Choice[] = [
  { value: '', label: 'All types' },
  ...AlertType.options.map((value) => ({ value, label: TYPES[value].label })),
];

/** Also resolved ones. */
const ANY = 'any';
export const STATE_CHOICES: { value: '' | typeof ANY | Exclude<AlertState, 'unresolved'>; label: string }[] = [
  { value: '', label: 'Not resolved' },
  { value: 'open', label: 'Open' },
  { value: 'acknowledged', label: 'Acknowledged' },
  { value: 'mine', label: 'Given to me' },
  { value: 'snoozed', label: 'Snoozed by me' },
  { value: 'resolved', label: 'Resolved' },
  { value: ANY, label: 'Any progress' },
];

export const GROUP_SORTS: { value: string; label: string }[] = [
  { value: '', label: 'Most severe first' },
  { value: 'newest', label: 'Newest first' },
  { value: 'count', label: 'Most alerts first' },
];
export const SINGLE_SORTS: { value: string; label: string }[] = [
  { value: '', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'severity', label: 'Most severe first' },
];

export const RULE_CHOICES: Choice[] = [
  { value: '', label: 'All rules' },
  ...ALERT_RULE_IDS.map((value) => ({ value, label: ALERT_RULES[value].title })),
];

/** The filters as the calls take them; unknown values in the address are ignored. */
function filterParameters(filters: AlertFilters) {
  const { priority, type, unread, state, rule, area, election, q } = filters;
  const progress = known(STATE_CHOICES, state);
  return {
    priority: known(PRIORITY_CHOICES, priority),
    type: known(TYPE_CHOICES, type),
    unread: unread === UNREAD ? 'true' : '',
    state: progress === '' ? 'unresolved' : progress === ANY ? '' : progress,
    rule: known(RULE_CHOICES, rule),
    area: locationIdOf(area) === undefined ? '' : area,
    electionId: ElectionId.safeParse(election).success ? election : '',
    q,
  };
}

export function parametersOf(filters: AlertFilters) {
  return {
    ...filterParameters(filters),
    sort: known(SINGLE_SORTS, filters.sort),
    page: pageNumber(filters.page),
    pageSize: PAGE_SIZE,
  };
}

export function groupParametersOf(filters: AlertFilters) {
  return {
    ...filterParameters(filters),
    sort: known(GROUP_SORTS, filters.sort),
    page: pageNumber(filters.page),
    pageSize: PAGE_SIZE,
  };
}
/** The filters as an export takes them. */
export const exportParametersOf = (filters: AlertFilters): Record<string, string> =>
  Object.fromEntries(Object.entries(filterParameters(filters)).filter(([, value]) => value !== ''));
export type GroupParameters = ReturnType<typeof groupParametersOf>;

/** The filters as a change of many alerts takes them. */
export function bulkFilterOf(filters: AlertFilters): AlertBulkRequest['filter'] {
  const { unread, ...texts } = filterParameters(filters);
  const set = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''));
  return { ...set, ...(unread !== '' && { unread: true }) };
}
export type AlertParameters = ReturnType<typeof parametersOf>;

export const isNarrowed = (filters: AlertFilters): boolean => isFilteredFrom(filters, NOTHING_NARROWED);

/** True where the unread are requested and nothing else. */
export const isUnreadOnly = (filters: AlertFilters): boolean =>
  filters.unread === UNREAD && activeFilters(filters, NOTHING_NARROWED).length === 1;
