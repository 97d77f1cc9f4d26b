import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { randomId, useMediaQuery } from '@mantine/hooks';
import { type NotificationData, Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { belowWidth } from '../../lib/device/breakpoints.ts';
import { type Notice, takeNotices, useNotices } from '../../lib/hooks/notify.ts';

/** Successes that may still be on the screen. */
const shown: string[] = [];

function show({ kind, title, message, link }: Notice) {
  const success = kind === 'success';
  const autoClose = success ? 6000 : 20_000;
  const data: NotificationData = {
    id: randomId(),
    title,
    message: link ? (
      <>
        {message} <Link to={link.to}>{link.label}</Link>
      </>
    ) : (
      message
    ),
    color: success ? 'accent' : 'danger',
    autoClose,
    role: success ? 'status' : 'alert',
    // The kit stops the time under the pointer only. A notice that has the focus stays as well, and has all its time afterwards.
    onFocusCapture: () => notifications.update({ ...data, autoClose: false }),
    onBlurCapture: () => notifications.update({ ...data, autoClose }),
  };
  const id = notifications.show(data);
  if (success) shown.push(id);
}

const BESIDE_MENU = { left: 'calc(var(--ec-nav) + 1rem)' };

export function NotificationsHost() {
  const waiting = useNotices((state) => state.waiting);
  useEffect(() => {
    if (waiting.length > 0) for (const notice of takeNotices()) show(notice);
  }, [waiting]);
  useEffect(() => {
    let last: Element | null = null;
    // A dialog that opens is what is read next: on a phone a success would lie over its first field.
    const onFocus = ({ target }: FocusEvent) => {
      const dialog = target instanceof Element ? target.closest('[role="dialog"]') : null;
      if (dialog !== null && dialog !== last) for (const id of shown.splice(0)) notifications.hide(id);
      last = dialog;
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  // Decisions are at the right on wide screens and at the bottom on phones, where no notice may cover them.
  const small = useMediaQuery(belowWidth('lg'), undefined, { getInitialValueInEffect: false });
  // Inside the frame, whose menu is as wide as it says, and beside that menu: its last items are at the bottom left.
  return small ? (
    <Notifications position="top-center" limit={4} />
  ) : (
    <Notifications position="bottom-left" limit={4} withinPortal={false} style={BESIDE_MENU} />
  );
}
