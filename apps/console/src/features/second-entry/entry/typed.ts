import { ballotOf } from '@ec/contract/elections/parties';
import { checkSheet, type SheetCheck } from '@ec/contract/results/sheet';
import { entryFields } from '@ec/contract/second-entry/figures';
import type { SecondEntryId, Work } from '@ec/contract/second-entry/schemas';
import { readFigure, type TypedFigure } from '../../../domain/results/typed-figure.ts';
import { keptUnder } from '../../../lib/device/device-store.ts';
import { type Draft, draftKeeper, dropDraft, loadDraft } from '../../../lib/device/drafts.ts';

/** Texts as typed, by field. */
export type Typed = Record<string, string>;

/** What is sent of a sheet: its figures, or the fields that cannot be read. */
export type Sending =
  | { kind: 'figures'; figures: Record<string, number | null> }
  | { kind: 'unreadable'; fields: string[] };

/** Stands in a field that cannot be read. */
export const UNREADABLE = '?';
/** The field that may stay blank: not every paper shows it. */
export const OPTIONAL = 'registeredVoters';
export const BLANK = 'Enter the number on the paper, 0 where it shows none, or say that it cannot be read';

/** What a typed text means; a blank is not a zero. */
export const readField = (text = ''): TypedFigure | { kind: 'unreadable' } =>
  text.trim() === UNREADABLE ? { kind: 'unreadable' } : readFigure(text);

/** What stands in the way of sending, by field. */
export function problemsOf(fields: readonly string[], typed: Typed): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const reading = readField(typed[field]);
    if (reading.kind === 'wrong') problems[field] = reading.message;
    if (reading.kind === 'empty' && field !== OPTIONAL) problems[field] = BLANK;
  }
  return problems;
}

export const unreadableOf = (fields: readonly string[], typed: Typed): string[] =>
  fields.filter((field) => readField(typed[field]).kind === 'unreadable');

/** What is sent: where a field cannot be read, these fields and no figure. */
export function sendingOf(fields: readonly string[], typed: Typed): Sending {
  const unreadable = unreadableOf(fields, typed);
  if (unreadable.length > 0) return { kind: 'unreadable', fields: unreadable };
  const figures = fields.map((field) => {
    const reading = readField(typed[field]);
    return [field, reading.kind === 'figure' ? reading.value : null] as const;
  });
  return { kind: 'figures', figures: Object.fromEntries(figures) };
}

type Sheet = Pick<Work, 'fields' | 'kept' | 'parties'>;

/** The transcriber's own figure of a field: typed now, or kept from before; null while there is none. */
function figureAt({ fields, kept }: Sheet, typed: Typed, field: string): number | null {
  if (!fields.includes(field)) return kept[field] ?? null;
  const reading = readField(typed[field]);
  return reading.kind === 'figure' ? reading.value : null;
}

const votesOf = (sheet: Sheet, typed: Typed) =>
  ballotOf(sheet.parties).map((party) => [party, figureAt(sheet, typed, `votes.${party}`)] as const);

/** The sum of the parties as far as they are typed. */
export const partySum = (sheet: Sheet, typed: Typed): number =>
  votesOf(sheet, typed).reduce((sum, [, votes]) => sum + (votes ?? 0), 0);

/** True where every figure of the parties and the rejected ballots is 0. */
export const showsNoVotes = (sheet: Sheet, typed: Typed): boolean =>
  partySum(sheet, typed) === 0 && (figureAt(sheet, typed, 'voidVotes') ?? 0) === 0;

/** The fields of a whole sheet, with all boxes of the form. */
const allFields = (parties: readonly string[]) => entryFields({ parties, fullEc8a: true, allPartiesListed: false });

/** What the transcriber entered before and does not enter again, in the order of the paper. */
export const keptOf = ({ parties, kept }: Pick<Work, 'parties' | 'kept'>): [field: string, figure: number][] =>
  allFields(parties).flatMap((field) => (kept[field] === undefined ? [] : [[field, kept[field]]]));

/** The arithmetic of the form's boxes, once all of it is typed; empty for a sheet without them. */
export function boxChecks(sheet: Sheet, typed: Typed): SheetCheck[] {
  const at = (field: string) => figureAt(sheet, typed, field);
  const [ballotsIssued, unusedBallots, spoiledBallots, validVotes, usedBallots] = [
    at('boxes.ballotsIssued'),
    at('boxes.unusedBallots'),
    at('boxes.spoiledBallots'),
    at('boxes.validVotes'),
    at('boxes.usedBallots'),
  ];
  const voidVotes = at('voidVotes');
  if (ballotsIssued === null || unusedBallots === null || spoiledBallots === null) return [];
  if (validVotes === null || usedBallots === null || voidVotes === null) return [];
  const votes = Object.fromEntries(votesOf(sheet, typed).map(([party, each]) => [party, each ?? 0]));
  const boxes = { ballotsIssued, unusedBallots, spoiledBallots, validVotes, usedBallots };
  const checks = checkSheet({ registeredVoters: null, accreditedVoters: 0, votes, voidVotes, boxes }, null);
  return checks.filter(({ code }) => code.startsWith('EC8A_'));
}

const prefixOf = (userId: string) => `${userId}/second-entry/`;
const slotOf = (userId: string, sheet: string) => `${prefixOf(userId)}${sheet}`;

/** What was typed of a sheet and not sent; null for nothing. */
export async function loadEntry(userId: string, sheet: SecondEntryId): Promise<Typed | null> {
  return (await loadDraft(slotOf(userId, sheet)))?.values ?? null;
}

/** Keeps what is typed of a sheet. */
export function entryKeeper(userId: string, sheet: SecondEntryId) {
  const keeper = draftKeeper(slotOf(userId, sheet));
  return { ...keeper, save: (typed: Typed) => keeper.saveWords({ ...typed, sheet }, {}) };
}

export const dropEntry = (userId: string, sheet: string): Promise<void> => dropDraft(slotOf(userId, sheet));

/** Drops what was typed of other sheets, which their transcriber no longer holds. */
export async function dropOtherEntries(userId: string, current: SecondEntryId): Promise<void> {
  const drafts = await keptUnder<Pick<Draft, 'values'>>(`draft:${prefixOf(userId)}`);
  const others = drafts.flatMap(({ values }) => values['sheet'] ?? []).filter((sheet) => sheet !== current);
  await Promise.all(others.map((sheet) => dropEntry(userId, sheet)));
}
