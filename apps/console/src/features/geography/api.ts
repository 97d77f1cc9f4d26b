import type { AddLocationRequest, DeleteLocationRequest, RenameLocationRequest } from '@ec/contract/geography/schemas';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { ConstituencyKind } from '@ec/contract/constituencies/kinds';
import type { RegisterImport } from '@ec/contract/geography/register-import';
import { api } from '../../lib/http/api.ts';
import { type Filters, parametersOf } from './filters.ts';
import { PAGE_SIZE } from '../../lib/hooks/paging.ts';
import { followed } from '../../components/import/ImportParts.tsx';

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

interface ConstituencyFilters {
  kind: ConstituencyKind;
  q: string;
  /** Code of the area; empty for all own areas. */
  place: string;
  page: number;
}

export const constituenciesQuery = ({ kind, q, place, page }: ConstituencyFilters) =>
  queryOptions({
    queryKey: [...GEOGRAPHY_KEY, 'constituencies', kind, q, place, page],
    queryFn: ({ signal }) =>
      api.call('GET /constituencies', {
        signal,
        query: { type: kind, page, pageSize: PAGE_SIZE, ...(q && { q }), ...(place && { area: place }) },
      }),
    placeholderData: keepPreviousData,
  });

export const renameConstituency = ({ id, name }: { id: string; name: string }) =>
  api.call('PUT /constituencies/:id', { params: { id }, body: { name } });

export const importConstituencies = (body: { text: string; store: boolean }) =>
  api.call('POST /constituencies/import', { body });

/** The latest imports; requested again and again while one of them is worked on. */
export const importsQuery = queryOptions({
  queryKey: [...GEOGRAPHY_KEY, 'imports'],
  queryFn: ({ signal }) => api.call('GET /geographical-data/imports', { signal }),
  refetchInterval: ({ state }) => followed(state.data?.imports),
});

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...GEOGRAPHY_KEY, 'import', id],
    queryFn: ({ signal }) => api.call('GET /geographical-data/import/:id', { params: { id }, signal }),
    refetchInterval: ({ state }) => followed(state.data && [state.data]),
  });

/** The preview is made again if the tree has changed. */
export const previewQuery = ({ id, checkedWith }: RegisterImport) =>
  queryOptions({
    queryKey: [...GEOGRAPHY_KEY, 'preview', id, checkedWith],
    queryFn: ({ signal }) => api.call('GET /geographical-data/import/:id/preview', { params: { id }, signal }),
  });

export function sendRegister({ file, onProgress }: { file: File; onProgress: (share: number) => void }) {
  const form = new FormData();
  form.append('file', file);
  return api.upload('POST /geographical-data/import/preview', form, onProgress);
}

export const createPlaceholders = () => api.call('POST /geographical-data/placeholders', { body: {} });

export const storeRegister = (id: string) => api.call('POST /geographical-data/import/:id/store', { params: { id } });

export const discardRegister = (id: string) => api.call('DELETE /geographical-data/import/:id', { params: { id } });
