import { locationIdOf } from '@ec/contract/geography/location-id';
import { UNUSUAL_CHECKS } from '@ec/contract/unusual/checks';
import { CHECK_WORDS } from '@ec/contract/unusual/words';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { UNUSUAL_KEY } from '../../domain/unusual/unusual-results.ts';
import { pageNumber } from '../../lib/hooks/paging.ts';
import { known } from '../../lib/hooks/use-url-state.ts';
import { api } from '../../lib/http/api.ts';

export const PAGE_SIZE = 20;
/** Both counts are compared, each with itself. */
export const WHOLE = { area: '', check: '', state: '', source: 'official' };
export const FILTERS = { ...WHOLE, election: '', page: '1' };
export type UnusualFilters = typeof FILTERS;

export const CHECK_CHOICES = UNUSUAL_CHECKS.map((value) => ({ value, label: CHECK_WORDS[value] }));
export const STATE_CHOICES = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
] as const;
export const SOURCE_CHOICES = [
  { value: 'official', label: 'Official' },
  { value: 'grassroots', label: 'Grassroots' },
] as const;

export const unusualListQuery = ({ area, check, state, source, page }: UnusualFilters, electionId: string) => {
  const query = {
    electionId,
    area: locationIdOf(area) === undefined ? '' : area,
    check: known(CHECK_CHOICES, check),
    state: known(STATE_CHOICES, state),
    source: known(SOURCE_CHOICES, source),
    page: pageNumber(page),
    pageSize: PAGE_SIZE,
  };
  return queryOptions({
    queryKey: [...UNUSUAL_KEY, 'list', query],
    queryFn: ({ signal }) => api.call('GET /unusual', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: electionId !== '',
  });
};

export const STATISTICS_FILTERS = { election: '', area: '', source: 'official' };

export const statisticsQuery = (electionId: string, area: string, source: string) => {
  const query = { electionId, area, source: known(SOURCE_CHOICES, source) };
  return queryOptions({
    queryKey: [...UNUSUAL_KEY, 'statistics', query],
    queryFn: ({ signal }) => api.call('GET /unusual/statistics', { query, signal }),
    enabled: electionId !== '' && area !== '',
  });
};
