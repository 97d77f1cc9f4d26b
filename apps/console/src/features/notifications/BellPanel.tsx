import type { NotificationList } from '@ec/contract/notifications/schemas';
import { useFocusTrap } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { NOTIFICATIONS_IN_BELL } from './list-state.ts';
import styles from './NotificationBell.module.css';
import { NotificationItems } from './NotificationItems.tsx';

interface BellPanelProps {
  list: UseQueryResult<NotificationList>;
  onClose: () => void;
}

export function BellPanel({ list, onClose }: BellPanelProps) {
  const trap = useFocusTrap();
  return (
    <>
      {/* Covers the page, so that what lies half below the panel is not hit by a finger that misses it. */}
      <div className={styles.cover} onClick={onClose} aria-hidden />
      <div ref={trap} className={styles.panel} role="dialog" aria-label="Notifications">
        <NotificationItems list={list} limit={NOTIFICATIONS_IN_BELL} onFollow={onClose} />
        <div className={styles.foot}>
          <Link to="/notifications" className="center medium touch hover accent rounded undecorated" onClick={onClose}>
            View All
          </Link>
        </div>
      </div>
    </>
  );
}
