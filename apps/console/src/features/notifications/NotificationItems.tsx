import type { Notification, NotificationList } from '@ec/contract/notifications/schemas';
import { Skeleton, Stack, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { mayOpen } from '../../lib/session/may-open.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useMarkRead } from './api.ts';
import { isLocal } from './list-state.ts';
import { TYPE_CHIPS } from './filters.ts';
import styles from './NotificationBell.module.css';

interface NotificationItemsProps {
  list: UseQueryResult<NotificationList>;
  limit: number;
  /** Called when one is opened that leads to a page. */
  onFollow: () => void;
}

/** The newest ones, for the bell. */
export function NotificationItems({ list, limit, onFollow }: NotificationItemsProps) {
  const me = useCurrentMe();
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
    <ul>
      {items.map((item) => (
        <li key={item.id} className={`ruled ${styles.item}`} data-unread={!item.isRead || undefined}>
          {isLocal(item.actionUrl) && mayOpen(me, item.actionUrl) ? (
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

function ItemWords({ item }: { item: Notification }) {
  const { tone, label } = TYPE_CHIPS[item.type];
  return (
    <>
      <span className={styles.title}>
        <span className={styles.mark} data-tone={tone} title={label} aria-hidden />
        <VisuallyHidden>
          {!item.isRead && 'Unread: '}
          {label}:{' '}
        </VisuallyHidden>
        {item.title}
      </span>
      <TimeText moment={item.createdAt} className="hint" />
      <span className="hint whole">{item.message}</span>
    </>
  );
}
