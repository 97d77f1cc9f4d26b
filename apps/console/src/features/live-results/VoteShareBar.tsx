import type { Basis } from '@ec/contract/base/common';
import type { LiveSummary } from '@ec/contract/live/schemas';
import { Panel } from '../../components/page/Panel.tsx';
import { VoteShare } from '../../domain/results/VoteShare.tsx';
import { basisText } from '../../domain/results/coverage.ts';
import { slicesOf, TOP_PARTIES } from '../../domain/results/vote-slices.ts';

/** Shares of the valid votes as one bar, with what they stand on. */
export function VoteShareBar({ summary, basis }: { summary: LiveSummary; basis: Basis }) {
  const slices = slicesOf(summary.parties, summary.basis[basis], TOP_PARTIES);
  const national = summary.area.type === 'national';
  return (
    <Panel
      title={`${national ? 'National' : summary.area.name} vote share`}
      note={`${basisText(summary, basis)}, share of valid votes`}
    >
      {slices.length === 0 ? <p className="dim">No data available</p> : <VoteShare slices={slices} />}
    </Panel>
  );
}
