import type { ChatMessage, LinkCard } from '@ec/contract/chat/schemas';
import { ORIGIN_WORDS } from '@ec/contract/second-entry/desk-words';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconDots, IconLock, IconMapPin, IconReportAnalytics } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { StatusChip } from '../../../components/figure/StatusChip.tsx';
import { TimeText } from '../../../components/figure/TimeText.tsx';
import { Attachment } from '../../../components/form/Attachment.tsx';
import { MayLink } from '../../../components/page/MayLink.tsx';
import { Avatar } from '../../../domain/people/Avatar.tsx';
import { personText } from '../../../domain/people/person-text.ts';
import { RESULT_STATUS, SOURCE_WORDS } from '../../../domain/results/labels.ts';
import { copyText } from '../../../lib/device/copy-text.ts';
import { formatExact, formatNumber, formatTime, isoText } from '../../../lib/format/format.ts';
import { notifyError, notifySuccess } from '../../../lib/hooks/notify.ts';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { leftText, type TakingOut, withdrawLeft } from '../TakeOutDialog.tsx';
import styles from './log.module.css';
import { MessageText } from './MessageText.tsx';

/** The text in place of a removed message; null for other messages. */
function traceOf(message: ChatMessage, me: string): string | null {
  const { state, senderId, senderName, removedBy, reason } = message;
  if (state === 'sent') return null;
  if (state === 'withdrawn') {
    return senderId === me ? 'You withdrew this message.' : `${senderName} withdrew this message.`;
  }
  const by = removedBy?.id === me ? 'you' : personText(removedBy);
  return `Removed by ${by}${reason ? `: ${reason}` : '.'}`;
}

interface MessageRowProps {
  message: ChatMessage;
  /** Says who wrote it and when. */
  head: boolean;
  me: string;
  /** It is the message that a search or link opened. */
  isTarget: boolean;
  onTakeOut: (which: TakingOut) => void;
}

function Head({ message, own }: { message: ChatMessage; own: boolean }) {
  return (
    <div className={styles.head}>
      {!own && <Avatar name={message.senderName} src={message.senderPictureUrl} size={24} />}
      <span className="bold">{own ? 'You' : <bdi>{message.senderName}</bdi>}</span>{' '}
      <span className={`hint semi ${styles.role}`} data-role={message.role}>
        {message.senderRole}
      </span>{' '}
      <time className="hint" dateTime={isoText(message.timestamp)} title={formatExact(message.timestamp)}>
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

/** One message, or the trace of a removed one. */
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

function Figures({ card }: { card: LinkCard }) {
  const parts = [
    card.source && SOURCE_WORDS[card.source],
    card.totalVotes !== null && `${formatNumber(card.totalVotes)} votes`,
    card.leading && `leading: ${card.leading}`,
    card.desk && ORIGIN_WORDS.desk.toLowerCase(),
  ].filter(Boolean);
  return parts.length > 0 ? <span className="dim">{parts.join(' · ')}</span> : null;
}

/** What a message points to, as its reader may see it. */
function CardView({ link }: { link: NonNullable<ChatMessage['link']> }) {
  if (link.type === 'hidden') {
    return (
      <div className={`gap-10 small flex above-6 surface pad-8-10 framed rounded-6 ${styles.card}`} data-hidden>
        <IconLock size={18} aria-hidden />
        <span>You may not see what this message points to.</span>
      </div>
    );
  }
  const Icon = link.type === 'result' ? IconReportAnalytics : IconMapPin;
  return (
    <div className={`gap-10 small flex above-6 surface pad-8-10 framed rounded-6 ${styles.card}`}>
      <Icon size={18} aria-hidden />
      <div className="tight shrink own-width gap-2">
        <MayLink to={link.path} className={`accent bold ${styles.cardTitle}`}>
          {link.title}
        </MayLink>
        <span className="dim">{link.place}</span>
        <Figures card={link} />
        {link.status && <StatusChip {...RESULT_STATUS[link.status]} />}
      </div>
    </div>
  );
}

interface MessageActionsProps {
  message: ChatMessage;
  onTakeOut: (act: TakingOut['act']) => void;
}

/** What can be done with a message, below it. */
function MessageActions({ message, onTakeOut }: MessageActionsProps) {
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
        <Button variant="default" onClick={() => void copy()}>
          Copy text
        </Button>
      )}
      {can.withdraw && left > 0 && (
        <Button variant="default" onClick={() => onTakeOut('withdraw')}>
          Withdraw ({leftText(left)} left)
        </Button>
      )}
      {can.withdraw && left === 0 && <span className="hint">It can no longer be withdrawn.</span>}
      {can.remove && (
        <Button variant="default" onClick={() => onTakeOut('remove')}>
          Remove…
        </Button>
      )}
      {nothing && <span className="hint">There is nothing that you can do with it.</span>}
    </div>
  );
}
