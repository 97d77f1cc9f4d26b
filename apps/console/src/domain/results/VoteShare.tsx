import type { Totals } from '@ec/contract/live/schemas';
import { ballotOf, partyColour, type PartyLook } from '@ec/contract/elections/parties';
import { validVotes } from '@ec/contract/results/sheet';
import { inkOn } from '../../lib/format/css-values.ts';
import { Swatch } from '../../components/figure/Swatch.tsx';
import { formatPercent } from '../../lib/format/format.ts';
import styles from './VoteShare.module.css';

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

/** From this share on the party's name fits into its part. */
const NAMED_SHARE = 0.12;
const FIGURE_SHARE = 0.05;

/** Shares of the valid votes as one bar; where it is short, its colours are named below it. */
export function VoteShare({ slices }: { slices: readonly Slice[] }) {
  const words = slices.map(({ party, share }) => `${party} ${formatPercent(share)}`).join(', ');
  return (
    <div className={styles.box}>
      <div className={styles.share} role="img" aria-label={`Vote share: ${words}`}>
        {slices.map(({ party, share, colour }) => (
          <span
            key={party}
            style={{ width: `${share * 100}%`, background: colour, color: inkOn(colour) }}
            title={`${party} ${formatPercent(share)}`}
          >
            {share >= NAMED_SHARE ? `${party} ${formatPercent(share)}` : share >= FIGURE_SHARE ? party : ''}
          </span>
        ))}
      </div>
      <div className={styles.named} aria-hidden>
        {slices.map(({ party, share, colour }) => (
          <Swatch key={party} colour={colour}>
            {party} {formatPercent(share)}
          </Swatch>
        ))}
      </div>
    </div>
  );
}
