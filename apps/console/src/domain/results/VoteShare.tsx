import { inkOn } from '../../lib/format/colour.ts';
import { formatPercent } from '../../lib/format/format.ts';
import type { Slice } from './vote-slices.ts';
import styles from './VoteShare.module.css';

/** From this share on the party's name fits into its part. */
const NAMED_SHARE = 0.12;
const FIGURE_SHARE = 0.05;

/** Shares of the valid votes as one bar. */
export function VoteShare({ slices }: { slices: readonly Slice[] }) {
  const words = slices.map(({ party, share }) => `${party} ${formatPercent(share)}`).join(', ');
  return (
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
  );
}
