import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell, IconBellX } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useNotifications } from './api.ts';
import styles from './NotificationBell.module.css';

const BellPanel = lazy(async () => ({ default: (await import('./BellPanel.tsx')).BellPanel }));
const AllNotifications = lazy(async () => ({ default: (await import('./AllNotifications.tsx')).AllNotifications }));

function bellLabel(unread: number | undefined, failed: boolean): string {
  if (failed && unread === undefined) return 'Notifications could not be loaded';
  return unread ? `Notifications, ${unread} unread` : 'Notifications';
}

/** Unread count, the latest five in a panel, all of them in a drawer. */
export function NotificationBell() {
  const list = useNotifications();
  const [open, panel] = useDisclosure(false);
  const [all, setAll] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const unread = list.data?.unread;
  const failed = list.isError && !list.data;
  const Icon = failed ? IconBellX : IconBell;

  const closeAndReturn = () => {
    panel.close();
    button.current?.focus();
  };
  return (
    <div
      role="presentation"
      className={styles.root}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) closeAndReturn();
      }}
    >
      <ActionIcon
        ref={button}
        variant="default"
        className={styles.bell}
        aria-label={bellLabel(unread, failed)}
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
      <Suspense>
        {open && (
          <BellPanel
            list={list}
            onClose={panel.close}
            onViewAll={() => {
              panel.close();
              setAll(true);
            }}
          />
        )}
        {all && <AllNotifications list={list} onClose={() => setAll(false)} />}
      </Suspense>
    </div>
  );
}
