import type { OutboxMessage } from '@ec/contract/deliveries';
import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DataTableFoot, type Paging } from '../../components/DataTableFoot.tsx';
import { ErrorView } from '../../components/ErrorView.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import styles from './deliveries.module.css';
import { recipientText } from './labels.ts';
import { ChannelName, MessageState, MessageText, RetryButton } from './MessageParts.tsx';

const ERROR_TITLE = 'Messages could not be loaded';

const COLUMNS: readonly Column<OutboxMessage>[] = [
  { key: 'time', header: 'Time', cell: ({ createdAt }) => <TimeText moment={createdAt} minute /> },
  { key: 'channel', header: 'Channel', cell: (message) => <ChannelName message={message} /> },
  {
    key: 'recipient',
    header: 'Recipient',
    cell: (message) => <span className={styles.recipient}>{recipientText(message)}</span>,
  },
  { key: 'text', header: 'Text', cell: (message) => <MessageText message={message} /> },
  { key: 'status', header: 'Status', cell: (message) => <MessageState message={message} /> },
  { key: 'action', header: 'Action', cell: (message) => <RetryButton message={message} /> },
];

interface MessageTableProps {
  messages: readonly OutboxMessage[] | undefined;
  error: unknown;
  onRetry: () => unknown;
  empty: ReactNode;
  paging: Paging;
}

function Cards({ messages }: { messages: readonly OutboxMessage[] }) {
  return (
    <ul className={styles.cards} aria-label="Messages">
      {messages.map((message) => (
        <li key={message.id} className={styles.item}>
          <div className={styles.itemHead}>
            <ChannelName message={message} />
            <TimeText moment={message.createdAt} minute className={styles.quiet} />
          </div>
          <b className={styles.recipient}>{recipientText(message)}</b>
          <MessageText message={message} />
          <MessageState message={message} />
          <RetryButton message={message} />
        </li>
      ))}
    </ul>
  );
}

/** The messages of the page: rows, or cards where there is little room. */
export function MessageTable({ messages, error, onRetry, empty, paging }: MessageTableProps) {
  const small = useMediaQuery('(max-width: 61.99em)', undefined, { getInitialValueInEffect: false });
  if (!small) {
    return (
      <DataTable
        label="Messages"
        columns={COLUMNS}
        rows={messages}
        rowKey={({ id }) => id}
        error={error}
        errorTitle={ERROR_TITLE}
        onRetry={onRetry}
        empty={empty}
        paging={paging}
      />
    );
  }
  if (!messages) {
    return error ? (
      <ErrorView title={ERROR_TITLE} error={error} onRetry={onRetry} />
    ) : (
      <div className={styles.loading} role="status" aria-label="Loading messages">
        {Array.from({ length: 4 }, (_, card) => (
          <Skeleton key={card} height={110} />
        ))}
      </div>
    );
  }
  if (messages.length === 0) return empty;
  return (
    <>
      <Cards messages={messages} />
      <DataTableFoot shown={messages.length} paging={paging} />
    </>
  );
}
