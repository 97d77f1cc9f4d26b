import { Button, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LocationType } from '@ec/contract/location-id';
import type { ReviewList } from '@ec/contract/results';
import { DataTableFoot } from '../../components/DataTableFoot.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorView } from '../../components/ErrorView.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { resultElectionsQuery } from '../../lib/result-elections.ts';
import { useCurrentMe } from '../../lib/session.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { AreaFilter } from './AreaFilter.tsx';
import { PAGE_SIZE, reviewQuery } from './api.ts';
import styles from './review.module.css';
import { UNIT_TABS } from './states.ts';
import { UnitRow } from './UnitRow.tsx';
import { useResultNews } from './use-result-news.ts';

const FILTERS = { election: '', source: 'official', status: 'submitted', area: '', flagged: '', q: '', page: '1' };
const ALL = 'all';
const FLAGGED = 'true';
const TITLE = 'Result review';

/** The search box: the address follows once the person pauses. */
function Search({ value, onChange }: { value: string; onChange: (q: string) => void }) {
  const [text, setText] = useState(value);
  const [settled] = useDebouncedValue(text, 300);
  useEffect(() => {
    if (settled.trim() !== value) onChange(settled.trim());
  }, [settled, value, onChange]);
  return (
    <label className={styles.field}>
      Search
      <input
        type="search"
        className={styles.search}
        placeholder="Unit name or code"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </label>
  );
}

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
  return (
    <div className={styles.tabs} role="group" aria-label="Units by state">
      {tabs.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          className={styles.tab}
          aria-pressed={status === value}
          onClick={() => onStatus(value)}
        >
          {label} {count !== undefined && formatNumber(count)}
        </button>
      ))}
    </div>
  );
}

/** The units a reviewer watches over: what waits, what is odd, who has not reported and how to reach them. */
export function ReviewListPage() {
  const { user } = useCurrentMe();
  const [filters, setFilters] = useUrlState(FILTERS);
  const elections = useQuery(resultElectionsQuery);
  const election = elections.data?.find(({ id }) => id === filters.election) ?? elections.data?.[0];
  const page = Math.max(1, Number.parseInt(filters.page, 10) || 1);
  const list = useQuery(
    reviewQuery({
      electionId: election?.id ?? '',
      source: filters.source,
      status: filters.status === ALL ? '' : filters.status,
      area: filters.area,
      flagged: filters.flagged === FLAGGED ? FLAGGED : '',
      q: filters.q,
      page,
    }),
  );
  useResultNews();

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
    <Page title={TITLE} context={context}>
      <div className={styles.filters}>
        {(elections.data?.length ?? 0) > 1 && (
          <label className={`${styles.field} ${styles.wide}`}>
            Election
            <select
              className={styles.select}
              value={election?.id}
              onChange={(event) => setFilters({ election: event.currentTarget.value })}
            >
              {elections.data?.map(({ id, name, status }) => (
                <option key={id} value={id}>
                  {name} ({status})
                </option>
              ))}
            </select>
          </label>
        )}
        <label className={styles.field}>
          Source
          <select
            className={styles.select}
            value={filters.source}
            onChange={(event) => setFilters({ source: event.currentTarget.value })}
          >
            <option value="official">Official</option>
            <option value="grassroots">Grassroots</option>
          </select>
        </label>
        {scope && <AreaFilter scope={scope} value={filters.area} onChange={(area) => setFilters({ area })} />}
        <Search value={filters.q} onChange={(q) => setFilters({ q })} />
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={filters.flagged === FLAGGED}
            onChange={(event) => setFilters({ flagged: event.currentTarget.checked ? FLAGGED : '' })}
          />
          Failed checks only
        </label>
      </div>
      <Tabs list={list.data} status={filters.status} onStatus={(status) => setFilters({ status })} />
      <Panel flush>
        <Units
          list={list.data}
          error={list.error}
          onRetry={list.refetch}
          filters={filters}
          within={scope?.type ?? 'national'}
          own={scope?.code}
          page={page}
          onFilter={setFilters}
        />
      </Panel>
    </Page>
  );
}

interface UnitsProps {
  list: ReviewList | undefined;
  error: unknown;
  onRetry: () => unknown;
  filters: typeof FILTERS;
  within: LocationType;
  /** Code of the reader's own area, which narrows nothing. */
  own: string | undefined;
  page: number;
  onFilter: (change: Partial<typeof FILTERS>) => void;
}

function Units({ list, error, onRetry, filters, within, own, page, onFilter }: UnitsProps) {
  if (!list) {
    if (error) return <ErrorView title="The units could not be loaded" error={error} onRetry={onRetry} />;
    return (
      <div role="status" aria-label="Loading units" style={{ padding: 14 }}>
        {Array.from({ length: 6 }, (_, row) => (
          <Skeleton key={row} height={44} mb={8} />
        ))}
      </div>
    );
  }
  if (list.units.length === 0) {
    const narrowed = filters.q !== '' || filters.flagged === FLAGGED || (filters.area !== '' && filters.area !== own);
    return (
      <EmptyState
        title={
          filters.status === 'submitted' && !narrowed ? 'Nothing waits for review.' : 'No unit fits these filters.'
        }
        action={
          narrowed ? (
            <Button variant="default" onClick={() => onFilter({ q: '', area: '', flagged: '', status: ALL })}>
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
      <ul className={styles.list} aria-label="Polling units">
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
