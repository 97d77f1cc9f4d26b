import type { LiveArea } from '@ec/contract/live/schemas';
import { parentOf } from '@ec/contract/geography/location-id';
import { Table } from '@mantine/core';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { SortHeader } from '../../components/list/DataTable.tsx';
import { formatCount, formatNumber, formatShare } from '../../lib/format/format.ts';
import { AreaRow } from './AreaRow.tsx';
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
  if (!type) return <EmptyState title="No areas match your filters" />;
  const sums = sumsOf(areas, basis);
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
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0} data-stale={stale || undefined}>
      <Table className={styles.table ?? ''} aria-label={label} aria-busy={stale}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <SortHeader key={column.sort} column={column} sort={sort} onSort={sortBy} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sortAreas(areas, sort, basis).map((row) => (
            <AreaRow
              key={`${basis} ${row.area.id}`}
              row={row}
              parties={parties}
              basis={basis}
              linkTo={linkTo}
              withCode={repeats}
            />
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">
              Total of {formatCount(areas.length, AREA_WORDS[type].one, AREA_WORDS[type].many)}
            </Table.Th>
            <Table.Td />
            {parties.map((party) => (
              <Table.Td key={party} data-numeric>
                {formatNumber(sums.votes[party] ?? 0)}
              </Table.Td>
            ))}
            <Table.Td data-numeric>{formatShare(sums.reported, sums.units)}</Table.Td>
            <Table.Td data-numeric>{formatNumber(sums.disputed)}</Table.Td>
            <Table.Td data-numeric>{formatNumber(sums.totalVotes)}</Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </div>
  );
}
