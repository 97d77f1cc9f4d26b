import type { Alert } from '@ec/contract/alerts/schemas';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DataTableFoot } from '../../components/list/DataTable.tsx';
import { FormerRows, LoadingRows } from '../../components/list/LoadingRows.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { PAGE_SIZE, usePaging } from '../../lib/hooks/paging.ts';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { AlertRows } from './AlertRows.tsx';
import styles from './alerts.module.css';
import { alertsQuery, LATEST_KEY, SHOWN_KEY } from './api.ts';
import { type AlertFilters, type AlertParameters, parametersOf } from './filters.ts';
import { heldStill } from './list-state.ts';

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

/** Announces new alerts, and shows them when the reader asks; takes no room, so that no row moves under a finger. */
export function NewsBar({ news, onShow }: { news: number; onShow: () => void }) {
  return (
    <div role="status" className={styles.newsPlace}>
      {news > 0 && (
        <Button
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

/** To the first page with what is new, and the focus to the title. */
export function showNews(paging: { page: number; onPage: (page: number) => void }, refetch: () => void): void {
  document.getElementById('page-title')?.focus();
  if (paging.page > 1) paging.onPage(1);
  else refetch();
}

interface AlertListProps {
  filters: AlertFilters;
  onFilter: (change: Partial<AlertFilters>) => void;
  onAcknowledge: (alert: Alert) => void;
}

/** Single alerts. */
export function AlertList({ filters, onFilter, onAcknowledge }: AlertListProps) {
  const { list, alerts, news, former, shown } = useAlerts(parametersOf(filters));
  const paging = usePaging(filters, onFilter, list?.alerts, list?.total);
  return (
    <div>
      <NewsBar news={news} onShow={() => showNews(paging, () => void shown.refetch())} />
      <Panel flush>
        <FormerRows former={former}>
          {alerts ? (
            <AlertRows alerts={alerts} filters={filters} onFilter={onFilter} onAcknowledge={onAcknowledge} />
          ) : shown.error ? (
            <ErrorView title="The alerts could not be loaded" error={shown.error} onRetry={shown.refetch} />
          ) : (
            <LoadingRows label="Loading alerts" height={72} />
          )}
        </FormerRows>
        {list && list.total > 0 && <DataTableFoot shown={list.alerts.length} paging={paging} />}
      </Panel>
    </div>
  );
}
