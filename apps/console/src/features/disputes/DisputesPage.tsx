import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useExistingPage } from '../../lib/paging.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { disputesQuery } from './api.ts';
import { DisputeFilterBar } from './DisputeFilterBar.tsx';
import { DisputeTable } from './DisputeTable.tsx';
import styles from './disputes.module.css';
import { FILTERS, pageOf, statusOf } from './filters.ts';
import { useDisputeNews } from './use-dispute-news.ts';

/** The contested results of the reader's area: what is open, who has it, and what became of the others. */
export function DisputesPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const list = useQuery(disputesQuery(filters));
  useDisputeNews();
  const page = pageOf(filters);
  useExistingPage(list.data && { shown: list.data.disputes.length, total: list.data.total }, page, (next) =>
    setFilters({ page: String(next) }),
  );
  const count = (status: 'open' | 'resolved') => list.data && ` (${formatNumber(list.data.counts[status])})`;
  const status = statusOf(filters);
  return (
    <Page title="Disputes" context="Contested results of your area, and what became of them">
      <DisputeFilterBar filters={filters} onChange={setFilters} />
      <Tabs value={status} keepMounted={false} onChange={(next) => setFilters({ status: next ?? FILTERS.status })}>
        <Tabs.List className={styles.tabs ?? ''} aria-label="Disputes by state">
          <Tabs.Tab value="open">Open{count('open')}</Tabs.Tab>
          <Tabs.Tab value="resolved">Resolved{count('resolved')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={status} className={styles.tabPanel ?? ''}>
          <Panel flush>
            <div className={list.isPlaceholderData ? styles.former : undefined} aria-busy={list.isPlaceholderData}>
              <DisputeTable
                list={list.data}
                error={list.error}
                onRetry={list.refetch}
                filters={filters}
                onFilter={setFilters}
              />
            </div>
          </Panel>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
