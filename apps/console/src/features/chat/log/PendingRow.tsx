import { Button } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconClock, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { ProgressBar } from '../../../components/figure/Bars.tsx';
import { useConnection } from '../../../lib/stream/connection.ts';
import { useObjectUrl } from '../../../lib/hooks/use-file-url.ts';
import { useReturnFocus } from '../../../lib/hooks/focus.ts';
import { DiscardDialog } from '../composer/Composer.tsx';
import styles from './log.module.css';
import { MessageText } from './MessageText.tsx';
import type { Shown } from '../composer/outbox.ts';
import { outbox } from '../composer/sending.ts';

/** The server itself said nothing. */
const UNREACHED = new Set(['NETWORK', 'TIMEOUT', 'UNREADABLE']);

/** The state of an unsent message, as text and icon. */
function stateOf({ state, sending, problem, attempts }: Shown, network: boolean) {
  if (state === 'refused') {
    return { icon: IconAlertCircle, words: `Not sent: ${problem?.message ?? 'it could not be read'}` };
  }
  if (state === 'received') return { icon: IconCheck, words: 'Sent' };
  if (sending) return { icon: IconSend, words: 'Sending…' };
  if (problem && !UNREACHED.has(problem.code)) return { icon: IconClock, words: `Waiting: ${problem.message}` };
  if (!network || attempts > 0) return { icon: IconClock, words: 'Waiting for network, kept on this device' };
  return { icon: IconClock, words: 'Waiting' };
}

/** One of the reader's own messages that the chat does not show yet. */
export function PendingRow({ message, channelName }: { message: Shown; channelName: string }) {
  const network = useConnection((state) => state.network);
  const preview = useObjectUrl(message.photo?.blob);
  const [asking, setAsking] = useState(false);
  const rememberFocus = useReturnFocus(asking);
  const { icon: Icon, words } = stateOf(message, network);
  const failed = message.state === 'refused';
  const idle = message.state === 'waiting' && !message.sending && message.attempts > 0;
  return (
    <li data-row={message.key} data-own data-head className={styles.row}>
      <div className={styles.line}>
        <div className={styles.bubble} data-pending>
          {message.content && <MessageText text={message.content} mentions={message.mentions} me="" />}
          {preview && <img src={preview} alt="What you attached" className={styles.preview} />}
          {message.linkLabel && <div className="hint">{message.linkLabel}</div>}
        </div>
      </div>
      {message.progress !== null && <ProgressBar label="Picture sent" share={message.progress} />}
      <span className={styles.delivery} data-failed={failed || undefined} role="status">
        <Icon size={13} aria-hidden /> {words}
      </span>
      {(failed || idle) && (
        <div className={styles.actions}>
          <Button variant="default" onClick={() => void outbox.retry(message.key)}>
            Try again
          </Button>
          {failed && message.link && message.content && (
            <Button variant="default" onClick={() => void outbox.retryWithoutLink(message.key)}>
              Send without the link
            </Button>
          )}
          <Button
            variant="default"
            onClick={() => {
              rememberFocus();
              setAsking(true);
            }}
          >
            Discard
          </Button>
        </div>
      )}
      {asking && (
        <DiscardDialog
          what="Your message"
          where={channelName}
          onClose={() => setAsking(false)}
          onDiscard={() => void outbox.discard(message.key)}
        />
      )}
    </li>
  );
}
