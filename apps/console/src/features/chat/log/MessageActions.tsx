import type { ChatMessage } from '@ec/contract/chat/schemas';
import { Button } from '@mantine/core';
import { copyText } from '../../../lib/device/copy-text.ts';
import { notifyError, notifySuccess } from '../../../lib/hooks/notify.ts';
import { useNow } from '../../../lib/hooks/use-now.ts';
import styles from './log.module.css';
import type { TakingOut } from '../TakeOutDialog.tsx';
import { leftText, withdrawLeft } from '../withdraw.ts';

interface MessageActionsProps {
  message: ChatMessage;
  onTakeOut: (act: TakingOut['act']) => void;
}

/** What can be done with a message, below it. */
export function MessageActions({ message, onTakeOut }: MessageActionsProps) {
  const { content, can, timestamp } = message;
  const left = withdrawLeft(timestamp, useNow());
  const copy = async () => {
    if (await copyText(content ?? '')) notifySuccess('The text was copied.');
    else notifyError('The text could not be copied.');
  };
  const nothing = !content && !can.withdraw && !can.remove;
  return (
    <div className={styles.actions}>
      {content && (
        <Button variant="default" size="md" onClick={() => void copy()}>
          Copy text
        </Button>
      )}
      {can.withdraw && left > 0 && (
        <Button variant="default" size="md" onClick={() => onTakeOut('withdraw')}>
          Withdraw ({leftText(left)} left)
        </Button>
      )}
      {can.withdraw && left === 0 && <span className="hint">It can no longer be withdrawn.</span>}
      {can.remove && (
        <Button variant="default" size="md" onClick={() => onTakeOut('remove')}>
          Remove…
        </Button>
      )}
      {nothing && <span className="hint">There is nothing that you can do with it.</span>}
    </div>
  );
}
