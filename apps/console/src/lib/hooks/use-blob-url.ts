import { useQuery } from '@tanstack/react-query';
import { api } from '../http/api.ts';
import { useObjectUrl } from './use-object-url.ts';

/** A protected file as an address for <img>; null path for none. The address is given back when it is no longer shown. */
export function useBlobUrl(path: string | null) {
  const query = useQuery({
    queryKey: ['blob', path],
    queryFn: ({ signal }) => api.blob(path ?? '', { signal }),
    enabled: path !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const url = useObjectUrl(query.data);
  return { url, isPending: path !== null && query.isPending, error: query.error, refetch: query.refetch };
}
