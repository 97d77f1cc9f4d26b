import { type Notification, NOTIFICATION_TOPICS } from '@ec/contract/notifications/schemas';
import { Button, VisuallyHidden } from '@mantine/core';
import { InboxFacts, InboxRow, InboxText } from '../../components/list/Inbox.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { keepFocus } from '../../lib/hooks/focus.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';
import { useMarkRead } from './api.ts';
import { TYPE_CHIPS } from './filters.ts';
import { isLocal } from './list-state.ts';

/** One notification in full, with the way to what it is about. */
export function NotificationRow({ item }: { item: Notification }) {
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
