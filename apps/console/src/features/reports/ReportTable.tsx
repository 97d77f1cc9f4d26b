import type { GeneratedReport } from '@ec/contract/reports/schemas';
import type { ReactNode } from 'react';
import type { Column } from '../../components/list/DataTable.tsx';
import { type CardParts, ListOrCards } from '../../components/list/ListOrCards.tsx';
import type { Paging } from '../../lib/hooks/paging.ts';
import { ReportActions } from './ReportActions.tsx';
import { AskedBy, ReportName, ReportState, Scope, When } from './ReportParts.tsx';

const COLUMNS: [Column<GeneratedReport>, ...Column<GeneratedReport>[]] = [
  { key: 'report', header: 'Report', cell: (report) => <ReportName report={report} /> },
  { key: 'scope', header: 'Scope', cell: (report) => <Scope report={report} /> },
  { key: 'by', header: 'Asked by', cell: (report) => <AskedBy report={report} /> },
  { key: 'when', header: 'When', cell: (report) => <When report={report} /> },
  { key: 'status', header: 'Status', cell: (report) => <ReportState report={report} /> },
  { key: 'actions', header: 'Actions', cell: (report) => <ReportActions report={report} /> },
];

const cardOf = (report: GeneratedReport): CardParts => ({
  head: <ReportName report={report} />,
  body: <ReportState report={report} />,
  facts: [
    { label: 'Scope', value: <Scope report={report} /> },
    { label: 'Asked by', value: <AskedBy report={report} /> },
    { label: 'When', value: <When report={report} /> },
  ],
  foot: <ReportActions report={report} />,
});

interface ReportTableProps {
  reports: readonly GeneratedReport[] | undefined;
  error: unknown;
  onRetry: () => unknown;
  empty: ReactNode;
  paging: Paging;
}

/** The reports of the page. */
export function ReportTable({ reports, ...list }: ReportTableProps) {
  return (
    <ListOrCards
      label="Recent Reports"
      columns={COLUMNS}
      card={cardOf}
      cardsBelow="xl"
      rows={reports}
      rowKey={({ id }) => id}
      errorTitle="Recent reports could not be loaded"
      {...list}
    />
  );
}
