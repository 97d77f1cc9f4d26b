import type { FileVariant } from '@ec/contract/files/schemas';
import { useQuery } from '@tanstack/react-query';
import { api } from '../http/api.ts';
import { useObjectUrl } from './use-blob-url.ts';

/** A stored picture as an address for <img>; null for none. The address is given back when it is no longer shown. */
export function useFileUrl(id: string | null, variant: FileVariant) {
  const query = useQuery({
    queryKey: ['file', id, variant],
    queryFn: ({ signal }) => api.blob('GET /files/:id', { params: { id: id ?? '' }, query: { variant }, signal }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const url = useObjectUrl(query.data);
  return { url, isPending: id !== null && query.isPending, error: query.error, refetch: query.refetch };
}
