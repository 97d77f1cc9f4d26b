import { Button } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import styles from './UrgentBar.module.css';

interface UrgentBarProps {
  title: string;
  count: number;
  onOpen: () => void;
}

/** Shows a user who is typing that an urgent announcement waits. */
export function UrgentBar({ title, count, onOpen }: UrgentBarProps) {
  return (
    <div className={styles.bar} role="status">
      <p className={styles.words}>
        <IconSpeakerphone size={16} aria-hidden className={styles.icon} />{' '}
        <strong>{count > 1 ? `${count} urgent announcements` : 'Urgent announcement'}:</strong> <bdi>{title}</bdi>
      </p>
      <p className="fixed tiny">It opens when you leave the field.</p>
      <Button variant="default" className={styles.open ?? ''} onClick={onOpen}>
        Read it now
      </Button>
    </div>
  );
}
