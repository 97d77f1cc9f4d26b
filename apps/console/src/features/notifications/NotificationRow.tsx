import { type Notification, NOTIFICATION_TOPICS } from '@ec/contract/notifications';
import { Button, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { StatusChip } from '../../components/StatusChip.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { useMayOpen } from '../../lib/may-open.ts';
import { useMarkRead } from './api.ts';
import { TYPE_CHIPS } from './filters.ts';
import styles from './history.module.css';
import { isLocal } from './list-state.ts';

/** One notification in full, with the way to what it is about. */
export function NotificationRow({ item }: { item: Notification }) {
  const markRead = useMarkRead();
  const { id, type, topic, title, message, isRead, createdAt, actionUrl } = item;
  const opens = useMayOpen(actionUrl ?? '');
  const read = () => {
    if (!isRead) markRead.mutate(id);
  };
  return (
    <li className={styles.row} data-unread={!isRead || undefined}>
      <div className={styles.words}>
        <div className={styles.head}>
          {isLocal(actionUrl) && opens ? (
            <Link to={actionUrl} className={styles.title} onClick={read}>
              {title}
            </Link>
          ) : (
            <span className={styles.title}>{title}</span>
          )}
          <StatusChip {...TYPE_CHIPS[type]} />
          {!isRead && <span className={styles.unread}>Unread</span>}
        </div>
        <p className={styles.message}>{message}</p>
        <div className={styles.facts}>
          {NOTIFICATION_TOPICS[topic].title} · <TimeText moment={createdAt} />
        </div>
      </div>
      {!isRead && (
        <Button
          variant="default"
          size="sm"
          className={styles.act ?? ''}
          loading={markRead.isPending}
          onClick={() => markRead.mutate(id)}
        >
          Mark as read<VisuallyHidden>: {title}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}
