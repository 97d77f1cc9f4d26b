import { ActionIcon, Button, Drawer, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell, IconBellX } from '@tabler/icons-react';
import { NOTIFICATIONS_IN_BELL, useMarkAllRead, useNotifications } from './api.ts';
import styles from './NotificationBell.module.css';
import { NotificationItems } from './NotificationItems.tsx';

function bellLabel(unread: number | undefined, failed: boolean): string {
  if (failed && unread === undefined) return 'Notifications could not be loaded';
  return unread ? `Notifications, ${unread} unread` : 'Notifications';
}

/** Unread count, the latest five, and all of them in a drawer. */
export function NotificationBell() {
  const list = useNotifications();
  const markAll = useMarkAllRead();
  const [open, popover] = useDisclosure(false);
  const [allOpen, all] = useDisclosure(false);
  const unread = list.data?.unread;
  const failed = list.isError && !list.data;
  const Icon = failed ? IconBellX : IconBell;

  return (
    <>
      <Popover opened={open} onChange={popover.toggle} width={340} position="bottom-end" withArrow trapFocus>
        <Popover.Target>
          <ActionIcon
            variant="default"
            className={styles.bell}
            aria-label={bellLabel(unread, failed)}
            onClick={popover.toggle}
          >
            <Icon size={18} aria-hidden />
            {unread ? (
              <span className={styles.count} aria-hidden>
                {unread > 99 ? '99+' : unread}
              </span>
            ) : null}
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label="Notifications">
          <NotificationItems list={list} limit={NOTIFICATIONS_IN_BELL} onFollow={popover.close} />
          <div className={styles.foot}>
            <Button
              variant="subtle"
              fullWidth
              onClick={() => {
                popover.close();
                all.open();
              }}
            >
              View All
            </Button>
          </div>
        </Popover.Dropdown>
      </Popover>
      <Drawer opened={allOpen} onClose={all.close} position="right" title="Notifications" padding="md">
        {unread ? (
          <Button variant="default" mb="sm" loading={markAll.isPending} onClick={() => markAll.mutate()}>
            Mark all as read
          </Button>
        ) : null}
        <NotificationItems list={list} onFollow={all.close} />
      </Drawer>
    </>
  );
}
