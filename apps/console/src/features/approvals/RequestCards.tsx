import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DataTableFoot } from '../../components/list/DataTable.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { approvalsQuery, type ListFilters } from './api.ts';
import { PAGE_SIZE, pageNumber, useExistingPage } from '../../lib/hooks/paging.ts';
import { RequestCard } from './RequestCard.tsx';
import type { Task } from './tasks.ts';

interface RequestCardsProps {
  filters: ListFilters;
  /** True for the tab of what waits for a decision. */
  pending: boolean;
  /** True while search or filters leave some out. */
  narrowed: boolean;
  page: string;
  onPage: (page: number) => void;
  onView: (request: ApprovalRequest) => void;
  onTask: (task: Task) => void;
}

function emptyText(pending: boolean, narrowed: boolean): string {
  if (narrowed) return 'No request fits these filters.';
  return pending ? 'No pending approval requests at the moment.' : 'There is nothing here yet.';
}

/** One tab of requests as cards that open in place. */
export function RequestCards(props: RequestCardsProps) {
  const { filters, pending, narrowed, onPage, onView, onTask } = props;
  const page = pageNumber(props.page);
  const list = useQuery(approvalsQuery({ ...filters, page }));
  const requests = list.data?.requests;
  const total = list.data?.total ?? 0;
  useExistingPage(requests && { shown: requests.length, total }, page, onPage);
  if (list.error && !requests) {
    return (
      <Panel>
        <ErrorView title="Failed to load approval requests" error={list.error} onRetry={list.refetch} />
      </Panel>
    );
  }
  if (!requests) {
    return (
      <div role="status" aria-label="Loading requests" className="stack gap-10">
        {Array.from({ length: 4 }, (_, card) => (
          <Skeleton key={card} height={96} />
        ))}
      </div>
    );
  }
  if (requests.length === 0) {
    return (
      <Panel>
        <EmptyState title="No requests found">{emptyText(pending, narrowed)}</EmptyState>
      </Panel>
    );
  }
  return (
    <>
      <FormerRows former={list.isPlaceholderData}>
        <ul className="stack gap-10" aria-label="Approval requests">
          {requests.map((request) => (
            <li key={request.id}>
              <RequestCard request={request} onView={onView} onTask={onTask} />
            </li>
          ))}
        </ul>
      </FormerRows>
      <DataTableFoot shown={requests.length} paging={{ page, pageSize: PAGE_SIZE, total, onPage }} />
    </>
  );
}
