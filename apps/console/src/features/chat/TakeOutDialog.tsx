import { type ChatChannel, type ChatMessage, WITHDRAW_MINUTES } from '@ec/contract/chat/schemas';
import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ConfirmForm } from '../../components/form/ConfirmModal.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { formatCount } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import { useTakeOut } from './api.ts';
import styles from './log/log.module.css';
import { changeWindow } from './log/use-window.ts';
import { withChanged } from './log/window.ts';

/** How long a message can still be withdrawn, in milliseconds; 0 when that is over. */
export function withdrawLeft(timestamp: string, now: number): number {
  return Math.max(0, Date.parse(timestamp) + WITHDRAW_MINUTES * 60_000 - now);
}

/** 7 min 05 s */
export function leftText(left: number): string {
  const seconds = Math.ceil(left / 1000);
  const rest = String(seconds % 60).padStart(2, '0');
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${rest} s`;
}

export interface TakingOut {
  message: ChatMessage;
  /** Its sender withdraws it, a moderator removes it. */
  act: 'withdraw' | 'remove';
}

interface TakeOutDialogProps extends TakingOut {
  channel: ChatChannel;
  onClose: () => void;
}

const LONGEST_REASON = 500;

/** The confirmation before a message is removed. Its trace stays. */
export function TakeOutDialog({ message, act, channel, onClose }: TakeOutDialogProps) {
  const queryClient = useQueryClient();
  const left = withdrawLeft(message.timestamp, useNow());
  const removes = act === 'remove';
  const form = useServerForm({
    id: 'take-out',
    start: { reason: '' },
    body: ({ reason }) => ({ reason: removes ? reason.trim() : null }),
    request: useTakeOut(message.id),
    failed: removes ? 'The message could not be removed' : 'The message could not be withdrawn',
    onDone: (answer) => {
      changeWindow(queryClient, channel.id, (held) => withChanged(held, [answer]));
      notifySuccess(removes ? `The message of ${message.senderName} was removed.` : 'Your message was withdrawn.');
      onClose();
    },
  });
  const blocked = removes
    ? form.values.reason.trim() === '' && 'Give a reason first'
    : left === 0 && `The ${WITHDRAW_MINUTES} minutes are over`;
  const members = `${formatCount(channel.memberCount, 'member')} of ${channel.name}`;
  return (
    <ConfirmForm
      form={form}
      onClose={onClose}
      title={removes ? 'Remove this message?' : 'Withdraw this message?'}
      confirmLabel={removes ? 'Remove message' : 'Withdraw message'}
      blocked={blocked || undefined}
      danger
    >
      <p className={styles.quote}>
        <bdi>{message.content || 'Picture or link'}</bdi>
      </p>
      {removes ? (
        <>
          <p>
            None of the {members} sees what <bdi>{message.senderName}</bdi> wrote any more. That you removed it, and
            why, stays to be read in its place, and is kept in the audit log.
          </p>
          <Textarea
            label="Reason"
            required
            rows={3}
            maxLength={LONGEST_REASON}
            data-autofocus
            {...form.field('reason')}
          />
        </>
      ) : (
        <p>
          None of the {members} sees it any more. That you withdrew it stays to be read in its place.
          {left > 0 && ` You can withdraw it for another ${leftText(left)}.`}
        </p>
      )}
    </ConfirmForm>
  );
}
