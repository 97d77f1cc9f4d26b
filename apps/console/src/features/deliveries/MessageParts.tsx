import type { OutboxMessage } from '@ec/contract/deliveries/schemas';
import { Button, UnstyledButton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { notifyError, notifySuccess } from '../../lib/hooks/notify.ts';
import { useRetry } from './api.ts';
import styles from './deliveries.module.css';
import { CHANNELS, gatewayName, recipientText, STATUSES } from './labels.ts';

interface PartProps {
  message: OutboxMessage;
}

/** Texts up to this length stand whole; of longer ones the beginning does. */
const SHORT = 90;

export function ChannelName({ message: { channel } }: PartProps) {
  const { label, icon: Mark } = CHANNELS[channel];
  return (
    <span className="line nowrap">
      <Mark size={16} aria-hidden /> {label}
    </span>
  );
}

function FoldedText({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  if (text.length <= SHORT) return <div className={styles.body}>{text}</div>;
  return (
    <>
      <div className={styles.body}>{open ? text : `${text.slice(0, SHORT).trimEnd()}…`}</div>
      <UnstyledButton className="opener small" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Show less' : 'Show all of it'}
      </UnstyledButton>
    </>
  );
}

export function MessageText({ message: { subject, body } }: PartProps) {
  const head = subject && <div className="medium breaks">{subject}</div>;
  if (body === null) {
    return (
      <div className={styles.message}>
        {head}
        <span className="hint">Not shown: it holds a code or a password.</span>
      </div>
    );
  }
  return (
    <div className={styles.message}>
      {head}
      <FoldedText text={body} />
    </div>
  );
}

/** Word and icon; how often it was tried, when next, and what the gateway said. */
export function MessageState({ message }: PartProps) {
  const { status, attempts, nextAttemptAt, lastError, gateway, sentAt } = message;
  return (
    <div className={styles.state}>
      <StatusChip {...STATUSES[status]} />
      {attempts > 0 && (
        <div className="hint">
          {formatCount(attempts, 'attempt')}
          {status === 'sent' && gateway && ` by ${gatewayName(gateway)}`}
        </div>
      )}
      {sentAt && (
        <div className="hint">
          {status === 'logged' ? 'Logged' : 'Sent'} <TimeText moment={sentAt} minute />
        </div>
      )}
      {nextAttemptAt && (
        <div className="hint">
          Next attempt <TimeText moment={nextAttemptAt} minute />
        </div>
      )}
      {lastError && status !== 'sent' && status !== 'logged' && <div className="error">{lastError}</div>}
    </div>
  );
}

export function RetryButton({ message }: PartProps) {
  const retry = useRetry();
  if (!message.can.retry) return null;
  const { one } = CHANNELS[message.channel];
  const to = recipientText(message);
  const again = () =>
    retry.mutate(message, {
      onSuccess: () => notifySuccess(`The ${one} to ${to} is tried again.`),
      onError: (error) => notifyError(error, `The ${one} to ${to} is not tried again`),
    });
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={retry.isPending}
      aria-label={`Try again: ${one} to ${to}`}
      onClick={again}
    >
      Try again
    </Button>
  );
}
