import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import type { NotificationList } from '@ec/contract/notifications';
import { Button, Drawer } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMarkAllRead } from './api.ts';
import { NotificationItems } from './NotificationItems.tsx';

interface AllNotificationsProps {
  list: UseQueryResult<NotificationList>;
  onClose: () => void;
}

export function AllNotifications({ list, onClose }: AllNotificationsProps) {
  const markAll = useMarkAllRead();
  return (
    <Drawer opened onClose={onClose} position="right" title="Notifications" padding="md">
      {list.data?.unread ? (
        <Button variant="default" mb="sm" loading={markAll.isPending} onClick={() => markAll.mutate()}>
          Mark all as read
        </Button>
      ) : null}
      <NotificationItems list={list} onFollow={onClose} />
    </Drawer>
  );
}
