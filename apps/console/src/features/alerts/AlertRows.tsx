import type { Alert } from '@ec/contract/alerts/schemas';
import { Button } from '@mantine/core';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Inbox } from '../../components/list/Inbox.tsx';
import { keepFocus } from '../../lib/hooks/inbox-focus.ts';
import { useMarkRead } from './api.ts';
import { AlertRow } from './AlertRow.tsx';
import { type AlertFilters, isNarrowed, isUnreadOnly, NOTHING_NARROWED } from './filters.ts';
import { titleId } from './labels.ts';

interface AlertRowsProps {
  alerts: readonly Alert[];
  filters: AlertFilters;
  onFilter: (change: Partial<AlertFilters>) => void;
  onAcknowledge: (alert: Alert) => void;
}

export function AlertRows({ alerts, filters, onFilter, onAcknowledge }: AlertRowsProps) {
  const markRead = useMarkRead();
  const titles = alerts.map(({ id }) => titleId(id));
  if (alerts.length === 0) return <NoAlerts filters={filters} onFilter={onFilter} />;
  return (
    <Inbox label="Alerts">
      {alerts.map((alert, at) => (
        <AlertRow
          key={alert.id}
          alert={alert}
          onRead={() => {
            keepFocus(titles, at, filters.unread !== '');
            markRead.mutate(alert.id);
          }}
          onAcknowledge={() => onAcknowledge(alert)}
        />
      ))}
    </Inbox>
  );
}

function NoAlerts({ filters, onFilter }: Pick<AlertRowsProps, 'filters' | 'onFilter'>) {
  const narrowed = isNarrowed(filters);
  if (narrowed && !isUnreadOnly(filters)) {
    return (
      <EmptyState
        title="No Alerts Found"
        action={
          <Button variant="default" onClick={() => onFilter(NOTHING_NARROWED)}>
            Clear filters
          </Button>
        }
      >
        No alerts match your current filters
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No Alerts Found"
      action={
        narrowed && (
          <Button variant="default" onClick={() => onFilter(NOTHING_NARROWED)}>
            Show all alerts
          </Button>
        )
      }
    >
      All alerts have been read
    </EmptyState>
  );
}
