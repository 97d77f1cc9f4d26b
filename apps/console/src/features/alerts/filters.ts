import {
  ALERT_RULE_IDS,
  ALERT_RULES,
  type AlertListQuery,
  AlertPriority,
  AlertType,
} from '@ec/contract/alerts/schemas';
import { ElectionId } from '@ec/contract/base/common';
import { locationIdOf } from '@ec/contract/geography/location-id';
import { ALERT_PRIORITIES } from '../../domain/alerts/alert-priorities.ts';
import { activeFilters, isFilteredFrom, known } from '../../lib/hooks/use-url-state.ts';
import { PAGE_SIZE, pageNumber } from '../../lib/hooks/paging.ts';
import { TYPES } from './labels.ts';

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
export const FILTERS = { ...NOTHING_NARROWED, page: '1' };
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

export const STATE_CHOICES: { value: '' | NonNullable<AlertListQuery['state']>; label: string }[] = [
  { value: '', label: 'Any progress' },
  { value: 'open', label: 'Open' },
  { value: 'acknowledged', label: 'Acknowledged' },
  { value: 'mine', label: 'Given to me' },
];

export const RULE_CHOICES: Choice[] = [
  { value: '', label: 'All rules' },
  ...ALERT_RULE_IDS.map((value) => ({ value, label: ALERT_RULES[value].title })),
];

/** The query of the list's call; unknown values in the address are ignored. */
export function parametersOf(filters: AlertFilters) {
  const { priority, type, unread, state, rule, area, election, q, page } = filters;
  return {
    priority: known(PRIORITY_CHOICES, priority),
    type: known(TYPE_CHOICES, type),
    unread: unread === UNREAD ? 'true' : '',
    state: known(STATE_CHOICES, state),
    rule: known(RULE_CHOICES, rule),
    area: locationIdOf(area) === undefined ? '' : area,
    electionId: ElectionId.safeParse(election).success ? election : '',
    q,
    page: pageNumber(page),
    pageSize: PAGE_SIZE,
  };
}
export type AlertParameters = ReturnType<typeof parametersOf>;

export const isNarrowed = (filters: AlertFilters): boolean => isFilteredFrom(filters, NOTHING_NARROWED);

/** True where the unread are requested and nothing else. */
export const isUnreadOnly = (filters: AlertFilters): boolean =>
  filters.unread === UNREAD && activeFilters(filters, NOTHING_NARROWED).length === 1;
