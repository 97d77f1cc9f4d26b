import type { Totals } from '@ec/contract/live/schemas';
import { ballotOf, type PartyLook, partyColour } from '@ec/contract/elections/parties';
import { validVotes } from '@ec/contract/results/sheet';

export const TOP_PARTIES = 4;

/** The ballot with the strongest first; equals stay in ballot order. */
export function partiesByVotes(parties: readonly string[], votes: Readonly<Record<string, number>>): string[] {
  return ballotOf(parties).sort((a, b) => (votes[b] ?? 0) - (votes[a] ?? 0));
}

export interface Slice {
  party: string;
  votes: number;
  /** Of the valid votes, 0 to 1. */
  share: number;
  colour: string;
}

/** Votes by party, the strongest first; beyond `limit` the rest is one slice; of `only` alone where it is named. Empty where there are no votes. */
export function slicesOf(
  { parties, looks }: { parties: readonly string[]; looks: readonly PartyLook[] },
  totals: Totals,
  limit: number,
  only = '',
): Slice[] {
  const valid = validVotes(totals.votes);
  if (valid === 0) return [];
  const all = partiesByVotes(parties, totals.votes).map((party) => {
    const votes = totals.votes[party] ?? 0;
    return { party, votes, share: votes / valid, colour: partyColour(party, looks) };
  });
  if (only !== '') return all.filter(({ party }) => party === only);
  const rest = all.slice(limit);
  if (rest.length < 2) return all;
  const votes = rest.reduce((sum, slice) => sum + slice.votes, 0);
  const others = { party: `${rest.length} more`, votes, share: votes / valid, colour: partyColour('') };
  return [...all.slice(0, limit), others];
}
