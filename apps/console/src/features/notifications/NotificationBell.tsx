import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell, IconBellX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { latePart } from '../../components/page/late-part.tsx';
import { whenIdle } from '../../lib/device/when-idle.ts';
import { useNotifications } from './api.ts';
import styles from './NotificationBell.module.css';

const BellPanel = latePart(async () => (await import('./BellPanel.tsx')).BellPanel, 'The list of notifications');

function bellLabel(unread: number | undefined, failed: boolean): string {
  if (unread === undefined) return failed ? 'Notifications could not be loaded' : 'Notifications';
  const count = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
  return failed ? `${count}, not up to date` : count;
}

/** Unread count and the latest five in a panel, which leads to all of them. */
export function NotificationBell() {
  const list = useNotifications();
  const [open, panel] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  const unread = list.data?.unread;
  const label = bellLabel(unread, list.isError);
  const Icon = list.isError ? IconBellX : IconBell;

  // Opened without a network, it is there.
  useEffect(() => whenIdle(BellPanel.preload), []);

  const closeAndReturn = () => {
    panel.close();
    button.current?.focus();
  };
  return (
    <div
      role="presentation"
      className="fixed holds"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) closeAndReturn();
      }}
    >
      <ActionIcon
        size="lg"
        ref={button}
        variant="default"
        className={styles.bell}
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={panel.toggle}
      >
        <Icon size={18} aria-hidden />
        {unread ? (
          <span className={styles.count} aria-hidden>
            {unread > 99 ? '99+' : unread}
          </span>
        ) : null}
      </ActionIcon>
      {open && <BellPanel list={list} onClose={panel.close} />}
    </div>
  );
}
