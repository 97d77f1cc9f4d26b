import type { LocationId } from '@ec/contract/geography/location-id';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';

/** Should a message of the stream get lost, figures are at most this old. */
const POLL_MS = 30_000;

export const roomKey = ['situation-room'] as const;
export const silentKey = ['silent-units'] as const;

/** The whole page in one answer; without an election named, that of the one which is live. */
export const roomQuery = (electionId: string) =>
  queryOptions({
    queryKey: [...roomKey, electionId],
    queryFn: ({ signal }) => api.call('GET /situation-room', { signal, query: { electionId } }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });

/** The LGAs of a state, with how many of their units have reported. */
export const silentLgasQuery = (electionId: string, state: LocationId) =>
  queryOptions({
    queryKey: [...silentKey, electionId, 'lgas', state],
    queryFn: ({ signal }) => api.call('GET /live/areas', { signal, query: { electionId, area: state } }),
    refetchInterval: POLL_MS,
  });

export const silentUnitsQuery = (electionId: string, lga: LocationId) =>
  queryOptions({
    queryKey: [...silentKey, electionId, 'units', lga],
    queryFn: ({ signal }) => api.call('GET /situation-room/silent', { signal, query: { electionId, area: lga } }),
    refetchInterval: POLL_MS,
  });
