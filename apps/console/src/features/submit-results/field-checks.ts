import { checkSheet, type FlagCode, type SheetCheck } from '@ec/contract/results/sheet';
import type { DeskElection } from './desk.ts';
import { readFigure, toSheetFigures, type Typed } from './figures.ts';
import { allFields, isVoteField } from './sheet-fields.ts';

export type FieldCheck = SheetCheck;

/** Where each check is shown, and which figures it needs before it says anything. Over-voting has its own warning. */
const PLACES: Partial<Record<FlagCode, { at: string; needs: readonly string[]; votes?: boolean; showOk?: boolean }>> = {
  REGISTERED_DIFFERS: { at: 'registeredVoters', needs: ['registeredVoters'] },
  ACCREDITED_ABOVE_REGISTERED: { at: 'accreditedVoters', needs: ['registeredVoters', 'accreditedVoters'] },
  VOTES_ABOVE_REGISTERED: { at: 'registeredVoters', needs: ['registeredVoters'], votes: true },
  ZERO_ACCREDITED: { at: 'accreditedVoters', needs: ['accreditedVoters'], votes: true },
  EC8A_VALID_SUM: { at: 'boxes.validVotes', needs: ['boxes.validVotes'], votes: true, showOk: true },
  EC8A_USED_SUM: {
    at: 'boxes.usedBallots',
    needs: ['boxes.spoiledBallots', 'voidVotes', 'boxes.validVotes', 'boxes.usedBallots'],
    showOk: true,
  },
  EC8A_ISSUED_SUM: {
    at: 'boxes.ballotsIssued',
    needs: ['boxes.ballotsIssued', 'boxes.unusedBallots', 'boxes.usedBallots'],
    showOk: true,
  },
};

/** The contract's checks by the field they are shown at, as soon as the figures they are about have been typed. */
export function fieldChecks(
  election: Pick<DeskElection, 'parties' | 'fullEc8a'>,
  typed: Typed,
  registerVoters: number | null,
): Record<string, FieldCheck[]> {
  const filled = (path: string) => readFigure(typed[path]).kind === 'figure';
  const votesFilled = allFields(election)
    .filter(isVoteField)
    .every((field) => filled(field.path));
  const shown: Record<string, FieldCheck[]> = {};
  for (const check of checkSheet(toSheetFigures(election, typed), registerVoters)) {
    const place = PLACES[check.code];
    if (!place || (check.ok && !place.showOk)) continue;
    if (!place.needs.every(filled) || (place.votes && !votesFilled)) continue;
    (shown[place.at] ??= []).push(check);
  }
  return shown;
}
