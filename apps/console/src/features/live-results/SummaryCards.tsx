import type { LiveSummary } from '@ec/contract/live/schemas';
import { countedFigure, turnoutScope } from '@ec/contract/live/counted';
import { Skeleton } from '@mantine/core';
import { type Segment, SegmentBar } from '../../components/figure/Bars.tsx';
import { basisText, coverageSegments, DISPUTED_SHARE } from '../../domain/results/coverage.ts';
import { validVotes } from '@ec/contract/results/sheet';
import { formatCount, formatNumber, formatShare } from '../../lib/format/format.ts';
import { Changing } from '../../components/page/Changing.tsx';
import { conspicuous } from './figures.ts';
import type { LiveRow } from './live-state.ts';
import type { Basis } from '@ec/contract/base/common';
import { tile } from '../../lib/format/css-values.ts';

interface SummaryCardsProps {
  summary: LiveSummary | undefined;
  /** The rows of the table below, for what is conspicuous among them, and the words for one and several of these. */
  rows: readonly LiveRow[] | undefined;
  words: readonly [string, string] | undefined;
  basis: Basis;
  /** The only party shown; empty for all. */
  party: string;
}

interface CardProps {
  label: string;
  /** Null is not known. */
  value: number | null;
  lines: readonly string[];
  bar?: { label: string; segments: readonly Segment[]; whole: number };
}

function Card({ label, value, lines, bar }: CardProps) {
  return (
    <div className="card shrink pad" role="group" aria-label={label}>
      <div className="hint">{label}</div>
      <div className="big breaks above-2">
        <Changing value={value ?? ''}>{formatNumber(value)}</Changing>
      </div>
      {lines.map((line) => (
        <div key={line} className="hint">
          {line}
        </div>
      ))}
      {bar && <SegmentBar {...bar} legend />}
    </div>
  );
}

function disputedLine({ rows = [], words }: Pick<SummaryCardsProps, 'rows' | 'words'>): string | null {
  if (rows.length === 0 || !words) return null;
  return `${formatCount(conspicuous(rows), ...words)} above ${DISPUTED_SHARE * 100} percent`;
}

/** The four figures of the area, each with what it stands on. */
export function SummaryCards({ summary, basis, party, ...below }: SummaryCardsProps) {
  if (!summary) {
    return (
      <div className="tiles gap-12" style={tile(200)} aria-busy aria-label="Loading figures">
        {[0, 1, 2, 3].map((card) => (
          <Skeleton key={card} height={104} />
        ))}
      </div>
    );
  }
  const { coverage } = summary;
  const totals = summary.basis[basis];
  const turnout = formatShare(totals.registeredAccredited, totals.registeredVoters);
  const units = formatNumber(coverage.units);
  const conspicuousAreas = disputedLine(below);
  return (
    <div className="tiles gap-12" style={tile(200)}>
      <Card
        label="Total Results"
        value={coverage.reported}
        lines={[`${formatShare(coverage.reported, coverage.units)} of ${units} units reported`]}
        bar={{ label: 'Results by status', segments: coverageSegments(coverage), whole: coverage.units }}
      />
      <Card
        label={party ? `Votes of ${party}` : 'Total Votes'}
        value={countedFigure(totals, party ? (totals.votes[party] ?? 0) : totals.totalVotes)}
        lines={[
          basisText(summary, basis),
          ...(party ? [`${formatShare(totals.votes[party] ?? 0, validVotes(totals.votes))} of the valid votes`] : []),
          ...(totals.registeredVoters > 0 ? [`Turnout ${turnout} of registered voters ${turnoutScope(totals)}`] : []),
        ]}
      />
      <Card
        label="Verified Results"
        value={coverage.verified}
        lines={[
          `${formatShare(coverage.verified, coverage.units)} of ${units} units`,
          `${formatNumber(coverage.pending)} awaiting review`,
        ]}
      />
      <Card
        label="Disputed"
        value={coverage.disputed}
        lines={[
          `${formatShare(coverage.disputed, coverage.reported)} of reported results`,
          ...(conspicuousAreas ? [conspicuousAreas] : []),
        ]}
      />
    </div>
  );
}
