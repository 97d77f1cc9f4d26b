import type { ChatMessage } from '@ec/contract/chat/schemas';
import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconDots } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { Attachment } from '../../../components/form/Attachment.tsx';
import { TimeText } from '../../../components/figure/TimeText.tsx';
import { inZone, formatExact, formatTime } from '../../../lib/format/format.ts';
import { CardView } from './CardView.tsx';
import styles from './log.module.css';
import { MessageActions } from './MessageActions.tsx';
import { MessageText } from './MessageText.tsx';
import type { TakingOut } from '../TakeOutDialog.tsx';
import { traceOf } from '../traces.ts';

interface MessageRowProps {
  message: ChatMessage;
  /** Says who wrote it and when. */
  head: boolean;
  me: string;
  /** It is the one that was looked for. */
  isTarget: boolean;
  onTakeOut: (which: TakingOut) => void;
}

function Head({ message, own }: { message: ChatMessage; own: boolean }) {
  return (
    <div className={styles.head}>
      <span className="bold">{own ? 'You' : <bdi>{message.senderName}</bdi>}</span>{' '}
      <span className={styles.role} data-role={message.role}>
        {message.senderRole}
      </span>{' '}
      <time className="hint" dateTime={inZone(message.timestamp).toISOString()} title={formatExact(message.timestamp)}>
        {formatTime(message.timestamp)}
      </time>
    </div>
  );
}

function Body({ message, me }: { message: ChatMessage; me: string }) {
  const { content, mentions, fileId, link, senderName } = message;
  return (
    <>
      {content && <MessageText text={content} mentions={mentions} me={me} />}
      {fileId && <Attachment fileId={fileId} by={senderName} />}
      {link && <CardView link={link} />}
    </>
  );
}

/** One message; of one that was taken out, what is left of it. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, head, me, isTarget, onTakeOut } = props;
  const [open, setOpen] = useState(false);
  const own = message.senderId === me;
  const trace = traceOf(message, me);
  return (
    <li
      data-row={message.id}
      data-own={own || undefined}
      data-target={isTarget || undefined}
      data-head={head || undefined}
      className={styles.row}
    >
      {head ? (
        <Head message={message} own={own} />
      ) : (
        <VisuallyHidden>
          {own ? 'You' : message.senderName}, <TimeText moment={message.timestamp} minute />
        </VisuallyHidden>
      )}
      <div className={styles.line}>
        <div className={styles.bubble} data-trace={trace !== null || undefined}>
          {trace ?? <Body message={message} me={me} />}
        </div>
        {trace === null && (
          <button
            type="button"
            className={styles.dots}
            aria-expanded={open}
            aria-label={`Actions for ${own ? 'your message' : `the message of ${message.senderName}`}, ${formatTime(message.timestamp)}`}
            onClick={() => setOpen(!open)}
          >
            <IconDots size={18} aria-hidden />
          </button>
        )}
      </div>
      {own && trace === null && (
        <span className={styles.delivery}>
          <IconCheck size={13} aria-hidden /> Sent
        </span>
      )}
      {open && trace === null && <MessageActions message={message} onTakeOut={(act) => onTakeOut({ message, act })} />}
    </li>
  );
});
