import type { LiveSummary } from '@ec/contract/live';
import { Panel } from '../../components/Panel.tsx';
import { formatPercent } from '../../lib/format.ts';
import { inkOn } from './colour.ts';
import { basisText, slicesOf, TOP_PARTIES } from './figures.ts';
import type { Basis } from './live-state.ts';
import styles from './live.module.css';

/** From this share on the party's name fits into its part. */
const NAMED_SHARE = 0.12;
const FIGURE_SHARE = 0.05;

/** Shares of the valid votes as one bar. */
export function VoteShareBar({ summary, basis }: { summary: LiveSummary; basis: Basis }) {
  const slices = slicesOf(summary.parties, summary.basis[basis], TOP_PARTIES);
  const national = summary.area.type === 'national';
  const words = slices.map(({ party, share }) => `${party} ${formatPercent(share)}`).join(', ');
  return (
    <Panel
      title={`${national ? 'National' : summary.area.name} vote share`}
      note={`${basisText(summary, basis)}, share of valid votes`}
    >
      {slices.length === 0 ? (
        <p className={styles.none}>No data available</p>
      ) : (
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
      )}
    </Panel>
  );
}
