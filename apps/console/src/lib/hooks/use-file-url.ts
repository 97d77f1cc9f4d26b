import type { FileVariant } from '@ec/contract/files/schemas';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../http/api.ts';

/** A local file as an address for <img>, given back when it is no longer shown; null for none. */
export function useObjectUrl(blob: Blob | null | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [blob]);
  return url;
}

export const fileQuery = (id: string, variant: FileVariant) =>
  queryOptions({
    queryKey: ['file', id, variant],
    queryFn: ({ signal }) => api.blob('GET /files/:id', { params: { id }, query: { variant }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
  });

/** A stored picture as an address for <img>; null for none. The address is given back when it is no longer shown. */
export function useFileUrl(id: string | null, variant: FileVariant) {
  const query = useQuery({ ...fileQuery(id ?? '', variant), enabled: id !== null });
  const url = useObjectUrl(query.data);
  return { url, isPending: id !== null && query.isPending, error: query.error, refetch: query.refetch };
}
