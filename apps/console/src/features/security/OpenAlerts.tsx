import type { Alert } from '@ec/contract/alerts/schemas';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Column } from '../../components/list/DataTable.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { ListOrCards } from '../../components/list/ListOrCards.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { ALERT_PRIORITIES } from '../../domain/alerts/alert-priorities.ts';
import { formatCount } from '../../lib/format/format.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';
import { usePaging } from '../../lib/hooks/paging.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';
import { alertsQuery, SECURITY_KEY } from './api.ts';
import { Area } from './Cells.tsx';
import type { SecurityListProps } from './filters.ts';
import styles from './security.module.css';
import { column } from '../../lib/format/css-values.ts';

const COLUMNS: [Column<Alert>, ...Column<Alert>[]] = [
  {
    key: 'alert',
    header: 'Alert',
    cell: ({ id, title, message }) => (
      <div className="column" style={column({ least: 200, most: 460 })}>
        <MayLink to={`/alerts?alert=${id}`} className={`accent bold ${styles.alertTitle}`}>
          {title}
        </MayLink>
        <div className="hint">{message}</div>
      </div>
    ),
  },
  { key: 'priority', header: 'Priority', cell: ({ priority }) => <StatusChip {...ALERT_PRIORITIES[priority]} /> },
  { key: 'area', header: 'Area', cell: ({ area }) => (area ? <Area area={area} /> : 'None') },
  { key: 'raised', header: 'Raised', cell: ({ createdAt }) => <TimeText moment={createdAt} minute /> },
  { key: 'source', header: 'Source', cell: ({ source }) => source },
];

/** Open alerts about security; they are acknowledged in the alert center. */
export function OpenAlerts({ filters, onFilter }: SecurityListProps) {
  const list = useQuery(alertsQuery(filters));
  const refresh = useRefresh(SECURITY_KEY);
  useStreamMessage('alerts', refresh);
  const mayOpen = useMayOpen('/alerts');
  const paging = usePaging(filters, onFilter, list.data?.alerts, list.data?.total);
  return (
    <Panel
      title="Open security alerts"
      note={list.data && formatCount(list.data.total, 'alert')}
      flush
      actions={
        mayOpen && (
          <Button component={Link} to="/alerts" variant="default" size="xs">
            Alert Center
          </Button>
        )
      }
    >
      <FormerRows former={list.isPlaceholderData}>
        <ListOrCards
          label="Open security alerts"
          columns={COLUMNS}
          rows={list.data?.alerts}
          rowKey={({ id }) => id}
          error={list.error}
          errorTitle="The security alerts could not be loaded"
          onRetry={list.refetch}
          empty={
            <EmptyState title="No open security alert.">
              Lock-outs and other alerts about security appear here until a user acknowledges them.
            </EmptyState>
          }
          paging={paging}
        />
      </FormerRows>
    </Panel>
  );
}
