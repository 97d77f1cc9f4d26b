import type { Basis } from '@ec/contract/base/common';
import { KIND_OF_ELECTION, KIND_WORDS } from '@ec/contract/constituencies/kinds';
import type { ElectionType } from '@ec/contract/elections/schemas';
import type { ContestRow } from '@ec/contract/elections/declaration';
import { countedFigure } from '@ec/contract/live/counted';
import type { LiveConstituency } from '@ec/contract/live/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, DataTable } from '../../components/list/DataTable.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { DecidedChip } from '../../domain/declaration/DeclarationPanel.tsx';
import { BASIS_WORD, capital } from '../../domain/results/labels.ts';
import { formatCount, formatNumber, formatShare } from '../../lib/format/format.ts';
import { PAGE_SIZE } from '../../lib/hooks/paging.ts';
import { RowChoice } from './AreaPanel.tsx';
import { constituenciesQuery, declarationQuery, type LiveSubject } from './api.ts';
import type { LiveState } from './live-state.ts';

/** The votes of the first and of the second party; zero where there is none. */
function firstTwo(votes: Readonly<Record<string, number>>): [number, number] {
  const [first = 0, second = 0] = Object.values(votes).toSorted((a, b) => b - a);
  return [first, second];
}

/** Votes between the first and the second. */
export const leadOf = (row: LiveConstituency, basis: Basis): number => {
  const [first, second] = firstTwo(row[basis].votes);
  return first - second;
};

const SORTS: Record<string, (row: LiveConstituency, basis: Basis) => string | number> = {
  name: ({ constituency }) => constituency.name,
  leading: ({ leading }, basis) => leading[basis] ?? '',
  most: (row, basis) => firstTwo(row[basis].votes)[0],
  lead: leadOf,
  reported: ({ coverage }) => (coverage.units === 0 ? 0 : coverage.reported / coverage.units),
  total: (row, basis) => row[basis].totalVotes,
};

function sorted(rows: readonly LiveConstituency[], sort: string, basis: Basis): readonly LiveConstituency[] {
  const value = SORTS[sort.replace(/^-/, '')];
  if (!value) return rows;
  const way = sort.startsWith('-') ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [value(a, basis), value(b, basis)];
    return way * (typeof left === 'string' ? left.localeCompare(String(right)) : left - Number(right));
  });
}

function columnsOf(word: string, basis: Basis, tests: ReadonlyMap<string, ContestRow>): Column<LiveConstituency>[] {
  return [
    {
      key: 'name',
      header: capital(word),
      sort: 'name',
      cell: ({ constituency }) => (
        <span className="breaks">
          {constituency.name} <span className="quiet">{constituency.state}</span>
        </span>
      ),
    },
    { key: 'leading', header: 'Leading', sort: 'leading', cell: ({ leading }) => leading[basis] ?? '–' },
    {
      key: 'votes',
      header: 'Most votes',
      sort: 'most',
      numeric: true,
      cell: (row) => formatNumber(countedFigure(row[basis], firstTwo(row[basis].votes)[0])),
    },
    {
      key: 'lead',
      header: 'Lead',
      sort: 'lead',
      numeric: true,
      cell: (row) => formatNumber(countedFigure(row[basis], leadOf(row, basis))),
    },
    ...(tests.size > 0
      ? [
          {
            key: 'figures',
            header: 'Figures',
            cell: ({ constituency }: LiveConstituency) => {
              const test = tests.get(constituency.id);
              return test ? <DecidedChip decided={test.decided} /> : '–';
            },
          },
        ]
      : []),
    {
      key: 'reported',
      header: 'Reported',
      sort: 'reported',
      numeric: true,
      cell: ({ coverage }) =>
        `${formatShare(coverage.reported, coverage.units)} of ${formatCount(coverage.units, 'unit')}`,
    },
    {
      key: 'total',
      header: 'Total votes',
      sort: 'total',
      numeric: true,
      cell: (row) => formatNumber(countedFigure(row[basis], row[basis].totalVotes)),
    },
  ];
}

interface ConstituencyPanelProps extends LiveState {
  subject: LiveSubject;
  electionType: ElectionType;
}

/** One row a constituency that lies in the area as a whole: who leads, by how much, and how much has reported. */
export function ConstituencyPanel({ state, set, subject, electionType }: ConstituencyPanelProps) {
  const { data, error, refetch } = useQuery(constituenciesQuery(subject));
  const contests = useQuery({
    ...declarationQuery(subject, state.basis),
    enabled: subject.source === 'official',
  }).data?.contests;
  const tests = new Map(contests?.map((row) => [row.contest.code, row]));
  const [page, setPage] = useState(1);
  const kind = KIND_OF_ELECTION[electionType];
  if (!kind) return null;
  const { basis, leading } = state;
  const [one, many] = KIND_WORDS[kind];
  const all = data?.constituencies.filter((row) => !leading || row.leading[basis] === leading);
  const shown = all && sorted(all, state.sort, basis);
  return (
    <Panel
      flush
      title={`By ${one}`}
      note={shown && `${formatCount(shown.length, one, many)} · ${BASIS_WORD[basis]}`}
      actions={<RowChoice state={state} set={set} type={electionType} />}
    >
      <DataTable
        label={`By ${one}, ${basis} votes`}
        columns={columnsOf(one, basis, tests)}
        rows={shown?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        rowKey={({ constituency }) => constituency.id}
        error={error}
        errorTitle={`${capital(many)} could not be loaded`}
        onRetry={refetch}
        sort={state.sort}
        onSort={(sort) => {
          setPage(1);
          set({ sort });
        }}
        paging={{ page, pageSize: PAGE_SIZE, total: shown?.length ?? 0, onPage: setPage }}
        empty={
          <EmptyState title={leading ? `${leading} leads in none of them` : `No ${one} lies in this area as a whole`}>
            {!leading && 'Constituencies are imported on the page Geographical data.'}
          </EmptyState>
        }
      />
    </Panel>
  );
}
