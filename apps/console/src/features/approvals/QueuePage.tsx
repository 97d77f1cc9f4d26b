import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { NeedsWrite } from '../../components/page/MayLink.tsx';
import { Page } from '../../components/page/Page.tsx';
import { useApprovalCounts } from '../../domain/approvals/approval-counts.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { AuditTab } from './AuditTab.tsx';
import { PendingTab } from './PendingTab.tsx';
import { RequestDialogs } from './dialogs/RequestDialogs.tsx';
import { type Task, useKept } from './tasks.ts';

const PENDING = 'pending';
const AUDIT = 'audit';
const FILTERS = { tab: PENDING, q: '', type: '', priority: '', status: '', show: '', page: '1', request: '' };
const NO_FILTERS = { q: '', type: '', priority: '', status: '', show: '' };

/** Requests about people that wait for a decision, and what was decided. */
export function QueuePage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const [task, setTask] = useState<Task | null>(null);
  const kept = useKept();
  const counts = useApprovalCounts().data;
  const tab = filters.tab === AUDIT ? AUDIT : PENDING;
  // Opening and closing the details is no change of the list, which stays on its page.
  const view = (id: string) => setFilters({ request: id, page: filters.page });
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(next) => setFilters({ ...NO_FILTERS, tab: next ?? PENDING, request: '' })}
    >
      <Page
        title="Approval Queue"
        context="Requests to add, change, deactivate or delete users"
        actions={
          <Tabs.List className="swiped">
            <Tabs.Tab value={PENDING}>Pending Requests{counts && ` (${formatNumber(counts.awaitingMe)})`}</Tabs.Tab>
            <Tabs.Tab value={AUDIT}>Audit Trail</Tabs.Tab>
          </Tabs.List>
        }
      >
        <NeedsWrite module="approvals" />
        <Tabs.Panel value={PENDING} className="stack">
          <PendingTab
            filters={filters}
            onFilter={setFilters}
            onView={(request: ApprovalRequest) => view(request.id)}
            onTask={setTask}
            kept={kept}
          />
        </Tabs.Panel>
        <Tabs.Panel value={AUDIT} className="stack">
          <AuditTab filters={filters} onFilter={setFilters} onView={view} />
        </Tabs.Panel>
        <RequestDialogs viewing={filters.request} onView={view} task={task} onTask={setTask} kept={kept} />
      </Page>
    </Tabs>
  );
}
