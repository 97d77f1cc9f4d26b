import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { type Notice, takeNotices, useNotices } from '../../lib/hooks/notify.ts';

function show({ kind, title, message, link }: Notice) {
  const success = kind === 'success';
  notifications.show({
    title,
    message: link ? (
      <>
        {message} <Link to={link.to}>{link.label}</Link>
      </>
    ) : (
      message
    ),
    color: success ? 'accent' : 'danger',
    autoClose: success ? 6000 : false,
    role: success ? 'status' : 'alert',
  });
}

export function NotificationsHost() {
  const waiting = useNotices((state) => state.waiting);
  useEffect(() => {
    if (waiting.length > 0) for (const notice of takeNotices()) show(notice);
  }, [waiting]);
  return <Notifications position="bottom-right" limit={4} />;
}
