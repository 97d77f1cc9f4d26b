import type { DeclaredPhoto, ResultVersion } from '@ec/contract/results/schemas';
import { type SheetFigures, totalVotes } from '@ec/contract/results/sheet';
import { readFigure } from '../../domain/results/typed-figure.ts';
import type { ResultBody } from '../../domain/sending/sheet-outbox.ts';
import type { PreparedPhoto } from '../../lib/device/prepare-photo.ts';
import { allFields, type Ballot, isVoteField, type SheetField } from './sheet-fields.ts';
import type { DeskElection } from './api.ts';

/** Texts as typed, by field path. */
export type Typed = Record<string, string>;

/** The figure of a field, or zero while there is none: for sums that follow the typing. */
export function figureOf(typed: Typed, path: string): number {
  const reading = readFigure(typed[path]);
  return reading.kind === 'figure' ? reading.value : 0;
}

const MISSING: Record<SheetField['kind'], string> = {
  voters: 'Enter the figure of the sheet',
  box: 'Enter the figure of the sheet',
  party: 'Enter 0 where the sheet shows none',
  void: 'Enter 0 where the sheet shows none',
};

/** What is wrong with each field, by path, in the order of the paper. Empty ones count only when the officer wants to send. */
export function fieldProblems(form: Ballot, typed: Typed, withEmpty: boolean): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const field of allFields(form)) {
    const reading = readFigure(typed[field.path]);
    if (reading.kind === 'wrong') problems[field.path] = reading.message;
    if (reading.kind === 'empty' && withEmpty && !field.optional) problems[field.path] = MISSING[field.kind];
  }
  return problems;
}

/** The sheet as far as it is typed, for the arithmetic of the contract. */
export function toSheetFigures(form: Ballot, typed: Typed): SheetFigures {
  const registered = readFigure(typed['registeredVoters']);
  const votes = allFields(form).flatMap(({ party, path }) => (party ? [[party, figureOf(typed, path)] as const] : []));
  return {
    registeredVoters: registered.kind === 'figure' ? registered.value : null,
    accreditedVoters: figureOf(typed, 'accreditedVoters'),
    votes: Object.fromEntries(votes),
    voidVotes: figureOf(typed, 'voidVotes'),
    ...(form.fullEc8a && {
      boxes: {
        ballotsIssued: figureOf(typed, 'boxes.ballotsIssued'),
        unusedBallots: figureOf(typed, 'boxes.unusedBallots'),
        spoiledBallots: figureOf(typed, 'boxes.spoiledBallots'),
        validVotes: figureOf(typed, 'boxes.validVotes'),
        usedBallots: figureOf(typed, 'boxes.usedBallots'),
      },
    }),
  };
}

/** Whether a sheet has the figures of a version that was sent before. */
export function sameFigures(form: Ballot, typed: Typed, version: Parameters<typeof fromVersion>[0]): boolean {
  return JSON.stringify(toSheetFigures(form, typed)) === JSON.stringify(toSheetFigures(form, fromVersion(version)));
}

/** True once every field has a figure, so that checks speak of the sheet and not of what is still to be typed. */
export function isComplete(form: Ballot, typed: Typed): boolean {
  return Object.keys(fieldProblems(form, typed, true)).length === 0;
}

export function voteFieldsFilled(form: Ballot, typed: Typed): boolean {
  return allFields(form)
    .filter(isVoteField)
    .every((field) => readFigure(typed[field.path]).kind === 'figure');
}

export interface TypedSheet {
  typed: Typed;
  /** The officer states that the sheet shows no votes at all. */
  noVotes: boolean;
  /** The photo of an earlier version that goes on serving. */
  sheetFileId: string | null;
}

/** What the figures declare of the photo that follows. */
export function declarationOf({ sheet, original }: PreparedPhoto): DeclaredPhoto {
  return { sha256: sheet.sha256, originalSha256: original?.sha256 ?? null };
}

export function toBody(
  election: DeskElection,
  unitId: number,
  { typed, noVotes, sheetFileId }: TypedSheet,
): ResultBody {
  const { boxes, ...figures } = toSheetFigures(election, typed);
  return {
    electionId: election.id,
    pollingUnitId: String(unitId),
    ...figures,
    votes: { ...figures.votes },
    ...(boxes && { boxes }),
    sheetFileId,
    ...(noVotes && totalVotes(figures) === 0 && { zeroVotesConfirmed: true }),
  };
}

/** A version that was sent before, or a sheet that was not received, as texts to correct. */
export function fromVersion(
  version: Pick<ResultVersion, 'votes' | 'voidVotes' | 'accreditedVoters' | 'registeredVoters' | 'boxes'> | ResultBody,
): Typed {
  const typed: Typed = {
    accreditedVoters: String(version.accreditedVoters),
    voidVotes: String(version.voidVotes),
    registeredVoters: String(version.registeredVoters ?? ''),
  };
  for (const [party, votes] of Object.entries(version.votes)) typed[`votes.${party}`] = String(votes);
  for (const [name, figure] of Object.entries(version.boxes ?? {})) typed[`boxes.${name}`] = String(figure);
  return typed;
}
