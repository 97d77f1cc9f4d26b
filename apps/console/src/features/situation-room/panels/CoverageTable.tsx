import type { Basis } from '@ec/contract/base/common';
import type { LiveArea } from '@ec/contract/live/schemas';
import { SegmentBar } from '../../../components/figure/Bars.tsx';
import { type Column, DataTable } from '../../../components/list/DataTable.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { MayLink } from '../../../components/page/MayLink.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { withQuery } from '../../../domain/elections/count-choice.ts';
import { AreaLink } from '../../../domain/places/AreaLink.tsx';
import { areaPath } from '../../../domain/places/area-path.ts';
import { coverageSegments, coveredAreas, silentUnits } from '../../../domain/results/coverage.ts';
import { Leader } from '../../../domain/results/PartyLooks.tsx';
import { formatNumber, formatShare } from '../../../lib/format/format.ts';
import type { SetRoom } from '../room-state.ts';
import styles from '../room.module.css';

const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0);

/** What a column sorts by; texts by the alphabet. */
const KEYS: Record<string, (row: LiveArea, basis: Basis) => number | string> = {
  name: ({ area }) => area.name,
  coverage: ({ coverage }) => share(coverage.reported, coverage.units),
  silent: ({ coverage }) => silentUnits(coverage),
  leading: ({ leading }, basis) => leading[basis] ?? '',
  turnout: (row, basis) => share(row[basis].registeredAccredited, row[basis].registeredVoters),
  disputes: ({ coverage }) => share(coverage.disputed, coverage.reported),
};

/** States by a column, `-` before it for the largest first; in INEC's order where no column is named. */
export function sortStates(states: readonly LiveArea[], sort: string, basis: Basis): LiveArea[] {
  const key = KEYS[sort.replace(/^-/, '')];
  if (!key) return [...states];
  const sorted = states.toSorted((a, b) => {
    const [left, right] = [key(a, basis), key(b, basis)];
    return typeof left === 'number' && typeof right === 'number'
      ? left - right
      : String(left).localeCompare(String(right));
  });
  return sort.startsWith('-') ? sorted.reverse() : sorted;
}

interface CoverageTableProps {
  electionId: string;
  states: readonly LiveArea[];
  basis: Basis;
  sort: string;
  set: SetRoom;
}

/** How far each state has come, with the units of which nothing has been heard. */
export function CoverageTable({ electionId, states, basis, sort, set }: CoverageTableProps) {
  const rows = sortStates(coveredAreas(states), sort, basis);
  const columns: Column<LiveArea>[] = [
    {
      key: 'name',
      header: 'State',
      sort: 'name',
      cell: ({ area }) => (
        <AreaLink
          area={area}
          to={withQuery(areaPath(area) ?? '', { election: electionId, source: 'official', basis })}
        />
      ),
    },
    {
      key: 'coverage',
      header: 'Coverage',
      sort: 'coverage',
      numeric: true,
      cell: ({ area, coverage }) => (
        <div className={styles.coverage}>
          <SegmentBar label={`Results of ${area.name}`} segments={coverageSegments(coverage)} whole={coverage.units} />
          {formatShare(coverage.reported, coverage.units)}
        </div>
      ),
    },
    {
      key: 'silent',
      header: 'Silent',
      sort: 'silent',
      numeric: true,
      cell: ({ area, coverage }) => {
        const silent = silentUnits(coverage);
        if (silent === 0) return formatNumber(silent);
        return (
          <button
            type="button"
            className="plain opener medium"
            aria-label={`Silent units of ${area.name}: ${formatNumber(silent)}`}
            onClick={() => {
              set({ silent: area.code });
              document.getElementById('silent-units')?.scrollIntoView({ block: 'start' });
            }}
          >
            {formatNumber(silent)}
          </button>
        );
      },
    },
    {
      key: 'leading',
      header: 'Leading',
      sort: 'leading',
      cell: ({ leading, coverage }) => <Leader party={leading[basis]} coverage={coverage} basis={basis} />,
    },
    {
      key: 'turnout',
      header: 'Turnout',
      sort: 'turnout',
      numeric: true,
      cell: (row) => formatShare(row[basis].registeredAccredited, row[basis].registeredVoters),
    },
    {
      key: 'disputes',
      header: 'Disputed',
      sort: 'disputes',
      numeric: true,
      cell: ({ area, coverage: { disputed, reported } }) =>
        disputed === 0 ? (
          formatNumber(disputed)
        ) : (
          <MayLink
            to={`/disputes?election=${electionId}&source=official&area=${area.code}`}
            label={`Disputed results of ${area.name}: ${formatNumber(disputed)}, ${formatShare(disputed, reported)} of those reported`}
          >
            {formatNumber(disputed)} ({formatShare(disputed, reported)})
          </MayLink>
        ),
    },
  ];
  /** The first click on figures brings the largest to the top. */
  const sortBy = (next: string) => {
    const fresh = sort.replace(/^-/, '') !== next.replace(/^-/, '');
    const figures = columns.some((column) => column.sort === next && column.numeric);
    set({ sort: fresh && figures ? `-${next}` : next });
  };
  return (
    <Panel flush title="State by state" note={`${formatNumber(rows.length)} in this election`}>
      <div className={styles.tall}>
        <DataTable
          label="State by state"
          columns={columns}
          rows={rows}
          rowKey={({ area }) => area.code}
          sort={sort}
          onSort={sortBy}
          empty={<EmptyState title="The election covers no state of your area." />}
        />
      </div>
    </Panel>
  );
}
