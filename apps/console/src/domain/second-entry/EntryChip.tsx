import type { SecondEntryState } from '@ec/contract/second-entry/states';
import { entryWords, STATE_WORDS } from '@ec/contract/second-entry/words';
import { StatusChip, type Tone } from '../../components/figure/StatusChip.tsx';

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
