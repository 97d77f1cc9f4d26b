import { ballotOf } from '@ec/contract/elections/parties';

/** Fields by the number of their box on form EC8A. The boxes stand above the table of the parties, one below the other. */
const BOXES = [
  'registeredVoters',
  'accreditedVoters',
  'boxes.ballotsIssued',
  'boxes.unusedBallots',
  'boxes.spoiledBallots',
  'voidVotes',
  'boxes.validVotes',
  'boxes.usedBallots',
];
/** Parts of the form's height: what the boxes take, and what the table of the parties takes. */
const BOX_BAND = { from: 0.2, to: 0.4 };
const PARTY_BAND = { from: 0.42, to: 0.86 };

/** How far down the form a field usually stands, from 0 to 1. */
export function heightOf(field: string, parties: readonly string[]): number {
  const box = BOXES.indexOf(field);
  const ballot = ballotOf(parties);
  const [{ from, to }, at, of] =
    box >= 0 ? [BOX_BAND, box, BOXES.length] : [PARTY_BAND, ballot.indexOf(field.replace('votes.', '')), ballot.length];
  return from + ((at + 0.5) / of) * (to - from);
}
