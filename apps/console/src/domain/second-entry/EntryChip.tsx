import type { SecondEntryState } from '@ec/contract/second-entry/states';
import { entryWords, STATE_WORDS } from '@ec/contract/second-entry/words';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { StatusChip, type Tone } from '../../components/figure/StatusChip.tsx';
import { api } from '../../lib/http/api.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';

const TONES: Record<SecondEntryState, Tone> = {
  waiting: 'wait',
  claimed: 'wait',
  differs: 'bad',
  unreadable: 'bad',
  correcting: 'wait',
  matched: 'ok',
  officer_asked: 'wait',
  wrong: 'bad',
  illegible: 'off',
  void: 'off',
};

/** How a second entry stands, among second entries. */
export function EntryChip({ state }: { state: SecondEntryState }) {
  return <StatusChip tone={TONES[state]} label={STATE_WORDS[state]} />;
}

/** The same beside other facts of a result; null while its photo is awaited. */
export function EntryOfResultChip({ state }: { state: SecondEntryState | null }) {
  return <StatusChip tone={state === null ? 'wait' : TONES[state]} label={`Second entry: ${entryWords(state)}`} />;
}

export const ENTRIES_WAITING_KEY = ['second-entries', 'waiting'] as const;

const waitingQuery = queryOptions({
  queryKey: ENTRIES_WAITING_KEY,
  queryFn: ({ signal }) => api.call('GET /second-entries/waiting', { signal }),
  staleTime: 30_000,
  meta: { shell: true },
});

/** How many second entries wait for a decision of the reader; not requested for users who may not see them. */
export function useEntriesWaiting() {
  return useQuery({ ...waitingQuery, enabled: useMayOpen('/second-entries') });
}
