import type { Coverage } from '@ec/contract/elections/schemas';
import { coverageSegments } from '../results/coverage.ts';
import { formatNumber, formatPercent } from '../../lib/format/format.ts';
import { SegmentBar } from '../../components/figure/SegmentBar.tsx';
import styles from './performance.module.css';

interface RateBarProps {
  name: string;
  /** Percent. */
  rate: number;
  coverage: Coverage;
  /** For a column whose head says what is counted. */
  short?: boolean;
}

/** Submission rate of an area with what became of the results. */
export function RateBar({ name, rate, coverage, short = false }: RateBarProps) {
  return (
    <div className={styles.rate}>
      <div className={styles.rateWords}>
        <strong>{formatPercent(rate / 100)}</strong>{' '}
        <span className="hint">
          {formatNumber(coverage.reported)} of {formatNumber(coverage.units)}
          {!short && ' units'}
        </span>
      </div>
      <SegmentBar label={`Results of ${name}`} segments={coverageSegments(coverage)} whole={coverage.units} />
    </div>
  );
}
