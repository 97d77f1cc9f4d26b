import type { SecondEntryId } from '@ec/contract/second-entry/schemas';
import type { SecondEntryState } from '@ec/contract/second-entry/states';

/** The second entry of the newest version of a result, as it is stored. */
export interface StandingEntry {
  id: SecondEntryId;
  state: SecondEntryState;
  arbiter: string | null;
}
