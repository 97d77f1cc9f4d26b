import type { Alert } from '@ec/contract/alerts/schemas';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { Inbox, InboxFacts, InboxRow, InboxText } from '../../components/list/Inbox.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { keepFocus } from '../../lib/hooks/focus.ts';
import { AlertActions, AlertState, placeText, PriorityChip, titleId, TypeMark } from './AlertParts.tsx';
import { useMarkRead } from './api.ts';
import { type AlertFilters, isNarrowed, isUnreadOnly, NOTHING_NARROWED } from './filters.ts';

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

export function NoAlerts({ filters, onFilter }: Pick<AlertRowsProps, 'filters' | 'onFilter'>) {
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

interface AlertRowProps {
  alert: Alert;
  /** Before the words, in place of the mark of its type. */
  mark?: ReactNode;
  onRead: () => void;
  onAcknowledge: () => void;
}

/** One alert of the list; its title opens all of it, in the address. */
export function AlertRow({ alert, mark, onRead, onAcknowledge }: AlertRowProps) {
  const [params] = useSearchParams();
  const search = new URLSearchParams(params);
  search.set('alert', alert.id);
  return (
    <InboxRow
      unread={!alert.isRead}
      title={alert.title}
      titleId={titleId(alert.id)}
      link={{ to: { search: search.toString() }, preventScrollReset: true }}
      mark={mark ?? <TypeMark type={alert.type} />}
      chips={<PriorityChip priority={alert.priority} />}
      actions={<AlertActions alert={alert} onRead={onRead} onAcknowledge={onAcknowledge} />}
    >
      <InboxText lines={5}>{alert.message}</InboxText>
      <InboxFacts>
        {alert.source} · <TimeText moment={alert.createdAt} minute />
        {alert.area && ` · ${placeText(alert)}`}
      </InboxFacts>
      <AlertState alert={alert} />
    </InboxRow>
  );
}
