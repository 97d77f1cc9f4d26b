import type { ChatChannel, ChatMessage } from '@ec/contract/chat/schemas';
import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { TimeText } from '../../../components/figure/TimeText.tsx';
import { formatCount } from '../../../lib/format/format.ts';
import { searchQuery } from '../api.ts';
import styles from '../chat.module.css';
import { excerpt } from './MessageText.tsx';

function Hit({ message, name, q }: { message: ChatMessage; name: string; q: string }) {
  const { start, match, end } = excerpt(message.content ?? '', q);
  const search = new URLSearchParams({ channel: String(message.channelId), message: String(message.id), q });
  return (
    <li>
      <Link to={`?${search}`} className={styles.hit}>
        <span className={styles.hitHead}>
          <bdi>{message.senderName}</bdi> in <bdi>{name}</bdi>
        </span>
        <TimeText moment={message.timestamp} className={styles.itemTime} minute />
        <span className={`clip quiet whole ${styles.hitText}`} dir="auto">
          {start}
          {match && <mark>{match}</mark>}
          {end}
        </span>
      </Link>
    </li>
  );
}

/** Messages of the reader's chats that hold the words, newest first. */
export function SearchHits({ q, channels }: { q: string; channels: readonly ChatChannel[] }) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery(searchQuery(q));
  if (q.length < 2) return <p className="quiet pad-10-12">Write at least two characters to search messages.</p>;
  if (!data) {
    return error ? (
      <ErrorView title="The messages could not be searched" error={error} onRetry={refetch} />
    ) : (
      <div className="quiet pad-10-12" role="status">
        Searching messages…
        <Skeleton height={48} mt="xs" />
      </div>
    );
  }
  const messages = data.pages.flatMap((page) => page.messages);
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  const count = messages.length === 0 ? 'No messages found' : formatCount(messages.length, 'message');
  return (
    <section aria-label="Messages found">
      <p className="quiet pad-10-12" role="status">
        {hasNextPage ? `The newest ${count}` : count}
      </p>
      <ul>
        {messages.map((message) => (
          <Hit key={message.id} message={message} name={names.get(message.channelId) ?? ''} q={q} />
        ))}
      </ul>
      {error && <ErrorView title="Older messages could not be searched" error={error} onRetry={fetchNextPage} />}
      {hasNextPage && !error && (
        <Button variant="subtle" fullWidth loading={isFetching} onClick={() => void fetchNextPage()}>
          Older messages
        </Button>
      )}
    </section>
  );
}
