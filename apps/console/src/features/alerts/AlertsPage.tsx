import { decideAccess } from '@ec/contract/permissions/access';
import type { Alert } from '@ec/contract/alerts/schemas';
import { Button } from '@mantine/core';
import { IconBellPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DataTableFoot } from '../../components/list/DataTableFoot.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { FormerRows } from '../../components/list/FormerRows.tsx';
import { UnreadCount } from '../../components/list/Inbox.tsx';
import { LoadingRows } from '../../components/list/LoadingRows.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { alertCountText, useAlertCounts } from '../../domain/alerts/alert-counts.ts';
import { formatCount } from '../../lib/format/format.ts';
import { PAGE_SIZE, usePaging } from '../../lib/hooks/paging.ts';
import { useAccessSubject } from '../../lib/session/session.ts';
import { useReturnFocus } from '../../lib/hooks/use-return-focus.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { AcknowledgeDialog } from './AcknowledgeDialog.tsx';
import { AlertDialog } from './AlertDialog.tsx';
import { AlertFilterBar } from './AlertFilterBar.tsx';
import { AlertRows } from './AlertRows.tsx';
import styles from './alerts.module.css';
import { FILTERS, isNarrowed, parametersOf } from './filters.ts';
import { MarkAllRead } from './MarkAllRead.tsx';
import { RaiseDialog } from './RaiseDialog.tsx';
import { useAlerts } from './use-alerts.ts';

/** Says that news have come, and shows them when the reader wants. */
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

/** What the system noticed and what people raised about the reader's area, the newest first. */
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
