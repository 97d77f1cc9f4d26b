import type { Comparison } from '@ec/contract/live/schemas';
import { Link } from 'react-router';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { SortHeader } from '../../components/list/DataTable.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { AREA_WORDS, capital } from '../../domain/results/labels.ts';
import { areaChange } from './live-params.ts';
import type { LiveState } from './live-state.ts';
import styles from './live.module.css';

export type ComparedArea = Comparison['areas'][number];

interface CompareTableProps extends LiveState {
  areas: readonly ComparedArea[];
  threshold: number;
  stale: boolean;
}

const sorted = (areas: readonly ComparedArea[], sort: string) => {
  if (sort.replace(/^-/, '') !== 'difference') return areas;
  const up = areas.toSorted((a, b) => (a.difference ?? -1) - (b.difference ?? -1));
  return sort.startsWith('-') ? up.reverse() : up;
};

/** Both counts of each area over the units that both have, with the widest gap of any party. */
export function CompareTable({ areas, threshold, stale, state, set, linkTo }: CompareTableProps) {
  const type = areas[0]?.area.type;
  if (!type) return <EmptyState title="Nothing to compare below this area" />;
  const label = `Official and grassroots counts by ${AREA_WORDS[type].one}`;
  const sort = ['difference', '-difference'].includes(state.sort) ? state.sort : '';
  return (
    <div
      className={`scroller stale ${styles.scroll}`}
      role="region"
      aria-label={label}
      tabIndex={0}
      data-stale={stale || undefined}
    >
      <table className={`data links usual ${styles.table}`} aria-label={label} aria-busy={stale}>
        <thead>
          <tr>
            <th scope="col">{capital(AREA_WORDS[type].one)}</th>
            {['Official votes', 'Grassroots votes', 'Units in both', 'Official units', 'Grassroots units'].map(
              (header) => (
                <th key={header} scope="col" data-numeric>
                  {header}
                </th>
              ),
            )}
            <SortHeader
              column={{ header: 'Largest difference', sort: 'difference', numeric: true }}
              sort={sort}
              onSort={(next) => set({ sort: sort ? next : '-difference' })}
            />
            <th scope="col">Mark</th>
          </tr>
        </thead>
        <tbody>
          {sorted(areas, sort).map((row) => (
            <Row key={row.area.id} row={row} threshold={threshold} linkTo={linkTo} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function differenceText(difference: number | null, party: string | null): string {
  if (difference === null) return '–';
  return difference === 0 ? 'None' : `${party ?? ''} ${difference.toFixed(1)} points`;
}

function Row({ row, threshold, linkTo }: { row: ComparedArea; threshold: number; linkTo: LiveState['linkTo'] }) {
  const { area, official, grassroots, coverage, difference, party } = row;
  const votes = [official, grassroots].map(({ totalVotes }) => (coverage.both > 0 ? totalVotes : null));
  return (
    <tr data-marked={row.marked || undefined}>
      <th scope="row">
        {area.type === 'polling_unit' ? area.name : <Link to={linkTo(areaChange(area.id))}>{area.name}</Link>}
      </th>
      {[...votes, coverage.both, coverage.official, coverage.grassroots].map((figure, column) => (
        <td key={column} data-numeric>
          {formatNumber(figure)}
        </td>
      ))}
      <td data-numeric>{differenceText(difference, party)}</td>
      <td>
        {difference === null ? (
          <StatusChip tone="off" label="Not in both" />
        ) : row.marked ? (
          <StatusChip tone="bad" label={`Above ${threshold} points`} />
        ) : (
          <StatusChip tone="ok" label="Within" />
        )}
      </td>
    </tr>
  );
}
