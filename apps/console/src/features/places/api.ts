import type { UnitPage, WardData } from '@ec/contract/dashboards/schemas';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AreaAnswer } from '../../domain/performance/AreaPerformance.tsx';
import { api } from '../../lib/http/api.ts';
import type { CountChoice } from '../../domain/elections/count-choice.ts';

/** Should a message of the stream get lost, figures are at most this old. */
const POLL_MS = 30_000;

export const PLACES_KEY = ['places'] as const;

/** The call of each kind of area, and what it is said to have failed at. */
export const AREA_CALLS = {
  region: { path: 'regional-performance', failed: 'Failed to fetch regional performance data' },
  state: { path: 'state-performance', failed: 'Failed to fetch state performance data' },
  lga: { path: 'lga-performance', failed: 'Failed to fetch LGA performance data' },
  ward: { path: 'ward-data', failed: 'Failed to fetch ward performance data' },
} as const;
export type AreaKind = keyof typeof AREA_CALLS;

export const areaQuery = <Answer extends AreaAnswer | WardData>(
  kind: AreaKind,
  reference: string,
  choice: CountChoice,
) => {
  const path = `/geographical-data/${AREA_CALLS[kind].path}/${encodeURIComponent(reference)}`;
  return queryOptions({
    queryKey: [...PLACES_KEY, kind, reference, choice],
    queryFn: ({ signal }) => api.get<Answer>(path, { query: { ...choice }, signal }),
    // Another election or count of the same place takes the old one's room until it is there.
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
};

export const unitQuery = (reference: string) =>
  queryOptions({
    queryKey: [...PLACES_KEY, 'unit', reference],
    queryFn: ({ signal }) => api.get<UnitPage>(`/polling-units/${encodeURIComponent(reference)}`, { signal }),
    refetchInterval: POLL_MS,
  });
