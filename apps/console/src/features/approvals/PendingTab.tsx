import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { TickBar, useTicks } from '../../components/list/Ticks.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { isFilteredFrom, known } from '../../lib/hooks/use-url-state.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { approvalsQuery } from './api.ts';
import { BulkDialog } from './dialogs/BulkDialog.tsx';
import { PRIORITY_CHOICES, TYPE_CHOICES } from './labels.ts';
import { pageNumber, usePaging } from '../../lib/hooks/paging.ts';
import { mayActInBulk, mayTick, RequestTable } from './RequestTable.tsx';
import type { Kept, Task } from './tasks.ts';

const SHOW_CHOICES = [
  { value: '', label: 'All pending' },
  { value: 'decide', label: 'Mine to decide' },
  { value: 'own', label: 'My requests' },
];

const WHOLE = { q: '', type: '', priority: '', show: '' };
const CHOICES = [
  { key: 'type', label: 'Type', data: TYPE_CHOICES },
  { key: 'priority', label: 'Priority', data: PRIORITY_CHOICES },
  { key: 'show', label: 'Show', data: SHOW_CHOICES },
];

interface PendingTabProps {
  filters: typeof WHOLE & { page: string };
  onFilter: (change: Record<string, string>) => void;
  onView: (request: ApprovalRequest) => void;
  onTask: (task: Task) => void;
  kept: Kept;
}

/** What waits for a decision. */
export function PendingTab({ filters, onFilter, onView, onTask, kept }: PendingTabProps) {
  const { user } = useCurrentMe();
  const { q, type, priority, show } = filters;
  const page = pageNumber(filters.page);
  const shown = {
    status: 'PENDING',
    q,
    type: known(TYPE_CHOICES, type),
    priority: known(PRIORITY_CHOICES, priority),
    page,
    ...(show === 'decide' && { decidable: true }),
    ...(show === 'own' && { mine: true }),
  };
  const list = useQuery(approvalsQuery(shown));
  const requests = list.data?.requests;
  const ticks = useTicks(requests ?? [], JSON.stringify(shown), mayTick);
  const [bulk, setBulk] = useState<readonly ApprovalRequest[] | null>(null);
  const paging = usePaging(filters, onFilter, requests, list.data?.total);

  return (
    <>
      <FilterBar
        label="Pending requests"
        placeholder="Name or phone"
        filters={filters}
        whole={WHOLE}
        onChange={onFilter}
        choices={CHOICES}
      />
      <Panel flush>
        <FormerRows former={list.isPlaceholderData}>
          <RequestTable
            requests={requests}
            ticks={mayActInBulk(user.role) ? ticks : null}
            onView={onView}
            onTask={onTask}
            error={list.error}
            onRetry={list.refetch}
            empty={
              <EmptyState title="No requests found">
                {isFilteredFrom(filters, WHOLE)
                  ? 'No pending request fits these filters.'
                  : 'No pending approval requests at the moment.'}
              </EmptyState>
            }
            paging={paging}
          />
        </FormerRows>
      </Panel>
      {mayActInBulk(user.role) && ticks.some && (
        <TickBar label="Selected requests">
          <span role="status">{formatCount(ticks.ticked.length, 'request')} selected</span>
          <Button variant="default" onClick={() => ticks.set([])}>
            Clear selection
          </Button>
          <Button onClick={() => setBulk(ticks.ticked)}>Bulk Actions</Button>
        </TickBar>
      )}
      {bulk && <BulkDialog requests={bulk} kept={kept} onDone={ticks.set} onClose={() => setBulk(null)} />}
    </>
  );
}
