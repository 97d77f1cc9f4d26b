import { type EntryFigures, type EntryForm, entryFields } from '@ec/contract/second-entry/figures';
import { ballotOf } from '@ec/contract/elections/parties';
import type { ResultStatus } from '@ec/contract/results/schemas';
import type { SheetFigures } from '@ec/contract/results/sheet';
import type { SecondEntryPolicy } from '@ec/contract/second-entry/policy';
import type { SecondEntryState, Verdict } from '@ec/contract/second-entry/states';

/** What decides whether a desk version may be made of a second entry. */
export interface DeskCase {
  state: SecondEntryState;
  resultStatus: ResultStatus;
  version: number;
  newest: number;
  fields: readonly string[];
  figures: EntryFigures | null;
  photoFileId: string | null;
  verdict: Verdict | null;
}

/**
 * Why no desk version is made: the officer or a reviewer was first; or an arbiter has not found the officer's figures wrong in fields of a complete
 * second entry, or the election has no policy any more, so that no second entry would check the version.
 */
export function deskFault(
  entry: DeskCase,
  form: EntryForm,
  policy: Pick<SecondEntryPolicy, 'rule'>,
): 'DESK_OVERTAKEN' | 'DESK_NOT_POSSIBLE' | null {
  if (entry.version !== entry.newest || entry.state === 'void') return 'DESK_OVERTAKEN';
  const asked = entry.state === 'officer_asked' && entry.verdict === 'officer_wrong';
  if (asked && entry.resultStatus !== 'returned') return 'DESK_OVERTAKEN';
  const { figures } = entry;
  const complete =
    figures !== null &&
    entryFields(form).every((field) => field === 'registeredVoters' || (figures[field] ?? null) !== null);
  const possible = asked && complete && entry.fields.length > 0 && entry.photoFileId !== null && policy.rule !== 'none';
  return possible ? null : 'DESK_NOT_POSSIBLE';
}

const MINUTE_MS = 60_000;

/** The end of the time that the officer has to correct the result. */
export const dueAt = (askedAt: Date, minutes: number): Date => new Date(askedAt.getTime() + minutes * MINUTE_MS);

/** The figures of a complete entry as those of a sheet. A blank box 1 means what it means for the officer. */
export function sheetOf(figures: EntryFigures, form: EntryForm, registerVoters: number | null): SheetFigures {
  const of = (field: string) => figures[field] ?? 0;
  return {
    registeredVoters: figures['registeredVoters'] ?? registerVoters,
    accreditedVoters: of('accreditedVoters'),
    votes: Object.fromEntries(ballotOf(form.parties).map((party) => [party, of(`votes.${party}`)])),
    voidVotes: of('voidVotes'),
    boxes: form.fullEc8a
      ? {
          ballotsIssued: of('boxes.ballotsIssued'),
          unusedBallots: of('boxes.unusedBallots'),
          spoiledBallots: of('boxes.spoiledBallots'),
          validVotes: of('boxes.validVotes'),
          usedBallots: of('boxes.usedBallots'),
        }
      : undefined,
  };
}
