import { countedFigure } from '@ec/contract/live/counted';
import type { LiveArea } from '@ec/contract/live/schemas';
import { parentOf } from '@ec/contract/geography/location-id';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { SortHeader } from '../../components/list/DataTable.tsx';
import { formatCount, formatNumber, formatShare } from '../../lib/format/format.ts';
import { useWindowedRows } from '../../components/list/use-windowed-rows.ts';
import { AreaRow, disputedText } from './AreaRow.tsx';
import { sortAreas, sumsOf } from './figures.ts';
import { AREA_WORDS, capital } from '../../domain/results/labels.ts';
import type { Basis } from '@ec/contract/base/common';
import type { LiveState } from './live-state.ts';
import styles from './live.module.css';

interface AreaTableProps {
  /** Names the table: what it shows, on which basis. */
  label: string;
  areas: readonly LiveArea[];
  /** Columns, the strongest first. */
  parties: readonly string[];
  basis: Basis;
  sort: string;
  set: LiveState['set'];
  linkTo: LiveState['linkTo'];
  stale: boolean;
}

/** One row for each area below, with a column for each party; figures can be sorted by. */
export function AreaTable({ label, areas, parties, basis, sort, set, linkTo, stale }: AreaTableProps) {
  const type = areas[0]?.area.type;
  const [attach, rows] = useWindowedRows(areas.length);
  if (!type) return <EmptyState title="No areas match your filters" />;
  const sums = sumsOf(areas, basis);
  const sorted = sortAreas(areas, sort, basis);
  // Some LGA names occur in more than one state; only the code distinguishes them.
  const repeats = type === 'lga' && new Set(areas.map((row) => parentOf(row.area.id))).size > 1;
  const columns: { header: string; sort: string; numeric?: boolean }[] = [
    { header: capital(AREA_WORDS[type].one), sort: 'name' },
    { header: 'Leading', sort: 'leading' },
    ...parties.map((party) => ({ header: party, sort: `votes.${party}`, numeric: true })),
    { header: type === 'polling_unit' ? 'Status' : 'Reported', sort: 'reported', numeric: type !== 'polling_unit' },
    { header: 'Disputed', sort: 'disputed', numeric: true },
    { header: 'Total votes', sort: 'total', numeric: true },
  ];
  /** The first click on figures brings the largest to the top. */
  const sortBy = (next: string) => {
    const by = next.replace(/^-/, '');
    const fresh = sort.replace(/^-/, '') !== by;
    const figures = columns.some((column) => column.sort === by && column.numeric);
    set({ sort: fresh && figures ? `-${by}` : next });
  };
  return (
    <div
      ref={attach}
      className={`scroller stale ${styles.scroll}`}
      role="region"
      aria-label={label}
      tabIndex={0}
      data-windowed={rows.windowed || undefined}
      data-stale={stale || undefined}
    >
      <table
        className={`data links usual ${styles.table}`}
        aria-label={label}
        aria-busy={stale}
        {...(rows.windowed && { 'aria-rowcount': areas.length + 2 })}
      >
        <thead>
          <tr {...(rows.windowed && { 'aria-rowindex': 1 })}>
            {columns.map((column) => (
              <SortHeader key={column.sort} column={column} sort={sort} onSort={sortBy} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={rows.before} />
          {sorted.slice(rows.first, rows.last).map((row, index) => (
            <AreaRow
              key={`${basis} ${row.area.id}`}
              row={row}
              index={rows.windowed ? rows.first + index + 2 : undefined}
              parties={parties}
              basis={basis}
              linkTo={linkTo}
              withCode={repeats}
            />
          ))}
          <Gap height={rows.after} />
        </tbody>
        <tfoot>
          <tr {...(rows.windowed && { 'aria-rowindex': areas.length + 2 })}>
            <th scope="row">Total of {formatCount(areas.length, AREA_WORDS[type].one, AREA_WORDS[type].many)}</th>
            <td>
              <span className="spoken">Not for a total</span>
            </td>
            {parties.map((party) => (
              <td key={party} data-numeric>
                {formatNumber(countedFigure(sums, sums.votes[party] ?? 0))}
              </td>
            ))}
            <td data-numeric>{formatShare(sums.reported, sums.units)}</td>
            <td data-numeric>{disputedText(sums)}</td>
            <td data-numeric>{formatNumber(countedFigure(sums, sums.totalVotes))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** The room of the rows that are not drawn. */
function Gap({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null;
}
