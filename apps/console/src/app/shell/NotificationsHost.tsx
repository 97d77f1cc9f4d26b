import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { useMediaQuery } from '@mantine/hooks';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { belowWidth } from '../../lib/device/breakpoints.ts';
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
  // Decisions are at the right on wide screens and at the bottom on phones, where no notice may cover them.
  const small = useMediaQuery(belowWidth('lg'), false, { getInitialValueInEffect: false });
  return <Notifications position={small ? 'top-center' : 'bottom-left'} limit={4} />;
}
