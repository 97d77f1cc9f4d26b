import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';
import { alertsQuery, LATEST_KEY, SHOWN_KEY } from './api.ts';
import type { AlertParameters } from './filters.ts';
import { heldStill } from './list-state.ts';

/**
 * The page of alerts that the reader looks at, and how many have come since: rows never move under a finger by themselves.
 * What becomes of the alerts on the page is shown on them at once.
 */
export function useAlerts(parameters: AlertParameters) {
  const shown = useQuery({ ...alertsQuery(parameters, SHOWN_KEY), placeholderData: keepPreviousData });
  const start = shown.isPlaceholderData ? undefined : shown.data;
  const latest = useQuery({
    ...alertsQuery(parameters, LATEST_KEY),
    enabled: start !== undefined,
    ...(start && { initialData: start }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useStreamMessage('alerts', useRefresh(LATEST_KEY));
  const list = shown.data;
  const follows = start !== undefined && latest.data !== undefined && latest.dataUpdatedAt >= shown.dataUpdatedAt;
  const held = list && (follows ? heldStill(list, latest.data, parameters.page) : { alerts: list.alerts, news: 0 });
  return { list, alerts: held?.alerts, news: held?.news ?? 0, former: shown.isPlaceholderData, shown };
}
