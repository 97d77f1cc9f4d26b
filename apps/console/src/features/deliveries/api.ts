import type { OutboxMessage } from '@ec/contract/deliveries/schemas';
import type { DeliveryChannel } from '@ec/contract/notifications/schemas';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';
import { type DeliveryFilters, parametersOf } from './labels.ts';

const DELIVERIES_KEY = ['deliveries'] as const;
const REFRESH_MS = 10_000;

export const deliveriesQuery = (filters: DeliveryFilters) => {
  const query = parametersOf(filters);
  return queryOptions({
    queryKey: [...DELIVERIES_KEY, 'list', query],
    queryFn: ({ signal }) => api.call('GET /deliveries', { signal, query }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
};

/** How many messages failed at all, whatever the list is narrowed to. */
export const failedQuery = queryOptions({
  queryKey: [...DELIVERIES_KEY, 'failed'],
  queryFn: async ({ signal }) => {
    const { total } = await api.call('GET /deliveries', { signal, query: { status: 'failed', pageSize: 1 } });
    return total;
  },
  staleTime: 0,
  gcTime: 0,
});

/** Calls that let messages leave; the list is read again afterwards. */
function useDelivery<V, R>(call: (variables: V) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSettled: () => queryClient.invalidateQueries({ queryKey: DELIVERIES_KEY }),
  });
}

export const useRetry = () =>
  useDelivery(({ id }: OutboxMessage) => api.call('POST /deliveries/:id/retry', { params: { id } }));

export const useRetryAll = () => useDelivery(() => api.call('POST /deliveries/retry-failed'));

export const useTestMessage = () =>
  useDelivery((channel: DeliveryChannel) => api.call('POST /deliveries/test', { body: { channel } }));
