import type { Basis } from '@ec/contract/base/common';
import type { Coverage } from '@ec/contract/elections/schemas';
import type { LiveArea, LiveSummary } from '@ec/contract/live/schemas';
import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import type { Segment } from '../../components/figure/Bars.tsx';
import { formatCount, formatNumber, formatShare } from '../../lib/format/format.ts';
import { BASIS_WORD } from './labels.ts';

/** "Verified, 102,566 of 176,846 units (58.0%)": the basis and coverage of a total. */
export function basisText({ basis: totals, coverage }: Pick<LiveSummary, 'basis' | 'coverage'>, basis: Basis): string {
  const { results } = totals[basis];
  const { units } = coverage;
  return `${BASIS_WORD[basis]}, ${formatNumber(results)} of ${formatNumber(units)} units (${formatShare(results, units)})`;
}

/** Areas that the election covers; others have neither units nor results. */
export function coveredAreas(areas: readonly LiveArea[]): LiveArea[] {
  return areas.filter(({ coverage }) => coverage.units > 0 || coverage.reported > 0);
}

/** Units without a result, or with a returned one. */
export function silentUnits({ units, reported }: Coverage): number {
  return Math.max(0, units - reported);
}

/** The parts of a bar over all covered units. */
export function coverageSegments({ verified, pending, disputed, cancelled }: Coverage): Segment[] {
  return [
    { tone: 'ok', label: 'Verified', value: verified },
    { tone: 'wait', label: 'Awaiting review', value: pending },
    { tone: 'bad', label: 'Disputed', value: disputed },
    ...(cancelled > 0 ? [{ tone: 'off' as const, label: 'Cancelled', value: cancelled }] : []),
  ];
}

/** Share of an area's reported results in dispute above which the area is conspicuous: red, and said in a word. */
export const DISPUTED_SHARE = 0.02;

/** Share of reported results in dispute: large areas have more disputes without being worse. */
export const disputeRate = ({ disputed, reported }: Pick<LiveArea['coverage'], 'disputed' | 'reported'>): number =>
  reported > 0 ? disputed / reported : 0;

/** "1.2%": the share of reported results in dispute as a figure; a dash before the first result. */
export const disputeShare = (disputed: number, reported: number): string =>
  disputed === 0 && reported > 0 ? '0%' : formatShare(disputed, reported);

/** "14 of 1,170 results, 3 unassigned": the counts beside the rate of disputes. */
export const disputeCounts = ({ open, unassigned }: SituationRoom['disputes'], reported: number): string =>
  `${formatNumber(open)} of ${formatCount(reported, 'result')}, ${formatNumber(unassigned)} unassigned`;
