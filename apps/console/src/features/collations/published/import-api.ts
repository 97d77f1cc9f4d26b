import type { PublishedImport } from '@ec/contract/collations/published';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { followed } from '../../../components/import/ImportParts.tsx';
import { api } from '../../../lib/http/api.ts';

const KEY = ['collations', 'published'] as const;

/** The reader's latest files; requested again and again while one of them is worked on. */
export const importsQuery = queryOptions({
  queryKey: [...KEY, 'imports'],
  queryFn: ({ signal }) => api.call('GET /collations/published/imports', { signal }),
  refetchInterval: ({ state }) => followed(state.data?.imports),
});

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'import', id],
    queryFn: ({ signal }) => api.call('GET /collations/published/import/:id', { params: { id }, signal }),
    refetchInterval: ({ state }) => followed(state.data && [state.data]),
  });

export interface SheetsFile {
  electionId: string;
  file: File;
  onProgress: (share: number) => void;
}

export function sendSheets({ electionId, file, onProgress }: SheetsFile) {
  const form = new FormData();
  form.append('electionId', electionId);
  form.append('file', file);
  return api.upload('POST /collations/published/import', form, onProgress);
}

export const storeSheets = (id: string) => api.call('POST /collations/published/import/:id/store', { params: { id } });

export const discardSheets = (id: string): Promise<PublishedImport> =>
  api.call('DELETE /collations/published/import/:id', { params: { id } });

/** A step of an import: what is shown of published sheets and their imports is read again after it. */
export function usePublishedImport<V, R>(step: (variables: V) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: step,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
