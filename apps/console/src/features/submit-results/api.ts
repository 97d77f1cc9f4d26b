import type { SubmissionDesk } from '@ec/contract/results/desk';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../lib/http/api-error.ts';
import { api } from '../../lib/http/api.ts';
import { keep, kept } from '../../lib/device/device-store.ts';

export interface Desk extends SubmissionDesk {
  /** When this device last heard it, where the server cannot be reached now. */
  rememberedFrom?: string;
}

const UNREACHED = new Set<string>(['NETWORK', 'TIMEOUT', 'UNREADABLE', 'UNAVAILABLE']);

/** The desk; without network the one this device heard last, so that the sheet can still be typed and photographed. */
async function loadDesk(userId: string, signal: AbortSignal): Promise<Desk> {
  try {
    const desk = await api.call('GET /results/desk', { signal });
    void keep(`desk:${userId}`, { ...desk, rememberedFrom: new Date().toISOString() });
    return desk;
  } catch (error) {
    const remembered =
      error instanceof ApiError && UNREACHED.has(error.code) ? await kept<Desk>(`desk:${userId}`) : null;
    if (remembered) return remembered;
    throw error;
  }
}

export const deskQuery = (userId: string) =>
  queryOptions({
    queryKey: ['results', 'desk', userId],
    queryFn: ({ signal }) => loadDesk(userId, signal),
    // While the server is out of reach the remembered desk stands; asking again brings the true one as soon as there is one.
    refetchInterval: ({ state }) => (state.data?.rememberedFrom ? 20_000 : 120_000),
    meta: { ownAge: true },
  });
