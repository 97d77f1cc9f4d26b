import type { RegisterImport } from '@ec/contract/geography/register-import';
import { queryOptions } from '@tanstack/react-query';
import { followed } from '../../components/import/follow-imports.ts';
import { api } from '../../lib/http/api.ts';
import { GEOGRAPHY_KEY } from './api.ts';

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
