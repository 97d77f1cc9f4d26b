import type { ChatChannel, ChatMessage } from '@ec/contract/chat/schemas';
import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Page } from '../../components/page/Page.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { notifyError } from '../../lib/hooks/notify.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import styles from './chat.module.css';
import { Composer } from './composer/Composer.tsx';
import { outbox, useOutgoingTo } from './composer/sending.ts';
import { MessageLog } from './log/MessageLog.tsx';
import { firstUnread } from './log/rows.ts';
import type { Place } from './log/use-scroller.ts';
import { useMessageWindow } from './log/use-window.ts';
import { newestId } from './log/window.ts';
import { PaneHead } from './PaneHead.tsx';
import { useNews } from './use-news.ts';

interface ChatPaneProps {
  channel: ChatChannel;
  /** The message to be shown; null for none. */
  target: number | null;
  /** Changes each time a link is followed. */
  visit: string;
  phone: boolean;
}

const GONE = 'This message is no longer in the chat';

/** One chat: its messages, the unsent ones, and the composer. */
export function ChatPane({ channel, target, visit, phone }: ChatPaneProps) {
  const { user } = useCurrentMe();
  const [params, setParams] = useSearchParams();
  const following = useRef(true);
  const { query, older, newer, jump } = useMessageWindow(channel, target);
  const readNews = useNews({ channelId: channel.id, following, loaded: query.data !== undefined });
  const outgoing = useOutgoingTo(user.id, channel.id);
  const held = query.data;

  // What was unread is what was unread when the chat was opened.
  const [readThrough] = useState(channel.readThrough);
  const [newestAtFirst, setNewestAtFirst] = useState<number | null>(null);
  useEffect(() => {
    if (held) setNewestAtFirst((first) => first ?? newestId(held));
  }, [held]);
  const unread = held ? firstUnread(held, readThrough, user.id) : null;
  const unreadFrom = unread !== null && unread <= (newestAtFirst ?? unread) ? unread : null;

  const [place, setPlace] = useState<Place | null>(null);
  const first: Place = useMemo(
    () =>
      target !== null
        ? { key: 'first', row: String(target), where: 'middle' }
        : { key: 'first', row: unreadFrom === null ? null : String(unreadFrom), where: 'top' },
    [target, unreadFrom],
  );

  const show = useEffectEvent(() => {
    if (target === null || !held) return;
    const at: Place = { key: `message ${visit}`, row: String(target), where: 'middle' };
    if (held.messages.some(({ id }) => id === target)) {
      setPlace(at);
      return;
    }
    jump.mutate(target, {
      onSuccess: ({ messages }) => {
        setPlace(at);
        if (!messages.some(({ id }) => id === target)) notifyError(GONE);
      },
      onError: (error) => notifyError(error, 'The message could not be loaded'),
    });
  });
  const isLoaded = held !== undefined;
  useEffect(() => {
    if (isLoaded && target !== null) show();
  }, [isLoaded, target, visit]);

  const toNewest = () => {
    const at: Place = { key: `newest ${Date.now()}`, row: null, where: 'end' };
    if (target !== null) {
      const rest = new URLSearchParams(params);
      rest.delete('message');
      setParams(rest, { replace: true, preventScrollReset: true });
    }
    if (!held?.hasNewer) setPlace(at);
    else {
      jump.mutate('newest', {
        onSuccess: () => setPlace(at),
        onError: (error) => notifyError(error, 'The newest messages could not be loaded'),
      });
    }
  };

  // A sent message marks all earlier ones as read, and leaves the outbox once the chat shows it.
  const keys = useMemo(() => new Set(held?.messages.flatMap(({ key }) => key ?? [])), [held]);
  const arrived = outgoing.filter(({ state }) => state === 'received').map(({ key }) => key);
  const arrivedKeys = arrived.join(' ');
  const onArrived = useEffectEvent(() => {
    outbox.settle(arrived.filter((key) => keys.has(key)));
    if (arrived.some((key) => !keys.has(key))) readNews();
  });
  useEffect(() => {
    if (arrivedKeys !== '') onArrived();
  }, [arrivedKeys, keys]);

  const isLost = query.error instanceof ApiError && query.error.status === 404;
  if (isLost) return <LostChat phone={phone} />;
  return (
    <section className={phone ? styles.phonePane : styles.pane} aria-label={channel.name}>
      <PaneHead channel={channel} phone={phone} />
      {held ? (
        <MessageLog
          channel={channel}
          held={held}
          outgoing={outgoing.filter(({ key }) => !keys.has(key))}
          unreadFrom={unreadFrom}
          place={place ?? first}
          target={target}
          onFollowing={(isFollowing) => {
            following.current = isFollowing;
          }}
          older={older}
          newer={newer}
          isJumping={jump.isPending}
          onNewest={toNewest}
        />
      ) : (
        <div className={styles.waiting}>
          {query.error ? (
            <ErrorView title="The messages could not be loaded" error={query.error} onRetry={query.refetch} />
          ) : (
            <LogSkeleton />
          )}
        </div>
      )}
      <Announcer messages={held?.messages} me={user.id} />
      <Composer channel={channel} focusFirst={!phone && target === null} onSent={toNewest} />
    </section>
  );
}

const TEXT = 'Chats follow the area that you are assigned to. This one is not, or no longer, one of yours.';

/** Shown in place of a chat of which the reader is no member. */
export function LostChat({ phone }: { phone: boolean }) {
  const action = (
    <Button component={Link} to="/communications" variant="default">
      All chats
    </Button>
  );
  const words = (
    <EmptyState title="You are not in this chat" action={action}>
      {TEXT}
    </EmptyState>
  );
  return phone ? <Page title="Group Chats">{words}</Page> : words;
}

/** While the first messages of a chat are on their way. */
function LogSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading the messages">
      <Skeleton height={44} width="55%" />
      <Skeleton height={64} width="70%" />
      <Skeleton height={44} width="40%" ml="auto" />
      <Skeleton height={44} width="60%" />
    </div>
  );
}

interface AnnouncerProps {
  messages: readonly ChatMessage[] | undefined;
  me: string;
}

function wordsOf(fresh: readonly ChatMessage[]): string {
  const last = fresh.at(-1);
  if (!last) return '';
  if (fresh.length > 1) return `${formatCount(fresh.length, 'new message')}, the last by ${last.senderName}`;
  return `${last.senderName}: ${last.content || 'a picture or link'}`;
}

/** Announces new messages of others to screen readers while the chat is open; pages of older messages are not. */
function Announcer({ messages, me }: AnnouncerProps) {
  const [announced, setAnnounced] = useState<{ through: number; words: string } | null>(null);
  useEffect(() => {
    if (!messages) return;
    const newest = messages.at(-1)?.id ?? 0;
    setAnnounced((before) => {
      if (before === null) return { through: newest, words: '' };
      if (newest <= before.through) return before;
      const fresh = messages.filter(
        ({ id, senderId, state }) => id > before.through && senderId !== me && state === 'sent',
      );
      return { through: newest, words: fresh.length > 0 ? wordsOf(fresh) : before.words };
    });
  }, [messages, me]);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {announced?.words}
    </VisuallyHidden>
  );
}
