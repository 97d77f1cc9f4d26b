import { Button } from '@mantine/core';
import { useId } from 'react';
import { formatCount } from '../../lib/format/format.ts';
import styles from './settings.module.css';

interface SaveBarProps {
  changes: number;
  /** Why it cannot be saved yet, though something is changed. */
  blocked: string | null;
  busy: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

/** Stays in sight: how much is changed on all tabs, and the ways to store or drop it. */
export function SaveBar({ changes, blocked, busy, onSave, onDiscard }: SaveBarProps) {
  const id = useId();
  const none = changes === 0;
  const state = none ? 'Nothing to save: no setting is changed.' : `${formatCount(changes, 'unsaved change')}.`;
  return (
    <div className={styles.bar}>
      <span className={styles.state} role="status" id={id}>
        {state} {!none && blocked}
      </span>
      {!none && (
        <Button variant="default" size="md" onClick={onDiscard} disabled={busy}>
          Discard changes
        </Button>
      )}
      <Button size="md" onClick={onSave} loading={busy} disabled={none || blocked !== null} aria-describedby={id}>
        Save Changes
      </Button>
    </div>
  );
}
