import { ballotOf } from '../elections/parties.ts';
import type { Ec8aBoxes } from '../results/sheet.ts';

/** The fields of a sheet that are entered twice, in the order of the paper. The paths are those of a submission. */
export type EntryField = string;

const BOXES = {
  'boxes.ballotsIssued': 'Ballots issued (box 3)',
  'boxes.unusedBallots': 'Unused ballots (box 4)',
  'boxes.spoiledBallots': 'Spoiled ballots (box 5)',
  'boxes.validVotes': 'Valid votes (box 7)',
  'boxes.usedBallots': 'Used ballots (box 8)',
} as const;

const OTHER_WORDS: Readonly<Record<string, string>> = {
  registeredVoters: 'Registered voters (box 1)',
  accreditedVoters: 'Accredited voters (box 2)',
  voidVotes: 'Rejected ballots (box 6)',
  ...BOXES,
};

/** The sheet that is entered: its ballot, and which boxes of the form it asks for. */
export interface EntryForm {
  parties: readonly string[];
  /** Boxes 3, 4, 5, 7 and 8 are entered too. */
  fullEc8a: boolean;
  /** The ballot names every party, so that the sheet has no votes of Others. */
  allPartiesListed: boolean;
}

/** All fields of the sheet: registered and accredited voters, parties, rejected ballots, other boxes. */
export function entryFields({ parties, fullEc8a, allPartiesListed }: EntryForm): EntryField[] {
  const listed = ballotOf(parties).filter((party) => !allPartiesListed || party !== ballotOf(parties).at(-1));
  return [
    'registeredVoters',
    'accreditedVoters',
    ...listed.map((party) => `votes.${party}`),
    'voidVotes',
    ...(fullEc8a ? Object.keys(BOXES) : []),
  ];
}

export const fieldWords = (field: EntryField): string =>
  OTHER_WORDS[field] ?? (field.startsWith('votes.') ? field.slice('votes.'.length) : field);

/** The figures of an entry by field; null is a blank. */
export type EntryFigures = Readonly<Record<EntryField, number | null>>;

/** The figures of a version by field. */
export function figuresOf(
  version: {
    registered: number | null;
    accredited: number;
    votes: readonly number[];
    voidVotes: number;
    boxes: Ec8aBoxes | null;
  },
  form: EntryForm,
): EntryFigures {
  const ballot = ballotOf(form.parties);
  const all: Record<string, number | null> = {
    registeredVoters: version.registered,
    accreditedVoters: version.accredited,
    voidVotes: version.voidVotes,
  };
  for (const [at, party] of ballot.entries()) all[`votes.${party}`] = version.votes[at] ?? 0;
  for (const [box, value] of Object.entries(version.boxes ?? {})) all[`boxes.${box}`] = value;
  return Object.fromEntries(entryFields(form).map((field) => [field, all[field] ?? null]));
}

/** The fields whose numbers differ. A blank differs from 0. */
export function differingFields(one: EntryFigures, other: EntryFigures, fields: readonly EntryField[]): EntryField[] {
  return fields.filter((field) => (one[field] ?? null) !== (other[field] ?? null));
}

/** True where no vote and no accredited voter is entered: an empty form reads the same, so equal figures prove nothing. */
export function isEmptySheet(figures: EntryFigures): boolean {
  return Object.entries(figures).every(
    ([field, value]) => field === 'registeredVoters' || (value ?? 0) === 0 || field.startsWith('boxes.'),
  );
}
