import type { NotificationList } from '@ec/contract/notifications';
import { Button } from '@mantine/core';
import { useFocusTrap } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { NOTIFICATIONS_IN_BELL } from './api.ts';
import styles from './NotificationBell.module.css';
import { NotificationItems } from './NotificationItems.tsx';

interface BellPanelProps {
  list: UseQueryResult<NotificationList>;
  onFollow: () => void;
  onViewAll: () => void;
}

export function BellPanel({ list, onFollow, onViewAll }: BellPanelProps) {
  const trap = useFocusTrap();
  return (
    <div ref={trap} className={styles.panel} role="dialog" aria-label="Notifications">
      <NotificationItems list={list} limit={NOTIFICATIONS_IN_BELL} onFollow={onFollow} />
      <div className={styles.foot}>
        <Button variant="subtle" fullWidth onClick={onViewAll}>
          View All
        </Button>
      </div>
    </div>
  );
}
