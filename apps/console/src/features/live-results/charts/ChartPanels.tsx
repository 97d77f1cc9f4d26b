import type { LiveSummary } from '@ec/contract/live/schemas';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Near } from '../../../components/figure/Near.tsx';
import { latePart } from '../../../components/page/late-part.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { basisText } from '../../../domain/results/coverage.ts';
import { formatNumber, formatPercent } from '../../../lib/format/format.ts';
import { type Slice, slicesOf, TOP_PARTIES } from '../../../domain/results/VoteShare.tsx';
import type { Basis } from '@ec/contract/base/common';
import styles from '../live.module.css';
import { tile } from '../../../lib/format/css-values.ts';

// The chart library is heavier than all the rest of the page, so it comes after it.
const HEIGHT = 300;
const place = <Skeleton height={HEIGHT} />;
const VoteBars = latePart(async () => (await import('./VoteCharts.tsx')).VoteBars, 'The chart', place);
const SharePie = latePart(async () => (await import('./VoteCharts.tsx')).SharePie, 'The chart', place);

interface ChartPanelsProps {
  summary: LiveSummary;
  basis: Basis;
  /** The only party shown; empty for all. */
  party: string;
  allParties: boolean;
}

/** Votes as bars and shares as a pie, each with an equal table for those who do not see them. */
export function ChartPanels({ summary, basis, party, allParties }: ChartPanelsProps) {
  const limit = allParties ? Number.POSITIVE_INFINITY : TOP_PARTIES;
  const slices = slicesOf(summary, summary.basis[basis], limit, party);
  const national = summary.area.type === 'national';
  const note = basisText(summary, basis);
  const subject = [summary.electionId, summary.source, summary.area.id, basis, party, limit].join(' ');
  return (
    <div className="tiles flow" style={tile(380)}>
      <Chart
        title={`${national ? 'National' : summary.area.name} Vote Distribution`}
        note={note}
        subject={subject}
        slices={slices}
      >
        <VoteBars slices={slices} />
      </Chart>
      <Chart title="Vote Share Breakdown" note={note} subject={subject} slices={slices}>
        <SharePie slices={slices} />
      </Chart>
    </div>
  );
}

interface ChartProps {
  title: string;
  note: string;
  subject: string;
  slices: readonly Slice[];
  children: ReactNode;
}

function Chart({ title, note, subject, slices, children }: ChartProps) {
  return (
    <Panel title={title} note={note}>
      {slices.length === 0 ? (
        <p className={`dim ${styles.noChart}`}>No data available</p>
      ) : (
        <>
          <Near height={HEIGHT} subject={subject}>
            {children}
          </Near>
          <VisuallyHidden>
            <table>
              <caption>{`${title}, ${note}`}</caption>
              <thead>
                <tr>
                  <th scope="col">Party</th>
                  <th scope="col">Votes</th>
                  <th scope="col">Share of valid votes</th>
                </tr>
              </thead>
              <tbody>
                {slices.map(({ party, votes, share }) => (
                  <tr key={party}>
                    <th scope="row">{party}</th>
                    <td>{formatNumber(votes)}</td>
                    <td>{formatPercent(share)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </VisuallyHidden>
        </>
      )}
    </Panel>
  );
}
