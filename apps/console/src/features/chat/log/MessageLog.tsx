import type { ChatChannel, ChatMessage } from '@ec/contract/chat/schemas';
import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { errorMessage } from '../../../lib/http/api-error.ts';
import { unreadText, useWatchedChannel } from '../../../domain/chat/chat-channels.ts';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { useReturnFocus } from '../../../lib/hooks/focus.ts';
import styles from './log.module.css';
import { MessageRow } from './MessageRow.tsx';
import { PendingRow } from './PendingRow.tsx';
import { rowsOf } from './rows.ts';
import type { Shown } from '../composer/outbox.ts';
import { type TakingOut, TakeOutDialog } from '../TakeOutDialog.tsx';
import { useRead } from './reader.ts';
import { type Place, useScroller } from './use-scroller.ts';
import { type MessageWindow, newestId } from './window.ts';

interface Reading {
  mutate: (from: number) => void;
  isPending: boolean;
  error: Error | null;
}

interface MessageLogProps {
  channel: ChatChannel;
  held: MessageWindow;
  outgoing: readonly Shown[];
  unreadFrom: number | null;
  place: Place;
  target: number | null;
  onFollowing: (following: boolean) => void;
  older: Reading;
  newer: Reading;
  isJumping: boolean;
  onNewest: () => void;
}

/** Reads a page further on, by scrolling there or by pressing the button. */
function MoreButton({ label, reading, onMore }: { label: string; reading: Reading; onMore: () => void }) {
  return (
    <div className={styles.more}>
      {reading.error && <span role="alert">{errorMessage(reading.error)}</span>}
      <Button variant="subtle" loading={reading.isPending} onClick={onMore}>
        {reading.error ? 'Retry' : label}
      </Button>
    </div>
  );
}

/** While the end of the chat is visible, new messages are not counted as unread. */
function useWatching(channelId: ChatChannel['id'], atEnd: boolean): void {
  useEffect(() => {
    const look = () => {
      const watched = atEnd && document.visibilityState === 'visible';
      useWatchedChannel.setState({ id: watched ? channelId : null });
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      useWatchedChannel.setState({ id: null });
    };
  }, [channelId, atEnd]);
}

/** The messages, oldest first, with the unsent ones at the end. */
export function MessageLog(props: MessageLogProps) {
  const { channel, held, outgoing, unreadFrom, place, target, onFollowing, older, newer, isJumping, onNewest } = props;
  const { user } = useCurrentMe();
  const minute = useNow(60_000);
  const rows = useMemo(() => rowsOf(held.messages, unreadFrom, minute), [held.messages, unreadFrom, minute]);
  const read = useRead(channel);
  const [taking, setTaking] = useState<TakingOut | null>(null);
  const rememberFocus = useReturnFocus(taking !== null);
  const onTakeOut = useCallback(
    (which: TakingOut) => {
      rememberFocus();
      setTaking(which);
    },
    [rememberFocus],
  );

  const readOlder = () => {
    const first = held.messages[0];
    if (first && held.hasOlder && !older.isPending) older.mutate(first.id);
  };
  const readNewer = () => {
    if (held.hasNewer && !newer.isPending && !isJumping) newer.mutate(newestId(held));
  };
  const { scroller, atEnd, onScroll, toEnd } = useScroller({
    place,
    onFollowing,
    complete: !held.hasNewer,
    onNearTop: () => {
      if (!older.error) readOlder();
    },
    onNearEnd: () => {
      if (!newer.error) readNewer();
    },
    onSeen: (row) => read(seenThrough(held.messages, row, user.id)),
  });
  useWatching(channel.id, atEnd);

  const unread = channel.unreadCount;
  const isEmpty = rows.length === 0 && outgoing.length === 0;
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        role="log"
        aria-label={`Messages in ${channel.name}`}
        aria-live="off"
        tabIndex={0}
        className={styles.log}
        onScroll={onScroll}
      >
        {held.hasOlder && <MoreButton label="Older messages" reading={older} onMore={readOlder} />}
        {isEmpty && (
          <EmptyState title="No messages yet">
            Write the first one. All members of {channel.name} can read it.
          </EmptyState>
        )}
        <ol className="pile">
          {rows.map((row) => {
            if (row.kind === 'day') {
              return (
                <li key={row.key} className={styles.day}>
                  <span>{row.words}</span>
                </li>
              );
            }
            if (row.kind === 'new') {
              return (
                <li key={row.key} className={styles.new}>
                  <span>New messages</span>
                </li>
              );
            }
            return (
              <MessageRow
                key={row.key}
                message={row.message}
                head={row.head}
                me={user.id}
                isTarget={row.message.id === target}
                onTakeOut={onTakeOut}
              />
            );
          })}
          {outgoing.map((message) => (
            <PendingRow key={message.key} message={message} channelName={channel.name} />
          ))}
        </ol>
        {held.hasNewer && <MoreButton label="Newer messages" reading={newer} onMore={readNewer} />}
      </div>
      {!atEnd && (
        <Button
          className={styles.pill ?? ''}
          radius="xl"
          loading={isJumping}
          leftSection={<IconArrowDown size={16} aria-hidden />}
          onClick={() => (held.hasNewer ? onNewest() : toEnd())}
        >
          {unread > 0 ? `${unreadText(unread)} new ${unread === 1 ? 'message' : 'messages'}` : 'Newest messages'}
        </Button>
      )}
      {taking && <TakeOutDialog {...taking} channel={channel} onClose={() => setTaking(null)} />}
    </div>
  );
}

/** The newest message of others up to a row. What is on its way has no number yet, and stands below all others. */
function seenThrough(messages: readonly ChatMessage[], row: string, me: string): number {
  const upTo = Number(row);
  return messages.findLast(({ id, senderId }) => senderId !== me && !(id > upTo))?.id ?? 0;
}
