import type { OutboxMessage } from '@ec/contract/deliveries/schemas';
import type { ReactNode } from 'react';
import type { Column } from '../../components/list/DataTable.tsx';
import { type CardParts, ListOrCards } from '../../components/list/ListOrCards.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import type { Paging } from '../../lib/hooks/paging.ts';
import { recipientText } from './labels.ts';
import { ChannelName, MessageState, MessageText, RetryButton } from './MessageParts.tsx';

const COLUMNS: [Column<OutboxMessage>, ...Column<OutboxMessage>[]] = [
  { key: 'time', header: 'Time', cell: ({ createdAt }) => <TimeText moment={createdAt} minute /> },
  { key: 'channel', header: 'Channel', cell: (message) => <ChannelName message={message} /> },
  {
    key: 'recipient',
    fixed: true,
    header: 'Recipient',
    cell: (message) => <span className="breaks">{recipientText(message)}</span>,
  },
  { key: 'text', header: 'Text', cell: (message) => <MessageText message={message} /> },
  { key: 'status', header: 'Status', cell: (message) => <MessageState message={message} /> },
  { key: 'action', header: 'Action', fixed: true, cell: (message) => <RetryButton message={message} /> },
];

const cardOf = (message: OutboxMessage): CardParts => ({
  head: <ChannelName message={message} />,
  side: <TimeText moment={message.createdAt} minute className="hint" />,
  body: (
    <>
      <b className="breaks">{recipientText(message)}</b>
      <MessageText message={message} />
      <MessageState message={message} />
    </>
  ),
  foot: message.can.retry && <RetryButton message={message} />,
});

interface MessageTableProps {
  messages: readonly OutboxMessage[] | undefined;
  error: unknown;
  onRetry: () => unknown;
  empty: ReactNode;
  paging: Paging;
}

/** The messages of the page. */
export function MessageTable({ messages, ...list }: MessageTableProps) {
  return (
    <ListOrCards
      label="Messages"
      chooseAs="messages"
      columns={COLUMNS}
      card={cardOf}
      rows={messages}
      rowKey={({ id }) => id}
      errorTitle="Messages could not be loaded"
      {...list}
    />
  );
}
