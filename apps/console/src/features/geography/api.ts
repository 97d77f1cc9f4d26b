import type { AddLocationRequest, DeleteLocationRequest, RenameLocationRequest } from '@ec/contract/geography/schemas';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api } from '../../lib/http/api.ts';
import { type Filters, parametersOf } from './filters.ts';

/** Keys start with `geography`: whatever happens to places anywhere makes them stale. */
export const GEOGRAPHY_KEY = ['geography'] as const;

export const geographyQuery = (filters: Filters) => {
  const query = parametersOf(filters);
  return queryOptions({
    queryKey: [...GEOGRAPHY_KEY, 'list', query],
    queryFn: ({ signal }) => api.call('GET /geographical-data', { signal, query }),
    placeholderData: keepPreviousData,
  });
};

/** Calls that change the tree; the lists, and those from which places are chosen, are read again afterwards. */
export function useGeographyChange<V, R>(change: (variables: V) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: GEOGRAPHY_KEY });
      void queryClient.invalidateQueries({ queryKey: ['locations'] });
    },
  });
}

export const renamePlace = (body: z.input<typeof RenameLocationRequest>) =>
  api.call('PUT /geographical-data/update', { body });

export const addPlace = (body: z.input<typeof AddLocationRequest>) => api.call('POST /geographical-data/add', { body });

export const deletePlace = (body: z.input<typeof DeleteLocationRequest>) =>
  api.call('DELETE /geographical-data/delete', { body });
