import type { AlertBulkAction, AlertBulkAnswer } from '@ec/contract/alerts/bulk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Note } from '../../components/page/Note.tsx';
import { formatCount, formatTime } from '../../lib/format/format.ts';
import styles from './alerts.module.css';
import { useUndo } from './api.ts';

interface BulkBarProps {
  /** What is chosen, in words. */
  text: string;
  /** True where snoozed alerts are shown, which can be brought back. */
  snoozed: boolean;
  onAct: (action: AlertBulkAction) => void;
  onClear: () => void;
}

/** What can be done with the lines that are chosen. */
export function BulkBar({ text, snoozed, onAct, onClear }: BulkBarProps) {
  return (
    <div className={`row ruled gap-6-12 ${styles.choose} ${styles.bulk}`} role="group" aria-label="Selected alerts">
      <span role="status" className="medium">
        {text} selected
      </span>
      <Button onClick={() => onAct('acknowledge')}>Acknowledge</Button>
      <Button variant="default" onClick={() => onAct('assign')}>
        Assign
      </Button>
      <Button variant="default" onClick={() => onAct('resolve')}>
        Resolve
      </Button>
      <Button variant="default" onClick={() => onAct(snoozed ? 'wake' : 'snooze')}>
        {snoozed ? 'End snooze' : 'Snooze'}
      </Button>
      <Button variant="subtle" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  );
}

const DONE: Record<AlertBulkAction, string> = {
  acknowledge: 'acknowledged',
  assign: 'assigned',
  resolve: 'resolved',
  snooze: 'snoozed',
  wake: 'shown again',
};

interface UndoBarProps {
  answer: AlertBulkAnswer;
  onClose: () => void;
}

/** What was done with how many, and the way back while there is one. */
export function UndoBar({ answer, onClose }: UndoBarProps) {
  const undo = useUndo();
  const [undone, setUndone] = useState('');
  const { id, action, changed, left, undoUntil } = answer;
  const rest = left > 0 ? ` ${formatCount(left, 'alert')} stayed as before.` : '';
  const restore = () =>
    undo.mutate(id ?? '', {
      onSuccess: ({ restored, kept }) =>
        setUndone(
          `${formatCount(restored, 'alert')} put back.${kept > 0 ? ` ${kept} changed since and stay as they are.` : ''}`,
        ),
    });
  return (
    <Note kind="ok" role="status">
      <div className="row gap-6-12">
        <span>{undone || `${formatCount(changed, 'alert')} ${DONE[action]}.${rest}`}</span>
        {id !== null && undoUntil !== null && undone === '' && (
          <Button variant="default" loading={undo.isPending} onClick={restore}>
            Undo (until {formatTime(undoUntil)})
          </Button>
        )}
        <Button variant="subtle" onClick={onClose}>
          Close
        </Button>
      </div>
    </Note>
  );
}
