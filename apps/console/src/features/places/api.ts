import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';
import type { CountChoice } from '../../domain/elections/count-choice.ts';

/** Should a message of the stream get lost, figures are at most this old. */
const POLL_MS = 30_000;

export const PLACES_KEY = ['places'] as const;

/** The call of each kind of area, and what it is said to have failed at. */
export const AREA_CALLS = {
  region: {
    call: 'GET /geographical-data/regional-performance/:region',
    failed: 'Failed to fetch regional performance data',
  },
  state: { call: 'GET /geographical-data/state-performance/:state', failed: 'Failed to fetch state performance data' },
  lga: { call: 'GET /geographical-data/lga-performance/:lga', failed: 'Failed to fetch LGA performance data' },
  ward: { call: 'GET /geographical-data/ward-data/:ward', failed: 'Failed to fetch ward performance data' },
} as const;
export type AreaKind = keyof typeof AREA_CALLS;

const keyOf = (kind: AreaKind, reference: string, choice: CountChoice) => [...PLACES_KEY, kind, reference, choice];
/** Another election or count of the same place takes the old one's room until it is there. */
const shown = { placeholderData: keepPreviousData, refetchInterval: POLL_MS } as const;

export const areaQuery = (kind: Exclude<AreaKind, 'ward'>, reference: string, choice: CountChoice) =>
  queryOptions({
    queryKey: keyOf(kind, reference, choice),
    queryFn: ({ signal }) =>
      api.call(AREA_CALLS[kind].call, { params: { [kind]: reference }, query: { ...choice }, signal }),
    ...shown,
  });

export const wardQuery = (reference: string, choice: CountChoice) =>
  queryOptions({
    queryKey: keyOf('ward', reference, choice),
    queryFn: ({ signal }) =>
      api.call(AREA_CALLS.ward.call, { params: { ward: reference }, query: { ...choice }, signal }),
    ...shown,
  });

export const unitQuery = (reference: string) =>
  queryOptions({
    queryKey: [...PLACES_KEY, 'unit', reference],
    queryFn: ({ signal }) => api.call('GET /polling-units/:id', { params: { id: reference }, signal }),
    refetchInterval: POLL_MS,
  });
