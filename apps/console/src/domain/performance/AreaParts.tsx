import type { PerformanceRow } from '@ec/contract/dashboards/schemas';
import { formatNumber } from '../../lib/format/format.ts';
import { MayLink } from '../../components/page/MayLink.tsx';
import styles from './performance.module.css';

type Area = PerformanceRow['area'];

/** Where what stands in an area's row leads, and what is said of areas without figures. */
export interface RowLinks {
  pageOf: (area: Area) => string | null;
  disputesOf: (area: Area) => string;
  uncovered: string;
}

interface PartProps extends RowLinks {
  row: PerformanceRow;
}

export function AreaName({ row, pageOf }: PartProps) {
  return (
    <span className="strong links">
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

/** "12 of 20 complete, 6 under way": how many of the area's own parts have every unit in, and how many have some. */
export function CompleteText({ row }: { row: PerformanceRow }) {
  const { complete, started, children } = row;
  const underWay = started - complete;
  return (
    <span>
      {formatNumber(complete)} of {formatNumber(children)}{' '}
      <span className="hint">
        {row.area.type === 'ward' ? 'submitted' : 'complete'}
        {underWay > 0 && `, ${formatNumber(underWay)} under way`}
      </span>
    </span>
  );
}
