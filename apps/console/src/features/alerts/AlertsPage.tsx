import type { Alert } from '@ec/contract/alerts/schemas';
import { decideAccess } from '@ec/contract/permissions/decide-access';
import { Button } from '@mantine/core';
import { IconBellPlus, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DataTableFoot } from '../../components/list/DataTable.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { UnreadCount } from '../../components/list/Inbox.tsx';
import { FormerRows, LoadingRows } from '../../components/list/LoadingRows.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { alertCountText, useAlertCounts } from '../../domain/alerts/alert-counts.ts';
import { ElectionFilter, useElectionChip } from '../../domain/elections/ElectionFilter.tsx';
import { PlaceFilter, usePlaceChip } from '../../domain/places/PlaceFilter.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { useReturnFocus } from '../../lib/hooks/focus.ts';
import { PAGE_SIZE, usePaging } from '../../lib/hooks/paging.ts';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { useAccessSubject } from '../../lib/session/session.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { AcknowledgeDialog } from './AcknowledgeDialog.tsx';
import { AlertDialog } from './AlertDialog.tsx';
import { AlertRows } from './AlertRows.tsx';
import styles from './alerts.module.css';
import { alertsQuery, LATEST_KEY, SHOWN_KEY } from './api.ts';
import {
  type AlertFilters,
  type AlertParameters,
  FILTERS,
  isNarrowed,
  NOTHING_NARROWED,
  parametersOf,
  PRIORITY_CHOICES,
  RULE_CHOICES,
  STATE_CHOICES,
  TYPE_CHOICES,
  UNREAD,
} from './filters.ts';
import { heldStill } from './list-state.ts';
import { MarkAllRead } from './MarkAllRead.tsx';
import { RaiseDialog } from './RaiseDialog.tsx';

/**
 * The page of alerts that the reader looks at, and how many have come since: rows never move under a finger by themselves.
 * What becomes of the alerts on the page is shown on them at once.
 */
function useAlerts(parameters: AlertParameters) {
  const shown = useQuery({ ...alertsQuery(parameters, SHOWN_KEY), placeholderData: keepPreviousData });
  const start = shown.isPlaceholderData ? undefined : shown.data;
  const latest = useQuery({
    ...alertsQuery(parameters, LATEST_KEY),
    enabled: start !== undefined,
    ...(start && { initialData: start }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useStreamMessage('alerts', useRefresh(LATEST_KEY));
  const list = shown.data;
  const follows = start !== undefined && latest.data !== undefined && latest.dataUpdatedAt >= shown.dataUpdatedAt;
  const held = list && (follows ? heldStill(list, latest.data, parameters.page) : { alerts: list.alerts, news: 0 });
  return { list, alerts: held?.alerts, news: held?.news ?? 0, former: shown.isPlaceholderData, shown };
}

/** Announces new alerts, and shows them when the reader asks. */
function NewsBar({ news, onShow }: { news: number; onShow: () => void }) {
  return (
    <div role="status" className={styles.newsPlace}>
      {news > 0 && (
        <Button
          fullWidth
          variant="default"
          className={styles.news ?? ''}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={onShow}
        >
          {news >= PAGE_SIZE ? `${news} or more new alerts` : formatCount(news, 'new alert')}: show
        </Button>
      )}
    </div>
  );
}

/** Alerts of the system and of users about the reader's area, newest first. */
const RAISING = { module: 'alerts', level: 'write', privilege: 'canManageAlerts' } as const;

export function AlertsPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const [params, setParams] = useSearchParams();
  const [raising, setRaising] = useState(false);
  const [acting, setActing] = useState<Alert | null>(null);
  const parameters = parametersOf(filters);
  const { list, alerts, news, former, shown } = useAlerts(parameters);
  const counts = useAlertCounts().data;
  const mayRaise = decideAccess(useAccessSubject(), RAISING).allowed;
  const paging = usePaging(filters, setFilters, list?.alerts, list?.total);
  const open = params.get('alert');
  const rememberFocus = useReturnFocus(raising || acting !== null);
  const narrowed = isNarrowed(filters);

  const close = () =>
    setParams(
      (old) => {
        old.delete('alert');
        return old;
      },
      { replace: true, preventScrollReset: true },
    );
  const acknowledge = (alert: Alert) => {
    rememberFocus();
    setActing(alert);
  };
  const showNews = () => {
    document.getElementById('page-title')?.focus();
    if (paging.page > 1) paging.onPage(1);
    else void shown.refetch();
  };
  return (
    <Page
      title="Alert Center"
      context={
        counts && (
          <>
            <UnreadCount unread={counts.unread} text={alertCountText(counts.unread)} /> {alertCountText(counts.open)}{' '}
            open in your area
          </>
        )
      }
      contextComes={1}
      actions={
        <>
          {counts !== undefined && counts.unread > 0 && (
            <MarkAllRead
              unread={counts.unread}
              newest={paging.page === 1 && !narrowed ? alerts?.[0]?.id : undefined}
              narrowed={narrowed}
            />
          )}
          {mayRaise && (
            <Button
              leftSection={<IconBellPlus size={16} aria-hidden />}
              onClick={() => {
                rememberFocus();
                setRaising(true);
              }}
            >
              Raise an alert
            </Button>
          )}
        </>
      }
    >
      <AlertFilterBar filters={filters} onChange={setFilters} />
      <NewsBar news={news} onShow={showNews} />
      <Panel flush>
        <FormerRows former={former}>
          {alerts ? (
            <AlertRows alerts={alerts} filters={filters} onFilter={setFilters} onAcknowledge={acknowledge} />
          ) : shown.error ? (
            <ErrorView title="The alerts could not be loaded" error={shown.error} onRetry={shown.refetch} />
          ) : (
            <LoadingRows label="Loading alerts" height={72} />
          )}
        </FormerRows>
        {list && list.total > 0 && <DataTableFoot shown={list.alerts.length} paging={paging} />}
      </Panel>
      {open !== null && acting === null && <AlertDialog id={open} onAcknowledge={acknowledge} onClose={close} />}
      {acting && <AcknowledgeDialog alert={acting} onClose={() => setActing(null)} />}
      {raising && <RaiseDialog onClose={() => setRaising(false)} />}
    </Page>
  );
}

interface AlertFilterBarProps {
  filters: AlertFilters;
  onChange: (change: Partial<AlertFilters>) => void;
}

const CHOICES = [
  { key: 'priority', label: 'Priority', data: PRIORITY_CHOICES },
  { key: 'type', label: 'Type', data: TYPE_CHOICES },
  { key: 'state', label: 'Progress', data: STATE_CHOICES },
  { key: 'rule', label: 'Rule', data: RULE_CHOICES },
];

const UNREAD_ONLY = { key: 'unread', label: 'Unread only', on: UNREAD };

/** What the list is narrowed to; the unread are requested so often that it stays at hand on a phone. */
function AlertFilterBar({ filters, onChange }: AlertFilterBarProps) {
  return (
    <FilterBar
      label="Alerts"
      placeholder="Words, place or code"
      filters={filters}
      whole={NOTHING_NARROWED}
      onChange={onChange}
      choices={CHOICES}
      tick={UNREAD_ONLY}
      chips={{ area: usePlaceChip(filters.area), election: useElectionChip(filters.election) }}
    >
      <ElectionFilter value={filters.election} onChange={(election) => onChange({ election })} />
      <PlaceFilter depth="ward" value={filters.area} onChange={(area) => onChange({ area })} />
    </FilterBar>
  );
}
