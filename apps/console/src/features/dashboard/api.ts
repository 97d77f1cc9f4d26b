import type { Me } from '@ec/contract/auth/schemas';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/http/api-error.ts';
import { api } from '../../lib/http/api.ts';
import { choiceIn, type CountChoice } from '../../domain/elections/count-choice.ts';
import { refetchMe } from '../../lib/session/session.ts';
import { addToSessionEnd } from '../../lib/session/session-store.ts';

/** Should a message of the stream get lost, figures are at most this old. */
const POLL_MS = 30_000;

/** `area` is one of several areas of a moderator, by its code. */
export interface DashboardAsk extends CountChoice {
  area?: string;
}

export const DASHBOARD_KEY = ['dashboard'] as const;

/** What the address asks for. */
export function askIn(params: URLSearchParams): DashboardAsk {
  const area = params.get('area');
  return { ...choiceIn(params), ...(area && { area }) };
}

export const dashboardQuery = (ask: DashboardAsk) =>
  queryOptions({
    queryKey: [...DASHBOARD_KEY, ask],
    queryFn: ({ signal }) => api.call('GET /dashboard', { query: { ...ask }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });

const LONGER_FEED = 50;

/** More of the activity than the dashboard brings with it. */
export const activityQuery = queryOptions({
  queryKey: [...DASHBOARD_KEY, 'activity'],
  queryFn: ({ signal }) => api.call('GET /activity-logs/recent', { query: { limit: LONGER_FEED }, signal }),
  refetchInterval: POLL_MS,
});

/** Election mode as it is stored; what other screens show comes with the session and with the stream. */
export const electionModeQuery = queryOptions({
  queryKey: ['election-mode'],
  queryFn: ({ signal }) => api.call('GET /election-mode', { signal }),
});

const NOT_SIGNED_IN = 'User must be authenticated to toggle election mode.';

/** Switches election mode for all roles; what the screen shows changes only after the server has agreed. */
export function useSetElectionMode() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isElectionMode: boolean) => api.call('PATCH /election-mode', { body: { isElectionMode } }),
    // The session is over and the card is gone with it.
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) addToSessionEnd(NOT_SIGNED_IN);
    },
    onSuccess: ({ isElectionMode }) => {
      queryClient.setQueriesData<Me>({ queryKey: ['me'] }, (me) => me && { ...me, electionMode: isElectionMode });
      void refetchMe(queryClient);
    },
  });
}
