import type { SubmissionDesk } from '@ec/contract/results/desk';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Location } from '@ec/contract/geography/schemas';
import { ApiError } from '../../lib/http/api-error.ts';
import { notifyError } from '../../lib/hooks/notify.ts';
import { api } from '../../lib/http/api.ts';
import { keep, kept } from '../../lib/device/device-store.ts';

export interface Desk extends SubmissionDesk {
  /** When this device last heard it, where the server cannot be reached now. */
  rememberedFrom?: string;
}

const ADDED = { photoSending: 'copy_first', wardAdmin: null, resultSmsNumber: '', takeoverAfter: 2 } as const;

/** The desk; without network the one this device heard last, so that the sheet can still be typed and photographed. */
async function loadDesk(userId: string, signal: AbortSignal): Promise<Desk> {
  try {
    const desk = await api.call('GET /results/desk', { signal });
    void keep(`desk:${userId}`, { ...desk, rememberedFrom: new Date().toISOString() });
    return desk;
  } catch (error) {
    const remembered = error instanceof ApiError && error.unreached ? await kept<Desk>(`desk:${userId}`) : null;
    // What an earlier version of the console kept lacks what was added since.
    if (remembered) return { ...ADDED, ...remembered };
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

/** Asks an admin above the ward to take over the result that has waited too long. */
export function useAskTakeover(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (version: number) => api.call('POST /results/:id/ask-takeover', { params: { id }, body: { version } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['results', 'desk'] }),
    onError: (error) => notifyError(error, 'The takeover could not be requested'),
  });
}

/** One election as the officer's desk has it. */
export type DeskElection = SubmissionDesk['elections'][number];

/** The unit with what stands above it, by kind. */
export function placeNames(unit: Location): { ward: string; lga: string; state: string } {
  const name = (type: string) => unit.chain.find((link) => link.type === type)?.name ?? 'Not assigned';
  return { ward: name('ward'), lga: name('lga'), state: name('state') };
}

/** The election the page opens with: what was requested, else what wants something from the officer, else the first. */
export function chooseElection(elections: DeskElection[], asked: string): DeskElection | undefined {
  return (
    elections.find((election) => election.id === asked) ??
    elections.find((election) => !election.closed && (!election.result || election.result.status === 'returned')) ??
    elections.find((election) => !election.closed) ??
    elections[0]
  );
}

/** "3 h 20 min left"; null once the moment has passed. */
export function timeLeft(deadline: string, now: number): string | null {
  const minutes = Math.floor((Date.parse(deadline) - now) / 60_000);
  if (minutes < 0) return null;
  if (minutes < 60) return `${minutes} min left`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
  return `${Math.floor(minutes / (24 * 60))} days left`;
}
