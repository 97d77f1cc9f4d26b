import type { Election } from '@ec/contract/elections/schemas';
import type { Segment } from '../../components/figure/SegmentBar.tsx';
import { formatNumber, formatShare } from '../../lib/format/format.ts';

export function segmentsOf(coverage: Election['coverage']): Segment[] {
  return [
    { tone: 'ok', label: 'Verified', value: coverage.verified },
    { tone: 'wait', label: 'Pending', value: coverage.pending },
    { tone: 'bad', label: 'Disputed', value: coverage.disputed },
    { tone: 'off', label: 'Cancelled', value: coverage.cancelled },
  ];
}

/** "120 of 176,846 units reported (0.1%), 80 verified". */
export function progressText({ units, reported, verified }: Election['coverage']): string {
  const share = formatShare(reported, units);
  return `${formatNumber(reported)} of ${formatNumber(units)} units reported (${share}), ${formatNumber(verified)} verified`;
}

const NAMED = 3;

/** The first covered areas by name, then how many more there are. */
export function areasText(areas: Election['areaNames']): string {
  const names = areas.slice(0, NAMED).map((area) => area.name);
  const more = areas.length - names.length;
  return more > 0 ? `${names.join(', ')} +${formatNumber(more)} more` : names.join(', ');
}
