import { Badge, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Figure, Figures } from '../../components/figure/Figure.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { useApprovalCounts } from '../../domain/approvals/approval-counts.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { isFilteredFrom, known, useUrlState } from '../../lib/hooks/use-url-state.ts';
import { approvalsQuery } from './api.ts';
import styles from './approvals.module.css';
import { PRIORITY_CHOICES, STATUS_CHOICES } from './labels.ts';
import { RequestCards } from './RequestCards.tsx';
import { RequestDialogs } from './dialogs/RequestDialogs.tsx';
import { type Task, useKept } from './tasks.ts';

const TABS = {
  pending: { label: 'Pending Approval', status: 'PENDING' },
  mine: { label: 'My Requests', status: null },
  approved: { label: 'Approved', status: 'APPROVED' },
  rejected: { label: 'Rejected', status: 'REJECTED' },
} as const;
type TabId = keyof typeof TABS;
const TAB_IDS = Object.keys(TABS) as TabId[];
const FILTERS = { tab: 'pending', q: '', status: '', priority: '', page: '1', request: '' };

/** Hours with one decimal; a dash while nothing has been decided. */
const hours = (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : `${value.toFixed(1)} h`;

export function ApprovalPanel() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const [task, setTask] = useState<Task | null>(null);
  const kept = useKept();
  const figures = useApprovalCounts();
  const counts = figures.data;
  const own = useQuery(approvalsQuery({ mine: true, pageSize: 1 })).data?.total;
  const tab = TAB_IDS.find((id) => id === filters.tab) ?? 'pending';
  const fixed = TABS[tab].status;
  const shown = {
    status: fixed ?? known(STATUS_CHOICES, filters.status),
    priority: known(PRIORITY_CHOICES, filters.priority),
    q: filters.q,
  };
  const whole = { q: '', priority: '', ...(!fixed && { status: '' }) };
  const totals: Record<TabId, number | undefined> = {
    pending: counts?.pendingRequests,
    mine: own,
    approved: counts?.approvedRequests,
    rejected: counts?.rejectedRequests,
  };
  const view = (id: string) => setFilters({ request: id, page: filters.page });
  return (
    <>
      {figures.error && !counts && (
        <Panel>
          <ErrorView title="The statistics could not be loaded" error={figures.error} onRetry={figures.refetch} />
        </Panel>
      )}
      <Figures>
        <Figure label="Pending" value={counts?.pendingRequests} />
        <Figure label="Approved" value={counts?.approvedRequests} />
        <Figure label="Rejected" value={counts?.rejectedRequests} />
        <Figure label="Avg. Time" value={hours(counts?.averageApprovalTime)} note="from request to decision" />
      </Figures>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => setFilters({ tab: next ?? 'pending', q: '', status: '', priority: '', request: '' })}
      >
        <Tabs.List className={styles.tabs ?? ''}>
          {TAB_IDS.map((id) => (
            <Tabs.Tab
              key={id}
              value={id}
              rightSection={
                totals[id] !== undefined && (
                  <Badge variant="default" size="sm" circle={false}>
                    {formatNumber(totals[id])}
                  </Badge>
                )
              }
            >
              {TABS[id].label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel key={tab} value={tab} className="stack">
          <FilterBar
            label={TABS[tab].label}
            placeholder="Name or phone"
            filters={shown}
            whole={whole}
            onChange={setFilters}
            choices={[
              {
                key: 'status',
                label: 'Status',
                data: STATUS_CHOICES,
                fixed: fixed ? 'This tab shows one status' : undefined,
              },
              { key: 'priority', label: 'Priority', data: PRIORITY_CHOICES },
            ]}
          />
          <RequestCards
            pending={tab === 'pending'}
            filters={{ ...shown, ...(tab === 'mine' && { mine: true }) }}
            narrowed={isFilteredFrom(shown, whole)}
            page={filters.page}
            onPage={(page) => setFilters({ page: String(page) })}
            onView={(request) => view(request.id)}
            onTask={setTask}
          />
        </Tabs.Panel>
      </Tabs>
      <RequestDialogs viewing={filters.request} onView={view} task={task} onTask={setTask} kept={kept} />
    </>
  );
}
