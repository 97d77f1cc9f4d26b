import type { Notification, NotificationList } from '@ec/contract/notifications';
import { Skeleton, Stack, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorView } from '../../components/ErrorView.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { useMarkRead } from './api.ts';
import styles from './NotificationBell.module.css';

interface NotificationItemsProps {
  list: UseQueryResult<NotificationList>;
  limit?: number;
  /** Called when one is opened that leads to a page. */
  onFollow: () => void;
}

export function NotificationItems({ list, limit, onFollow }: NotificationItemsProps) {
  const markRead = useMarkRead();
  if (!list.data) {
    if (list.isError) {
      return <ErrorView title="Notifications could not be loaded" error={list.error} onRetry={list.refetch} />;
    }
    return (
      <Stack p="md" role="status" aria-label="Loading notifications">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} height={34} />
        ))}
      </Stack>
    );
  }
  const items = list.data.notifications.slice(0, limit);
  if (items.length === 0) return <EmptyState title="No notifications." />;

  const read = (item: Notification) => {
    if (!item.isRead) markRead.mutate(item.id);
  };
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={item.id} className={styles.item} data-unread={!item.isRead || undefined}>
          {isLocal(item.actionUrl) ? (
            <Link
              className={styles.body}
              to={item.actionUrl}
              onClick={() => {
                read(item);
                onFollow();
              }}
            >
              <ItemWords item={item} />
            </Link>
          ) : (
            <UnstyledButton className={styles.body} onClick={() => read(item)}>
              <ItemWords item={item} />
            </UnstyledButton>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Only paths of this console are followed, never an address somebody put into a notification. */
function isLocal(url: string | null): url is string {
  return url !== null && /^\/(?![/\\])/.test(url);
}

function ItemWords({ item }: { item: Notification }) {
  return (
    <>
      <span className={styles.title}>
        {!item.isRead && <VisuallyHidden>Unread: </VisuallyHidden>}
        {item.title}
      </span>
      <TimeText moment={item.createdAt} className={styles.time} />
      <span className={styles.message}>{item.message}</span>
    </>
  );
}
