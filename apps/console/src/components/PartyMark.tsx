import { partyColour } from '@ec/contract/parties';
import { Swatch } from './Swatch.tsx';
import { TIE } from '@ec/contract/sheet';

/** Who leads: the party with its colour, Tie, or that there are no votes. */
export function PartyMark({ party }: { party: string | null }) {
  if (party === null) return <span>No votes</span>;
  if (party === TIE) return <strong>{TIE}</strong>;
  return <Swatch colour={partyColour(party)}>{party}</Swatch>;
}
