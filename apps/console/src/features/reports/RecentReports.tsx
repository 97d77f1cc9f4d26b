import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { usePaging } from '../../lib/hooks/paging.ts';
import { reportsQuery } from './api.ts';
import {
  isNarrowed,
  NOTHING_NARROWED,
  type ReportFilters,
  STATUS_CHOICES,
  TEMPLATE_CHOICES,
  WHOSE_CHOICES,
} from './labels.ts';
import { ReportTable } from './ReportTable.tsx';

interface RecentReportsProps {
  filters: ReportFilters;
  onFilter: (change: Partial<ReportFilters>) => void;
}

const CHOICES = [
  { key: 'template', label: 'Template', data: TEMPLATE_CHOICES },
  { key: 'status', label: 'Status', data: STATUS_CHOICES },
  { key: 'whose', label: 'Whose', data: WHOSE_CHOICES },
];

/** The reports that the reader may see, newest first, kept current while any is made. */
export function RecentReports({ filters, onFilter }: RecentReportsProps) {
  const list = useQuery(reportsQuery(filters));
  const paging = usePaging(filters, onFilter, list.data?.reports, list.data?.total);
  const empty = isNarrowed(filters) ? (
    <EmptyState
      title="No report fits these filters."
      action={
        <Button variant="default" onClick={() => onFilter(NOTHING_NARROWED)}>
          Show all reports
        </Button>
      }
    />
  ) : (
    <EmptyState title="No reports yet">
      Choose a report above, fill in what it asks and press Generate Report. It appears here immediately.
    </EmptyState>
  );
  return (
    <Panel title="Recent Reports" flush>
      <FilterBar
        inPanel
        label="Recent Reports"
        placeholder="Title or name"
        filters={filters}
        whole={NOTHING_NARROWED}
        onChange={onFilter}
        choices={CHOICES}
      />
      <FormerRows former={list.isPlaceholderData}>
        <ReportTable
          reports={list.data?.reports}
          error={list.error}
          onRetry={list.refetch}
          empty={empty}
          paging={paging}
        />
      </FormerRows>
    </Panel>
  );
}
