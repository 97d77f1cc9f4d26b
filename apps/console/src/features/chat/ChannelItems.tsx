import { CHANNEL_TYPES, type ChannelType, type ChatChannel } from '@ec/contract/chat/schemas';
import { VisuallyHidden } from '@mantine/core';
import { IconAt, IconBellOff, IconBuildingCommunity, IconFlag, IconMap2, IconMapPin } from '@tabler/icons-react';
import { Link } from 'react-router';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { unreadText } from '../../domain/chat/chat-channels.ts';
import { formatCount } from '../../lib/format/format.ts';
import styles from './chat.module.css';

/** Of the link to a chat in the list. */
export const channelItemId = (channelId: number) => `chat-${channelId}`;

const TYPES: Record<ChannelType, { icon: typeof IconFlag; label: string }> = {
  [CHANNEL_TYPES.national]: { icon: IconFlag, label: 'National chat' },
  [CHANNEL_TYPES.region]: { icon: IconMap2, label: 'Regional chat' },
  [CHANNEL_TYPES.state]: { icon: IconBuildingCommunity, label: 'State chat' },
  [CHANNEL_TYPES.lga]: { icon: IconMapPin, label: 'LGA chat' },
};

export function TypeIcon({ type, size = 18 }: { type: ChannelType; size?: number }) {
  const { icon: Icon, label } = TYPES[type];
  return (
    <span className="dim fixed inline holds" title={label}>
      <Icon size={size} aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

function Marks({ channel }: { channel: ChatChannel }) {
  const { muted, mentions, unreadCount } = channel;
  return (
    <span className={styles.marks}>
      {muted && (
        <span className={`inline ${styles.mark}`} title="Muted">
          <IconBellOff size={15} aria-hidden />
          <VisuallyHidden>Muted</VisuallyHidden>
        </span>
      )}
      {mentions > 0 && (
        <span className={`inline ${styles.mark}`} data-mentioned title="You are mentioned">
          <IconAt size={15} aria-hidden />
          <VisuallyHidden>You are mentioned</VisuallyHidden>
        </span>
      )}
      {unreadCount > 0 && (
        <span className={styles.badge} data-muted={muted || undefined}>
          {unreadText(unreadCount)}
          <VisuallyHidden> unread</VisuallyHidden>
        </span>
      )}
    </span>
  );
}

function Item({ channel, selected, q }: { channel: ChatChannel; selected: boolean; q: string }) {
  const { id, name, type, memberCount, lastMessage } = channel;
  const search = new URLSearchParams({ channel: String(id), ...(q && { q }) });
  return (
    <li>
      <Link
        id={channelItemId(id)}
        to={`?${search}`}
        className={styles.item}
        aria-current={selected ? 'true' : undefined}
        data-unread={channel.unreadCount > 0 || undefined}
      >
        <TypeIcon type={type} />
        <span className={`ellipsis semi ${styles.itemName}`}>
          <bdi>{name}</bdi>
        </span>
        {lastMessage && <TimeText moment={lastMessage.timestamp} className={styles.itemTime} />}
        <span className={styles.members}>{formatCount(memberCount, 'member')}</span>
        <Marks channel={channel} />
        <span className={styles.last}>
          {lastMessage ? (
            <>
              <span className={`ellipsis ${styles.lastSender}`}>
                <bdi>{lastMessage.senderName}</bdi>:
              </span>{' '}
              <bdi className="ellipsis grow">{lastMessage.content || 'Picture or link'}</bdi>
            </>
          ) : (
            'No messages yet'
          )}
        </span>
      </Link>
    </li>
  );
}

interface ChannelItemsProps {
  channels: readonly ChatChannel[];
  selected: number | null;
  /** What is searched for; the list is then those chats whose name has it. */
  q: string;
}

export function ChannelItems({ channels, selected, q }: ChannelItemsProps) {
  if (channels.length === 0) {
    return q === '' ? (
      <EmptyState title="You are in no chat yet">
        Chats follow the area that you are assigned to. Ask the administrator who manages your account to assign you.
      </EmptyState>
    ) : null;
  }
  return (
    <ul aria-label="Chats">
      {channels.map((channel) => (
        <Item key={channel.id} channel={channel} selected={channel.id === selected} q={q} />
      ))}
    </ul>
  );
}
