import type { ChannelList as Channels } from '@ec/contract/chat/schemas';
import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Page } from '../../components/page/Page.tsx';
import { useChannels } from '../../domain/chat/chat-channels.ts';
import { belowWidth } from '../../lib/device/breakpoints.ts';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import { ChatPane, LostChat } from './ChatPane.tsx';
import styles from './chat.module.css';
import { channelItemId } from './ChannelItems.tsx';
import { Sidebar } from './Sidebar.tsx';

const TITLE = 'Group Chats';

function Loading() {
  return (
    <Page title={TITLE}>
      <div className={styles.loading} role="status">
        <p>Loading chat system...</p>
        <Skeleton height={56} />
        <Skeleton height={56} />
        <Skeleton height={56} />
      </div>
    </Page>
  );
}

function contextOf({ total, unread }: Channels): string {
  const chats = formatCount(total, 'chat');
  return unread > 0 ? `${chats} · ${formatNumber(unread)} unread` : chats;
}

/** The address names what is open: `channel`, and `message` where one is to be shown. */
function useOpened() {
  const [params] = useSearchParams();
  const number = (name: string) => {
    const value = Number(params.get(name));
    return Number.isSafeInteger(value) && value > 0 ? value : null;
  };
  return { channelId: number('channel'), messageId: number('message') };
}

/** Changes with each navigation, not when a filter changes the address. */
function useVisit(): string {
  const { key } = useLocation();
  const type = useNavigationType();
  const [visit, setVisit] = useState(key);
  if (type !== 'REPLACE' && visit !== key) setVisit(key);
  return visit;
}

/** On a phone, going back from a chat scrolls the list to that chat. */
function useReturnToItem(channelId: number | null, phone: boolean): void {
  const last = useRef(channelId);
  useEffect(() => {
    if (phone && channelId === null && last.current !== null) {
      document.getElementById(channelItemId(last.current))?.focus();
    }
    last.current = channelId;
  }, [channelId, phone]);
}

export function ChatPage() {
  const { data, error, refetch } = useChannels();
  const { channelId, messageId } = useOpened();
  const visit = useVisit();
  const phone = useMediaQuery(belowWidth('md'), false, { getInitialValueInEffect: false });
  useReturnToItem(channelId, phone);

  if (!data) {
    if (!error) return <Loading />;
    return (
      <Page title={TITLE}>
        <ErrorView title="The chats could not be loaded" error={error} onRetry={refetch} />
      </Page>
    );
  }
  const channel = data.channels.find(({ id }) => id === channelId);
  const pane = channel ? (
    <ChatPane key={channel.id} channel={channel} target={messageId} visit={visit} phone={phone} />
  ) : (
    channelId !== null && <LostChat phone={phone} />
  );
  if (phone && pane) return pane;
  return (
    <Page title={TITLE} context={contextOf(data)}>
      <div className={styles.room}>
        <Sidebar list={data} selected={channelId} />
        {!phone && (
          <div className={styles.side}>
            {pane || (
              <EmptyState title="Select a Chat">Choose a chat from the list to read and write messages.</EmptyState>
            )}
          </div>
        )}
      </div>
    </Page>
  );
}
