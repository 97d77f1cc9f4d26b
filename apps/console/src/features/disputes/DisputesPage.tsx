import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormerRows } from '../../components/list/FormerRows.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { usePaging } from '../../lib/hooks/paging.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { disputesQuery } from './api.ts';
import { DisputeFilterBar } from './DisputeFilterBar.tsx';
import { DisputeTable } from './DisputeTable.tsx';
import styles from './disputes.module.css';
import { FILTERS, statusOf } from './filters.ts';
import { NoDisputes } from './NoDisputes.tsx';
import { useDisputeNews } from './use-dispute-news.ts';

/** The contested results of the reader's area: what is open, who has it, and what became of the others. */
export function DisputesPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const list = useQuery(disputesQuery(filters));
  useDisputeNews();
  const paging = usePaging(filters, setFilters, list.data?.disputes, list.data?.total);
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
            <FormerRows former={list.isPlaceholderData}>
              <DisputeTable
                disputes={list.data?.disputes}
                error={list.error}
                onRetry={list.refetch}
                empty={list.data && <NoDisputes filters={filters} counts={list.data.counts} onFilter={setFilters} />}
                paging={paging}
              />
            </FormerRows>
          </Panel>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
