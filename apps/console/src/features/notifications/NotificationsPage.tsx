import { type Notification, NOTIFICATION_TOPICS, type NotificationList } from '@ec/contract/notifications/schemas';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DataTableFoot } from '../../components/list/DataTable.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { Inbox, InboxFacts, InboxRow, InboxText } from '../../components/list/Inbox.tsx';
import { FormerRows, LoadingRows } from '../../components/list/LoadingRows.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { focusTitle, keepFocus } from '../../lib/hooks/focus.ts';
import { usePaging } from '../../lib/hooks/paging.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { api } from '../../lib/http/api.ts';
import { HISTORY, useMarkAllRead, useMarkRead } from './api.ts';
import { isLocal } from './list-state.ts';
import {
  type Filters,
  FILTERS,
  isNarrowed,
  NOTHING_NARROWED,
  parametersOf,
  SHOW_CHOICES,
  TOPIC_CHOICES,
  TYPE_CHIPS,
  TYPE_CHOICES,
} from './filters.ts';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { useMayOpen } from '../../lib/session/may-open.ts';

/** One notification in full, with the way to what it is about. */
function NotificationRow({ item }: { item: Notification }) {
  const markRead = useMarkRead();
  const { id, type, topic, title, message, isRead, createdAt, actionUrl } = item;
  const opens = useMayOpen(actionUrl ?? '');
  const titleId = `notification-${id}`;
  const read = () => {
    if (!isRead) markRead.mutate(id);
  };
  return (
    <InboxRow
      unread={!isRead}
      title={title}
      titleId={titleId}
      link={isLocal(actionUrl) && opens ? { to: actionUrl, onClick: read } : null}
      chips={<StatusChip {...TYPE_CHIPS[type]} />}
      actions={
        !isRead && (
          <Button
            variant="default"
            loading={markRead.isPending}
            onClick={() => {
              keepFocus([titleId], 0, false);
              markRead.mutate(id);
            }}
          >
            Mark as read<VisuallyHidden>: {title}</VisuallyHidden>
          </Button>
        )
      }
    >
      <InboxText>{message}</InboxText>
      <InboxFacts>
        {NOTIFICATION_TOPICS[topic].title} · <TimeText moment={createdAt} />
      </InboxFacts>
    </InboxRow>
  );
}

/** All of the person's notifications that fit the filters, one page of them. */
const historyQuery = (filters: Filters) => {
  const query = parametersOf(filters);
  return queryOptions({
    queryKey: [...HISTORY, query],
    queryFn: ({ signal }) => api.call('GET /notifications', { query, signal }),
    placeholderData: keepPreviousData,
  });
};

const CHOICES = [
  { key: 'show', label: 'Show', data: SHOW_CHOICES },
  { key: 'type', label: 'Type', data: TYPE_CHOICES },
  { key: 'topic', label: 'Topic', data: TOPIC_CHOICES },
];

function unreadText(unread: number | undefined): string {
  if (unread === undefined) return 'Loading';
  return unread === 0 ? 'All read' : `${formatNumber(unread)} unread`;
}

/** The user's notifications, newest first. */
export function NotificationsPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const list = useQuery(historyQuery(filters));
  const markAll = useMarkAllRead();
  const paging = usePaging(filters, setFilters, list.data?.notifications, list.data?.total);
  const unread = list.data?.unread;
  return (
    <Page
      title="Notifications"
      context={
        <>
          {unreadText(unread)} · <Link to="/account#notifications">What arrives by SMS and e-mail</Link>
        </>
      }
      actions={
        unread ? (
          <Button
            variant="default"
            leftSection={<IconChecks size={16} aria-hidden />}
            loading={markAll.isPending}
            onClick={() => {
              focusTitle();
              markAll.mutate();
            }}
          >
            Mark all as read
          </Button>
        ) : null
      }
    >
      <FilterBar
        label="Notifications"
        placeholder="Words of a notification"
        filters={filters}
        whole={NOTHING_NARROWED}
        onChange={setFilters}
        choices={CHOICES}
      />
      <Panel flush>
        {list.data ? (
          <FormerRows former={list.isPlaceholderData}>
            <History list={list.data} narrowed={isNarrowed(filters)} onClear={() => setFilters(NOTHING_NARROWED)} />
          </FormerRows>
        ) : list.error ? (
          <ErrorView title="Notifications could not be loaded" error={list.error} onRetry={list.refetch} />
        ) : (
          <LoadingRows label="Loading notifications" height={56} />
        )}
        {list.data && list.data.total > 0 && <DataTableFoot shown={list.data.notifications.length} paging={paging} />}
      </Panel>
    </Page>
  );
}

interface HistoryProps {
  list: NotificationList;
  narrowed: boolean;
  onClear: () => void;
}

function History({ list, narrowed, onClear }: HistoryProps) {
  if (list.total > 0) {
    return (
      <Inbox label="Notifications">
        {list.notifications.map((item) => (
          <NotificationRow key={item.id} item={item} />
        ))}
      </Inbox>
    );
  }
  if (!narrowed) {
    return (
      <EmptyState title="No notifications.">
        What concerns you will stand here: decisions about results, requests that wait for you, changes to your account.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No notification fits these filters."
      action={
        <Button variant="default" onClick={onClear}>
          Show all notifications
        </Button>
      }
    />
  );
}
