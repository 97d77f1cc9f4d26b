import { isRunning, type RegisterImport } from '@ec/contract/geography/register-import';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';
import { GEOGRAPHY_KEY } from './api.ts';

const FOLLOW_MS = 1000;
/** The latest imports; requested again and again while one of them is worked on. */
export const importsQuery = queryOptions({
  queryKey: [...GEOGRAPHY_KEY, 'imports'],
  queryFn: ({ signal }) => api.call('GET /geographical-data/imports', { signal }),
  refetchInterval: ({ state }) => (state.data?.imports.some((one) => isRunning(one.state)) ? FOLLOW_MS : false),
});

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...GEOGRAPHY_KEY, 'import', id],
    queryFn: ({ signal }) => api.call('GET /geographical-data/import/:id', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data.state) ? FOLLOW_MS : false),
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
