import type { GeneratedReport } from '@ec/contract/reports';
import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DataTableFoot, type Paging } from '../../components/DataTableFoot.tsx';
import { ErrorView } from '../../components/ErrorView.tsx';
import { ReportActions } from './ReportActions.tsx';
import { AskedBy, ReportName, ReportState, Scope, When } from './ReportParts.tsx';
import styles from './reports.module.css';

const ERROR_TITLE = 'Recent reports could not be loaded';

const COLUMNS: readonly Column<GeneratedReport>[] = [
  { key: 'report', header: 'Report', cell: (report) => <ReportName report={report} /> },
  { key: 'scope', header: 'Scope', cell: (report) => <Scope report={report} /> },
  { key: 'by', header: 'Asked by', cell: (report) => <AskedBy report={report} /> },
  { key: 'when', header: 'When', cell: (report) => <When report={report} /> },
  { key: 'status', header: 'Status', cell: (report) => <ReportState report={report} /> },
  { key: 'actions', header: 'Actions', cell: (report) => <ReportActions report={report} /> },
];

interface ReportTableProps {
  reports: readonly GeneratedReport[] | undefined;
  error: unknown;
  onRetry: () => unknown;
  empty: ReactNode;
  paging: Paging;
}

/** One card a report: six columns do not fit a phone. */
function Cards({ reports }: { reports: readonly GeneratedReport[] }) {
  return (
    <ul className={styles.cards} aria-label="Recent Reports">
      {reports.map((report) => (
        <li key={report.id} className={styles.card}>
          <ReportName report={report} />
          <ReportState report={report} />
          <dl className={styles.facts}>
            <dt>Scope</dt>
            <dd>
              <Scope report={report} />
            </dd>
            <dt>Asked by</dt>
            <dd>
              <AskedBy report={report} />
            </dd>
            <dt>When</dt>
            <dd>
              <When report={report} />
            </dd>
          </dl>
          <ReportActions report={report} />
        </li>
      ))}
    </ul>
  );
}

/** The reports of the page: rows, or cards where there is little room. */
export function ReportTable({ reports, error, onRetry, empty, paging }: ReportTableProps) {
  const small = useMediaQuery('(max-width: 74.99em)', undefined, { getInitialValueInEffect: false });
  if (!small) {
    return (
      <DataTable
        label="Recent Reports"
        columns={COLUMNS}
        rows={reports}
        rowKey={({ id }) => id}
        error={error}
        errorTitle={ERROR_TITLE}
        onRetry={onRetry}
        empty={empty}
        paging={paging}
      />
    );
  }
  if (!reports) {
    return error ? (
      <ErrorView title={ERROR_TITLE} error={error} onRetry={onRetry} />
    ) : (
      <div className={styles.loading} role="status" aria-label="Loading reports">
        {Array.from({ length: 4 }, (_, card) => (
          <Skeleton key={card} height={150} />
        ))}
      </div>
    );
  }
  if (reports.length === 0) return empty;
  return (
    <>
      <Cards reports={reports} />
      <DataTableFoot shown={reports.length} paging={paging} />
    </>
  );
}
