import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FilterSelect } from '../../components/list/FilterSelect.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { ElectionFilter, useElectionChip } from '../../domain/elections/ElectionFilter.tsx';
import { PlacePicker, usePlaceChip } from '../../domain/places/PlacePicker.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { usePaging } from '../../lib/hooks/paging.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { disputesQuery, useDisputeNews } from './api.ts';
import { DisputeTable } from './DisputeTable.tsx';
import {
  type DisputeFilters,
  FILTERS,
  NOTHING_NARROWED,
  SORT_CHOICES,
  SOURCE_CHOICES,
  statusOf,
  WHOSE_CHOICES,
} from './filters.ts';
import { NoDisputes } from './NoDisputes.tsx';

/** The contested results of the reader's area: what is open, who has it, and what became of the others. */
export function DisputesPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const list = useQuery(disputesQuery(filters));
  useDisputeNews();
  const paging = usePaging(filters, setFilters, list.data?.disputes, list.data?.total);
  const count = (status: 'open' | 'resolved') => list.data && ` (${formatNumber(list.data.counts[status])})`;
  const status = statusOf(filters);
  return (
    <Tabs value={status} keepMounted={false} onChange={(next) => setFilters({ status: next ?? FILTERS.status })}>
      <Page
        title="Disputes"
        context="Contested results of your area, and what became of them"
        actions={
          <Tabs.List aria-label="Disputes by state">
            <Tabs.Tab value="open">Open{count('open')}</Tabs.Tab>
            <Tabs.Tab value="resolved">Resolved{count('resolved')}</Tabs.Tab>
          </Tabs.List>
        }
      >
        <DisputeFilterBar filters={filters} onChange={setFilters} />
        <Tabs.Panel value={status}>
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
      </Page>
    </Tabs>
  );
}

interface DisputeFilterBarProps {
  filters: DisputeFilters;
  onChange: (change: Partial<DisputeFilters>) => void;
}

const CHOICES = [
  { key: 'whose', label: 'Whose', data: WHOSE_CHOICES },
  { key: 'source', label: 'Source', data: SOURCE_CHOICES },
];

/** What the list is narrowed to, and its order. */
function DisputeFilterBar({ filters, onChange }: DisputeFilterBarProps) {
  return (
    <FilterBar
      label="Disputes"
      placeholder="Unit name or code"
      filters={filters}
      whole={NOTHING_NARROWED}
      onChange={onChange}
      choices={CHOICES}
      chips={{ area: usePlaceChip(filters.area), election: useElectionChip(filters.election) }}
    >
      <ElectionFilter value={filters.election} onChange={(election) => onChange({ election })} />
      <PlacePicker depth="ward" value={filters.area} onChange={(area) => onChange({ area })} />
      <FilterSelect label="Order" data={SORT_CHOICES} value={filters.sort} onChange={(sort) => onChange({ sort })} />
    </FilterBar>
  );
}
