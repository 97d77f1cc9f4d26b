import type { Basis } from '@ec/contract/base/common';
import { KIND_OF_ELECTION, KIND_WORDS } from '@ec/contract/constituencies/kinds';
import type { ElectionType } from '@ec/contract/elections/schemas';
import type { ContestRow } from '@ec/contract/elections/declaration';
import { countedFigure } from '@ec/contract/live/counted';
import type { LiveConstituency } from '@ec/contract/live/schemas';
import { leadOf, validVotes } from '@ec/contract/results/sheet';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, DataTable } from '../../components/list/DataTable.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { DecidedChip } from '../../domain/declaration/DeclarationPanel.tsx';
import { BASIS_WORD, capital } from '../../domain/results/labels.ts';
import { formatCount, formatNumber, formatShare } from '../../lib/format/format.ts';
import { PAGE_SIZE, useExistingPage } from '../../lib/hooks/paging.ts';
import { RowChoice } from './AreaPanel.tsx';
import { constituenciesQuery, declarationQuery, type LiveSubject } from './api.ts';
import type { LiveState } from './live-state.ts';

/** What the columns are of: a basis, and one party or all. */
type Shown = Pick<LiveState['state'], 'basis' | 'party'>;

/** Votes of the strongest party. */
const mostOf = (row: LiveConstituency, basis: Basis): number => leadOf(row[basis].votes).first?.votes ?? 0;
const validOf = (row: LiveConstituency, basis: Basis): number => validVotes(row[basis].votes);
const votesOf = (row: LiveConstituency, { basis, party }: Shown): number => row[basis].votes[party] ?? 0;

const SORTS: Record<string, (row: LiveConstituency, shown: Shown) => string | number> = {
  name: ({ constituency }) => constituency.name,
  leading: ({ leading }, { basis }) => leading[basis] ?? '',
  most: (row, { basis }) => mostOf(row, basis),
  lead: (row, { basis }) => leadOf(row[basis].votes).lead,
  votes: votesOf,
  share: (row, shown) => votesOf(row, shown) / Math.max(1, validOf(row, shown.basis)),
  reported: ({ coverage }) => (coverage.units === 0 ? 0 : coverage.reported / coverage.units),
  total: (row, { basis }) => row[basis].totalVotes,
};

function sorted(rows: readonly LiveConstituency[], sort: string, shown: Shown): readonly LiveConstituency[] {
  const value = SORTS[sort.replace(/^-/, '')];
  if (!value) return rows;
  const way = sort.startsWith('-') ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [value(a, shown), value(b, shown)];
    return way * (typeof left === 'string' ? left.localeCompare(String(right)) : left - Number(right));
  });
}

/** Who leads and by how much; with a party chosen its votes and share alone, as the page says above. */
function figureColumns({ basis, party }: Shown): Column<LiveConstituency>[] {
  if (party !== '') {
    return [
      {
        key: 'votes',
        header: party,
        sort: 'votes',
        numeric: true,
        cell: (row) => formatNumber(countedFigure(row[basis], votesOf(row, { basis, party }))),
      },
      {
        key: 'share',
        header: 'Share of valid votes',
        sort: 'share',
        numeric: true,
        cell: (row) => formatShare(votesOf(row, { basis, party }), validOf(row, basis)),
      },
    ];
  }
  return [
    { key: 'leading', header: 'Leading', sort: 'leading', cell: ({ leading }) => leading[basis] ?? '–' },
    {
      key: 'votes',
      header: 'Most votes',
      sort: 'most',
      numeric: true,
      cell: (row) => formatNumber(countedFigure(row[basis], mostOf(row, basis))),
    },
    {
      key: 'lead',
      header: 'Lead',
      sort: 'lead',
      numeric: true,
      cell: (row) => formatNumber(countedFigure(row[basis], leadOf(row[basis].votes).lead)),
    },
  ];
}

function columnsOf(word: string, shown: Shown, tests: ReadonlyMap<string, ContestRow>): Column<LiveConstituency>[] {
  const { basis, party } = shown;
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
    ...figureColumns(shown),
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
    ...(party === ''
      ? [
          {
            key: 'total',
            header: 'Total votes',
            sort: 'total',
            numeric: true,
            cell: (row: LiveConstituency) => formatNumber(countedFigure(row[basis], row[basis].totalVotes)),
          },
        ]
      : []),
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
  const { basis, leading, party } = state;
  const all = data?.constituencies.filter((row) => !leading || row.leading[basis] === leading);
  const shown = all && sorted(all, state.sort, state);
  const rows = shown?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  // Filters and new figures shorten the list.
  useExistingPage(rows && shown && { shown: rows.length, total: shown.length }, page, setPage);
  if (!kind) return null;
  const [one, many] = KIND_WORDS[kind];
  return (
    <Panel
      flush
      title={`By ${one}`}
      note={shown && `${formatCount(shown.length, one, many)} · ${BASIS_WORD[basis]}`}
      actions={<RowChoice state={state} set={set} type={electionType} />}
    >
      <DataTable
        label={`By ${one}, ${basis} votes${party && ` of ${party}`}`}
        columns={columnsOf(one, state, tests)}
        rows={rows}
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
