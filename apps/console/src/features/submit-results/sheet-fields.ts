import { ballotOf, OTHERS } from '@ec/contract/elections/parties';
import type { DeskElection } from './api.ts';

/** A field of the sheet. Its path is that of the request, so the server's field errors find it. */
export interface SheetField {
  path: string;
  label: string;
  kind: 'voters' | 'box' | 'party' | 'void';
  /** The party of a `party` field. */
  party?: string;
  /** Number of the box on form EC8A. */
  box?: number;
  hint?: string;
  optional?: boolean;
}

const registered: SheetField = {
  path: 'registeredVoters',
  label: 'Registered voters',
  kind: 'voters',
  box: 1,
  optional: true,
};
const accredited: SheetField = { path: 'accreditedVoters', label: 'Accredited voters', kind: 'voters', box: 2 };
const rejected: SheetField = { path: 'voidVotes', label: 'Rejected ballots (box 6)', kind: 'void', box: 6 };

const box = (number: number, name: string, label: string, hint?: string): SheetField => ({
  path: `boxes.${name}`,
  label,
  kind: 'box',
  box: number,
  ...(hint && { hint }),
});

/** Boxes 3 to 8 in their order on the paper. */
const fullBoxes: SheetField[] = [
  box(3, 'ballotsIssued', 'Ballot papers issued'),
  box(4, 'unusedBallots', 'Unused ballot papers'),
  box(5, 'spoiledBallots', 'Spoiled ballot papers'),
  { ...rejected, label: 'Rejected ballots' },
  box(7, 'validVotes', 'Total valid votes', 'All parties together'),
  box(8, 'usedBallots', 'Used ballot papers', 'Boxes 5, 6 and 7 together'),
];

export interface FieldGroup {
  title: string;
  fields: SheetField[];
}

/** What decides which fields a sheet has. */
export type Ballot = Pick<DeskElection, 'parties' | 'fullEc8a' | 'allPartiesListed'>;

/** The fields in the order of the paper. */
export function fieldGroups(election: Ballot): FieldGroup[] {
  const parties = ballotOf(election.parties)
    .filter((party) => party !== OTHERS || !election.allPartiesListed)
    .map(
      (party): SheetField => ({
        path: `votes.${party}`,
        label: party,
        kind: 'party',
        party,
        ...(party === OTHERS && { hint: 'All other parties together' }),
      }),
    );
  return election.fullEc8a
    ? [
        { title: 'Voters and ballot papers', fields: [registered, accredited, ...fullBoxes] },
        { title: 'Votes', fields: parties },
      ]
    : [
        { title: 'Voters', fields: [registered, accredited] },
        { title: 'Votes', fields: [...parties, rejected] },
      ];
}

export function allFields(election: Ballot): SheetField[] {
  return fieldGroups(election).flatMap((group) => group.fields);
}

/** The fields whose sum must not be zero unless the officer says so: parties, Others and rejected ballots. */
export function isVoteField(field: SheetField): boolean {
  return field.kind === 'party' || field.kind === 'void';
}
