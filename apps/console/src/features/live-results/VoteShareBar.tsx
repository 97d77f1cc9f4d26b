import type { Basis } from '@ec/contract/common';
import type { LiveSummary } from '@ec/contract/live';
import { Panel } from '../../components/Panel.tsx';
import { VoteShare } from '../../components/VoteShare.tsx';
import { basisText } from '../../lib/coverage.ts';
import { slicesOf, TOP_PARTIES } from '../../lib/vote-slices.ts';
import styles from './live.module.css';

/** Shares of the valid votes as one bar, with what they stand on. */
export function VoteShareBar({ summary, basis }: { summary: LiveSummary; basis: Basis }) {
  const slices = slicesOf(summary.parties, summary.basis[basis], TOP_PARTIES);
  const national = summary.area.type === 'national';
  return (
    <Panel
      title={`${national ? 'National' : summary.area.name} vote share`}
      note={`${basisText(summary, basis)}, share of valid votes`}
    >
      {slices.length === 0 ? <p className={styles.none}>No data available</p> : <VoteShare slices={slices} />}
    </Panel>
  );
}
