import { partyColour } from '@ec/contract/elections/parties';
import { Swatch } from '../../components/figure/Swatch.tsx';
import { TIE } from '@ec/contract/results/sheet';

/** Who leads: the party with its colour, Tie, or that there are no votes. */
export function PartyMark({ party }: { party: string | null }) {
  if (party === null) return <span>No votes</span>;
  if (party === TIE) return <strong>{TIE}</strong>;
  return <Swatch colour={partyColour(party)}>{party}</Swatch>;
}
