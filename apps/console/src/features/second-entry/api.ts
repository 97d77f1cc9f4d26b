import type { SecondEntryId, Work } from '@ec/contract/second-entry/schemas';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';
import { dropEntry } from './entry/entry-drafts.ts';
import type { Sending } from './entry/typed.ts';

/** How often a waiting transcriber's page looks for new sheets. */
export const LOOK_AGAIN_MS = 30_000;

/** The sheets that the reader holds, how many wait, and their own counts. What an earlier visit held is never shown. */
export const workQuery = queryOptions({
  queryKey: ['second-entries', 'work'],
  queryFn: ({ signal }) => api.call('GET /second-entries/work', { signal }),
  staleTime: LOOK_AGAIN_MS,
  gcTime: 0,
});

export async function claimSheet(): Promise<Work | null> {
  return (await api.call('POST /second-entries/claim')).work;
}

export async function releaseSheet(id: SecondEntryId): Promise<void> {
  await api.call('POST /second-entries/:id/release', { params: { id } });
}

export function useSendSheet(userId: string, id: SecondEntryId) {
  return useMutation({
    mutationFn: async (sending: Sending) => {
      const params = { id };
      if (sending.kind === 'figures') {
        await api.call('POST /second-entries/:id/enter', { params, body: { figures: sending.figures } });
      } else {
        await api.call('POST /second-entries/:id/unreadable', { params, body: { fields: sending.fields } });
      }
      return sending.kind;
    },
    // Also where the page was left meanwhile.
    onSuccess: () => dropEntry(userId, id),
    // The figures do not stay in memory after they were sent.
    gcTime: 0,
  });
}
