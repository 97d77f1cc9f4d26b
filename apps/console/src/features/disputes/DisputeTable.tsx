import type { Dispute, DisputeList } from '@ec/contract/disputes';
import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DataTableFoot, type Paging } from '../../components/DataTableFoot.tsx';
import { ErrorView } from '../../components/ErrorView.tsx';
import { StatusChip } from '../../components/StatusChip.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { PAGE_SIZE } from '../../lib/paging.ts';
import { Assignee, Election, RaisedBy, Reason, Unit } from './DisputeParts.tsx';
import styles from './disputes.module.css';
import { type DisputeFilters, pageOf } from './filters.ts';
import { disputeState } from './labels.ts';
import { NoDisputes } from './NoDisputes.tsx';

const ERROR_TITLE = 'The disputes could not be loaded';

interface DisputeTableProps {
  list: DisputeList | undefined;
  error: unknown;
  onRetry: () => unknown;
  filters: DisputeFilters;
  onFilter: (change: Partial<DisputeFilters>) => void;
}

const COLUMNS: Column<Dispute>[] = [
  { key: 'unit', header: 'Polling unit', cell: (dispute) => <Unit dispute={dispute} /> },
  { key: 'election', header: 'Election', cell: (dispute) => <Election dispute={dispute} /> },
  { key: 'reason', header: 'Reason', cell: (dispute) => <Reason dispute={dispute} /> },
  { key: 'raised', header: 'Raised', cell: (dispute) => <RaisedBy dispute={dispute} /> },
  { key: 'assignee', header: 'Assignee', cell: (dispute) => <Assignee dispute={dispute} /> },
  {
    key: 'state',
    header: 'State',
    cell: (dispute) => (
      <div className={styles.state}>
        <StatusChip {...disputeState(dispute)} />
        <div className={styles.quiet}>
          Changed <TimeText moment={dispute.updatedAt} />
        </div>
      </div>
    ),
  },
];

/** One card a dispute: six columns do not fit a phone. The whole card leads to it. */
function Cards({ disputes }: { disputes: readonly Dispute[] }) {
  return (
    <ul className={styles.cards} aria-label="Disputes">
      {disputes.map((dispute) => (
        <li key={dispute.id} className={styles.card}>
          <div className={styles.cardHead}>
            <Unit dispute={dispute} />
            <StatusChip {...disputeState(dispute)} />
          </div>
          <Reason dispute={dispute} />
          <dl className={styles.facts}>
            <dt>Election</dt>
            <dd>
              <Election dispute={dispute} />
            </dd>
            <dt>Raised</dt>
            <dd>
              <RaisedBy dispute={dispute} />
            </dd>
            <dt>Assignee</dt>
            <dd>
              <Assignee dispute={dispute} />
            </dd>
            <dt>Last change</dt>
            <dd>
              <TimeText moment={dispute.updatedAt} />
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  );
}

function LoadingCards() {
  return (
    <div role="status" aria-label="Loading disputes" className={styles.loading}>
      {Array.from({ length: 4 }, (_, card) => (
        <Skeleton key={card} height={150} />
      ))}
    </div>
  );
}

/** The disputes of the page, each with the way to it. */
export function DisputeTable({ list, error, onRetry, filters, onFilter }: DisputeTableProps) {
  const small = useMediaQuery('(max-width: 61.99em)', undefined, { getInitialValueInEffect: false });
  const paging: Paging = {
    page: pageOf(filters),
    pageSize: PAGE_SIZE,
    total: list?.total ?? 0,
    onPage: (page) => onFilter({ page: String(page) }),
  };
  const empty = list && <NoDisputes filters={filters} counts={list.counts} onFilter={onFilter} />;
  if (small) {
    if (!list) return error ? <ErrorView title={ERROR_TITLE} error={error} onRetry={onRetry} /> : <LoadingCards />;
    if (list.disputes.length === 0) return empty;
    return (
      <>
        <Cards disputes={list.disputes} />
        <DataTableFoot shown={list.disputes.length} paging={paging} />
      </>
    );
  }
  return (
    <DataTable
      label="Disputes"
      columns={COLUMNS}
      rows={list?.disputes}
      rowKey={({ id }) => id}
      error={error}
      errorTitle={ERROR_TITLE}
      onRetry={onRetry}
      empty={empty}
      paging={paging}
    />
  );
}
