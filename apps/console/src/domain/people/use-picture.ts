import { alternateNames, type PictureVariant } from '@ec/contract/pictures/schemas';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/http/api-error.ts';
import { api } from '../../lib/http/api.ts';
import { useObjectUrl } from '../../lib/hooks/use-file-url.ts';

const FAILED = 'picture-failed';

/** Pictures that cannot be shown are remembered for the session, so that lists do not request them repeatedly. */
function rememberFailure(client: QueryClient, src: string): void {
  client.setQueryDefaults([FAILED], { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData([FAILED, src], true);
}

/** The server refuses it; a missing network or a server that is down says nothing about the picture. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 429].includes(error.status);
}

/** The first of the picture's spellings that loads; null where none does. */
async function firstThatLoads(src: string, variant: PictureVariant, signal: AbortSignal): Promise<Blob | null> {
  for (const name of alternateNames(src.slice(src.lastIndexOf('/') + 1))) {
    try {
      const blob = await api.blob('GET /profile-pictures/:name', { params: { name }, query: { variant }, signal });
      if (blob.type.startsWith('image/')) return blob;
    } catch (error) {
      if (!isRefused(error)) throw error;
    }
  }
  return null;
}

/** A profile picture as an address for <img>, null while and where there is none; `onBroken` takes an image that does not show. */
export function usePicture(src: string | null, variant: PictureVariant) {
  const client = useQueryClient();
  const failed = src === null || client.getQueryData([FAILED, src]) === true;
  const { data } = useQuery({
    queryKey: ['picture', src, variant],
    queryFn: async ({ signal }) => {
      if (src === null) return null;
      const blob = await firstThatLoads(src, variant, signal);
      if (!blob) rememberFailure(client, src);
      return blob;
    },
    enabled: !failed,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const url = useObjectUrl(failed ? null : data);
  const onBroken = () => {
    if (src === null) return;
    rememberFailure(client, src);
    client.setQueryData(['picture', src, variant], null);
  };
  return { url, onBroken };
}
