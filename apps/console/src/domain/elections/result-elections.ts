import type { ElectionList } from '@ec/contract/elections/schemas';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';
import { askForFirstPage, takeFirstPage } from '../../lib/session/session.ts';

const EARLY = 'elections with results';
const load = (signal?: AbortSignal) => api.get<ElectionList>('/elections', { query: { pageSize: 200 }, signal });

export const beginResultElections = () => askForFirstPage(EARLY, () => load());

/** Elections that have results to look at: those that take them now first. */
export const resultElectionsQuery = queryOptions({
  queryKey: ['elections', 'with-results'],
  queryFn: ({ signal }) => takeFirstPage<ElectionList>(EARLY) ?? load(signal),
  select: ({ elections }) => {
    const order = ['live', 'completed', 'archived'];
    const shown = elections.filter((election) => order.includes(election.status));
    return shown.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  },
  staleTime: 60_000,
});
