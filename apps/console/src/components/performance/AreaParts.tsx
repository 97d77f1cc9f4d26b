import type { PerformanceRow } from '@ec/contract/dashboards';
import { formatNumber } from '../../lib/format.ts';
import { MayLink } from '../MayLink.tsx';
import styles from './performance.module.css';
import { INSIDE } from './words.ts';

type Area = PerformanceRow['area'];

/** Where what stands in an area's row leads. */
export interface RowLinks {
  pageOf: (area: Area) => string | null;
  disputesOf: (area: Area) => string;
}

interface PartProps extends RowLinks {
  row: PerformanceRow;
}

export function AreaName({ row, pageOf }: PartProps) {
  return (
    <span className={styles.name}>
      <MayLink to={pageOf(row.area)}>{row.area.name}</MayLink>
    </span>
  );
}

export function DetailsLink({ row, pageOf }: PartProps) {
  return (
    <MayLink to={pageOf(row.area)} label={`View Details of ${row.area.name}`} className={styles.details}>
      View Details
    </MayLink>
  );
}

/** "12 of 20 LGAs complete, 18 begun": how many of the area's own parts have every unit in, and how many have any. */
export function CompleteText({ row }: { row: PerformanceRow }) {
  const words = INSIDE[row.area.type];
  return (
    <span>
      {formatNumber(row.complete)} of {formatNumber(row.children)}{' '}
      <span className={styles.quiet}>
        {row.children === 1 ? words.one : words.many}{' '}
        {row.area.type === 'ward' ? 'submitted' : `complete, ${formatNumber(row.started)} begun`}
      </span>
    </span>
  );
}
