import type { Basis } from '@ec/contract/base/common';
import { type LocationId, NATION } from '@ec/contract/geography/location-id';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';
import type { Visit } from '../../lib/http/prefetch.ts';
import { electionIn, levelOf, liveParamsIn } from './live-params.ts';

/** Should a message of the stream get lost, figures are at most this old. */
const POLL_MS = 30_000;

type CountSource = 'official' | 'grassroots';

/** What a live query is about. While paused nothing is read again by itself. */
export interface LiveSubject {
  electionId: string;
  source: CountSource;
  area: LocationId;
  paused: boolean;
}

export interface FeedFilters {
  party: string;
  leading: string;
  status: string;
}

const pace = (paused: boolean) =>
  paused
    ? ({
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        meta: { ownAge: true },
      } as const)
    : ({ refetchInterval: POLL_MS } as const);

export const areaOf = (area: LocationId) => (area === NATION ? undefined : area);

export const liveKey = (electionId: string) => ['live', electionId] as const;

export const liveElectionsQuery = queryOptions({
  queryKey: ['elections', 'counted'],
  queryFn: async ({ signal }) => {
    const { elections } = await api.call('GET /elections', { signal, query: { pageSize: 200 } });
    const counted = elections.filter(({ status }) => status === 'live' || status === 'completed');
    return counted.sort((a, b) => Number(b.status === 'live') - Number(a.status === 'live'));
  },
});

export const summaryQuery = ({ electionId, source, area, paused }: LiveSubject) =>
  queryOptions({
    queryKey: [...liveKey(electionId), 'summary', source, area],
    queryFn: ({ signal }) =>
      api.call('GET /live/summary', { signal, query: { electionId, source, area: areaOf(area) } }),
    placeholderData: keepPreviousData,
    ...pace(paused),
  });

export const areasQuery = ({ electionId, source, area, paused }: LiveSubject, level: string) =>
  queryOptions({
    queryKey: [...liveKey(electionId), 'areas', source, area, level],
    queryFn: ({ signal }) =>
      api.call('GET /live/areas', { signal, query: { electionId, source, area: areaOf(area), level } }),
    placeholderData: keepPreviousData,
    ...pace(paused),
  });

export const constituenciesQuery = ({ electionId, source, area, paused }: LiveSubject) =>
  queryOptions({
    queryKey: [...liveKey(electionId), 'constituencies', source, area],
    queryFn: ({ signal }) =>
      api.call('GET /live/constituencies', { signal, query: { electionId, source, area: areaOf(area) } }),
    placeholderData: keepPreviousData,
    ...pace(paused),
  });

/** The test of the area's contest on the official count, or the contests that lie in the area. */
export const declarationQuery = ({ electionId, area, paused }: Omit<LiveSubject, 'source'>, basis: Basis) =>
  queryOptions({
    queryKey: [...liveKey(electionId), 'declaration', area, basis],
    queryFn: ({ signal }) =>
      api.call('GET /live/declaration', { signal, query: { electionId, basis, area: areaOf(area) } }),
    placeholderData: keepPreviousData,
    ...pace(paused),
  });

export const feedQuery = ({ electionId, source, area, paused }: LiveSubject, filters: FeedFilters) =>
  queryOptions({
    queryKey: [...liveKey(electionId), 'feed', source, area, filters],
    queryFn: ({ signal }) =>
      api.call('GET /live/feed', {
        signal,
        query: { electionId, source, area: areaOf(area), ...filters, limit: 20 },
      }),
    placeholderData: keepPreviousData,
    ...pace(paused),
  });

/** Goes through all results of the area, so it is read again once a minute only. */
const HISTORY_MS = 60_000;

export const historyQuery = ({ electionId, source, area, paused }: LiveSubject) =>
  queryOptions({
    // Beside the figures that are read anew with each result.
    queryKey: ['live-history', electionId, source, area],
    queryFn: ({ signal }) =>
      api.call('GET /live/history', { signal, query: { electionId, source, area: areaOf(area) } }),
    placeholderData: keepPreviousData,
    staleTime: HISTORY_MS,
    refetchInterval: paused ? false : HISTORY_MS,
  });

export const compareQuery = ({ electionId, area, paused }: Omit<LiveSubject, 'source'>) =>
  queryOptions({
    queryKey: [...liveKey(electionId), 'compare', area],
    queryFn: ({ signal }) => api.call('GET /live/compare', { signal, query: { electionId, area: areaOf(area) } }),
    placeholderData: keepPreviousData,
    ...pace(paused),
  });

/** The elections, then the figures of the one that the address names. */
export async function prefetchLive({ client, url }: Visit): Promise<void> {
  const state = liveParamsIn(url.searchParams);
  const election = electionIn(await client.fetchQuery(liveElectionsQuery), state);
  if (!election) return;
  const { view, areaId: area, party, leading, status } = state;
  const subject = { electionId: election.id, area, paused: false };
  if (view === 'compare') {
    await client.prefetchQuery(compareQuery(subject));
    return;
  }
  const counted = { ...subject, source: view };
  await Promise.all([
    client.prefetchQuery(summaryQuery(counted)),
    client.prefetchQuery(areasQuery(counted, levelOf(state))),
    client.prefetchQuery(feedQuery(counted, { party, leading, status })),
  ]);
}
