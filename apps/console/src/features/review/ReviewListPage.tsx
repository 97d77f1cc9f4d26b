import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LocationType } from '@ec/contract/geography/location-id';
import type { ReviewList } from '@ec/contract/results/schemas';
import { DataTableFoot } from '../../components/list/DataTableFoot.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { FormerRows } from '../../components/list/FormerRows.tsx';
import { LoadingRows } from '../../components/list/LoadingRows.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatDay } from '../../lib/format/format.ts';
import { resultElectionsQuery } from '../../domain/elections/result-elections.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useInSteps } from '../../lib/hooks/use-in-steps.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { PAGE_SIZE, reviewQuery } from './api.ts';
import { ALL, FILTERS, isNarrowed, NOTHING_NARROWED, parametersOf, type ReviewListFilters, tabOf } from './filters.ts';
import { ReviewFilters } from './ReviewFilters.tsx';
import { StateTabs } from '../../components/list/StateTabs.tsx';
import styles from './review.module.css';
import { UNIT_TABS } from './states.ts';
import { UnitRow } from './UnitRow.tsx';
import { useResultNews } from './use-result-news.ts';

const TITLE = 'Result review';

function Tabs({
  list,
  status,
  onStatus,
}: {
  list: ReviewList | undefined;
  status: string;
  onStatus: (s: string) => void;
}) {
  const counts = list?.counts;
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const tabs = [
    ...UNIT_TABS.map((tab) => ({ value: tab.status as string, label: tab.label, count: counts?.[tab.status] })),
    { value: ALL, label: 'All units', count: all },
  ];
  return <StateTabs label="Units by state" className={styles.tabs} tabs={tabs} value={status} onChange={onStatus} />;
}

/** The units a reviewer watches over: what waits, what is odd, who has not reported and how to reach them. */
export function ReviewListPage() {
  const { user } = useCurrentMe();
  const [filters, setFilters] = useUrlState(FILTERS);
  const elections = useQuery(resultElectionsQuery);
  const election = elections.data?.find(({ id }) => id === filters.election) ?? elections.data?.[0];
  const parameters = parametersOf(filters, election?.id ?? '');
  const list = useQuery(reviewQuery(parameters));
  useResultNews();
  const units = useInSteps(list.data);

  const scope = user.scope;
  const context =
    election && `${election.name} · ${scope?.name ?? 'Not assigned'} · ${formatDay(election.electionDate)}`;
  if (elections.error && !elections.data) {
    return (
      <Page title={TITLE}>
        <Panel>
          <ErrorView title="The elections could not be loaded" error={elections.error} onRetry={elections.refetch} />
        </Panel>
      </Page>
    );
  }
  if (elections.data && !election) {
    return (
      <Page title={TITLE}>
        <Panel>
          <EmptyState title="There is no election with results in your area yet.">
            Units appear here once an election that covers your area is live.
          </EmptyState>
        </Panel>
      </Page>
    );
  }
  return (
    <Page title={TITLE} context={context} contextComes={2}>
      <ReviewFilters
        filters={filters}
        elections={elections.data ?? []}
        election={election?.id ?? ''}
        onChange={setFilters}
      />
      <Tabs list={list.data} status={tabOf(filters)} onStatus={(status) => setFilters({ status })} />
      <Panel flush>
        <FormerRows former={list.isPlaceholderData}>
          <Units
            list={units}
            error={list.error}
            onRetry={list.refetch}
            filters={filters}
            within={scope?.type ?? 'national'}
            own={scope?.code}
            page={parameters.page}
            onFilter={setFilters}
          />
        </FormerRows>
      </Panel>
    </Page>
  );
}

interface UnitsProps {
  list: ReviewList | undefined;
  error: unknown;
  onRetry: () => unknown;
  filters: ReviewListFilters;
  within: LocationType;
  /** Code of the reader's own area, which narrows nothing. */
  own: string | undefined;
  page: number;
  onFilter: (change: Partial<ReviewListFilters>) => void;
}

function Units({ list, error, onRetry, filters, within, own, page, onFilter }: UnitsProps) {
  if (!list) {
    if (error) return <ErrorView title="The units could not be loaded" error={error} onRetry={onRetry} />;
    return <LoadingRows label="Loading units" height={44} />;
  }
  if (list.units.length === 0) {
    const narrowed = isNarrowed(filters, own);
    return (
      <EmptyState
        title={
          tabOf(filters) === 'submitted' && !narrowed ? 'Nothing waits for review.' : 'No unit fits these filters.'
        }
        action={
          narrowed ? (
            <Button variant="default" onClick={() => onFilter({ ...NOTHING_NARROWED, status: ALL })}>
              Show all units
            </Button>
          ) : (
            <Button variant="default" onClick={() => onFilter({ status: list.counts.pending > 0 ? 'pending' : ALL })}>
              {list.counts.pending > 0 ? 'See who has not reported' : 'Show all units'}
            </Button>
          )
        }
      />
    );
  }
  return (
    <>
      <ul aria-label="Polling units">
        {list.units.map((unit) => (
          <UnitRow key={unit.pollingUnitId} unit={unit} within={within} />
        ))}
      </ul>
      <DataTableFoot
        shown={list.units.length}
        paging={{ page, pageSize: PAGE_SIZE, total: list.total, onPage: (next) => onFilter({ page: String(next) }) }}
      />
    </>
  );
}
