import { TIE } from '@ec/contract/results/sheet';
import { PartySwatch } from './PartyLooks.tsx';

/** Who leads: the party with its colour, Tie, or that there are no votes. */
export function PartyMark({ party }: { party: string | null }) {
  if (party === null) return <span>No votes</span>;
  if (party === TIE) return <strong>{TIE}</strong>;
  return <PartySwatch party={party} />;
}
