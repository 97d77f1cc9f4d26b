import { ElectionId } from '@ec/contract/base/common';
import { locationIdOf } from '@ec/contract/geography/location-id';
import type { DeskVersionRequest } from '@ec/contract/second-entry/desk';
import type { SecondEntryId, VerdictRequest, Work } from '@ec/contract/second-entry/schemas';
import { SECOND_ENTRY_STATES, type SecondEntryState } from '@ec/contract/second-entry/states';
import { STATE_WORDS } from '@ec/contract/second-entry/words';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ENTRIES_WAITING_KEY } from '../../domain/second-entry/waiting-count.ts';
import { PAGE_SIZE, pageNumber } from '../../lib/hooks/paging.ts';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';
import { known } from '../../lib/hooks/use-url-state.ts';
import { api } from '../../lib/http/api.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { dropEntry, type Sending } from './entry/typed.ts';

const KEY = ['second-entries', 'arbiter'] as const;
const TRANSCRIBERS_KEY = ['second-entries', 'transcribers'] as const;

/** The filters that narrow the list; `state` is narrowed by its tabs. */
export const WHOLE = { election: '', area: '', q: '' };
/** As they stand in the address; `area` is the code of the narrowest place chosen. */
export const FILTERS = { ...WHOLE, state: '', mine: '', page: '1' };
export type DifferenceFilters = typeof FILTERS;

/** What waits for a decision stands first. */
const ORDER: readonly SecondEntryState[] = ['differs', 'unreadable'];
export const STATE_CHOICES = [...ORDER, ...SECOND_ENTRY_STATES.filter((state) => !ORDER.includes(state))].map(
  (value) => ({ value, label: STATE_WORDS[value] }),
);

export const stateOf = ({ state }: Pick<DifferenceFilters, 'state'>): string => known(STATE_CHOICES, state);

/** Only what waits for a decision of the reader. */
export const isMine = ({ mine }: Pick<DifferenceFilters, 'mine'>): boolean => mine === 'yes';

/** Unknown values in the address are ignored. */
export const differencesQuery = (filters: DifferenceFilters) => {
  const { election, area, q, mine, page } = filters;
  const query = {
    electionId: ElectionId.safeParse(election).success ? election : '',
    area: locationIdOf(area) === undefined ? '' : area,
    state: stateOf(filters),
    mine: isMine({ mine }) ? 'true' : '',
    q,
    page: pageNumber(page),
    pageSize: PAGE_SIZE,
  };
  return queryOptions({
    queryKey: [...KEY, 'list', query],
    queryFn: ({ signal }) => api.call('GET /second-entries', { query, signal }),
    placeholderData: keepPreviousData,
  });
};

export const differenceQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'detail', id],
    queryFn: ({ signal }) => api.call('GET /second-entries/:id', { params: { id }, signal }),
  });

/** Decides between the entries; the result and every list show it at once. */
export function useDecideEntry(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: VerdictRequest) => api.call('POST /second-entries/:id/decide', { params: { id }, body }),
    onSuccess: (entry) => {
      queryClient.setQueryData(differenceQuery(id).queryKey, entry);
      void queryClient.invalidateQueries({ queryKey: [...KEY, 'list'] });
      void queryClient.invalidateQueries({ queryKey: ENTRIES_WAITING_KEY });
      void queryClient.invalidateQueries({ queryKey: ['results'] });
    },
  });
}

/** Makes the second entry the next version of the result. */
export function useMakeDeskVersion(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: DeskVersionRequest) =>
      api.call('POST /second-entries/:id/desk-version', { params: { id }, body }),
    onSuccess: (entry) => {
      queryClient.setQueryData(differenceQuery(id).queryKey, entry);
      void queryClient.invalidateQueries({ queryKey: [...KEY, 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['results'] });
    },
  });
}

/** Reads what is shown again when results of the reader's area changed, at most once a second. */
export function useDifferenceNews(): void {
  const refresh = useRefresh(KEY);
  useStreamMessage('results', refresh);
  useStreamMessage('second-entries', refresh);
}

export const transcribersQuery = (query: { q: string; page: number; pageSize: number }) =>
  queryOptions({
    queryKey: [...TRANSCRIBERS_KEY, query],
    queryFn: ({ signal }) => api.call('GET /second-entries/transcribers', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Makes a person a transcriber, or ends that. */
export function useSetTranscriber() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, transcriber }: { id: string; transcriber: boolean }) =>
      api.call('PUT /second-entries/transcribers/:id', { params: { id }, body: { transcriber } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: TRANSCRIBERS_KEY }),
  });
}

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
