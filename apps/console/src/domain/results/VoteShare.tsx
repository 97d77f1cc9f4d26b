import { inkOn } from '../../lib/format/colour.ts';
import { Swatch } from '../../components/figure/Swatch.tsx';
import { formatPercent } from '../../lib/format/format.ts';
import type { Slice } from './vote-slices.ts';
import styles from './VoteShare.module.css';

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
