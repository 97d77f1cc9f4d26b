import type { EarlierElection } from '@ec/contract/unusual/earlier';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { followed } from '../../../components/import/ImportParts.tsx';
import { UNUSUAL_KEY } from '../../../domain/unusual/unusual-results.ts';
import { api } from '../../../lib/http/api.ts';

const KEY = [...UNUSUAL_KEY, 'earlier'] as const;

/** Earlier elections and the reader's files; requested again and again while one of them is worked on. */
export const earlierListQuery = queryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: ({ signal }) => api.call('GET /unusual/earlier', { signal }),
  refetchInterval: ({ state }) => followed(state.data?.files),
});

export const earlierQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: ({ signal }) => api.call('GET /unusual/earlier/:id', { params: { id }, signal }),
    refetchInterval: ({ state }) => followed(state.data && [state.data]),
  });

export interface EarlierValues {
  name: string;
  type: string;
  electionDate: string;
  parties: string[];
}

export interface EarlierFile extends EarlierValues {
  file: File;
  onProgress: (share: number) => void;
}

export function sendResults({ name, type, electionDate, parties, file, onProgress }: EarlierFile) {
  const form = new FormData();
  form.append('name', name);
  form.append('type', type);
  form.append('electionDate', electionDate);
  form.append('parties', parties.join(','));
  form.append('file', file);
  return api.upload('POST /unusual/earlier', form, onProgress);
}

export const storeResults = (id: string): Promise<EarlierElection> =>
  api.call('POST /unusual/earlier/:id/store', { params: { id } });

export const removeResults = (id: string): Promise<EarlierElection> =>
  api.call('DELETE /unusual/earlier/:id', { params: { id } });

/** A step of an import; what is shown of earlier elections is read again after it. */
export function useEarlier<V, R>(step: (variables: V) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: step,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
