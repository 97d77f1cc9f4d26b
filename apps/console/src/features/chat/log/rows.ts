import type { ChatMessage } from '@ec/contract/chat/schemas';
import type { UserId } from '@ec/contract/base/common';
import { formatDate, inZone, type Moment } from '../../../lib/format/format.ts';

/** The rows of a chat. */
export type Row =
  | { kind: 'day'; key: string; words: string }
  | { kind: 'new'; key: 'new' }
  /** `head` says who wrote it: left out where the same person goes on. */
  | { kind: 'message'; key: string; message: ChatMessage; head: boolean };

/** What the same person writes within so long stands under one head. */
const SAME_HEAD_MS = 5 * 60_000;

const dayOf = (moment: Moment) => inZone(moment).format('YYYY-MM-DD');

/** Today, Yesterday, else the date. */
export function dayWords(moment: Moment, now: Moment): string {
  const day = dayOf(moment);
  if (day === dayOf(now)) return 'Today';
  return day === inZone(now).subtract(1, 'day').format('YYYY-MM-DD') ? 'Yesterday' : formatDate(moment);
}

/**
 * The first message that was new to the reader when they came. Unknown while older unread ones may lie before what is held:
 * then no line is drawn.
 */
export function firstUnread(
  { messages, hasOlder }: { messages: readonly ChatMessage[]; hasOlder: boolean },
  readThrough: number,
  me: UserId,
): number | null {
  const first = messages.find(({ id, senderId }) => id > readThrough && senderId !== me);
  const reachesBack = !hasOlder || messages.some(({ id }) => id <= readThrough);
  return first && reachesBack ? first.id : null;
}

/** Messages with a line for each day, one where the unread ones begin, and a head where the sender changes. */
export function rowsOf(messages: readonly ChatMessage[], unreadFrom: number | null, now: Moment): Row[] {
  const rows: Row[] = [];
  let before: ChatMessage | undefined;
  for (const message of messages) {
    const newDay = !before || dayOf(before.timestamp) !== dayOf(message.timestamp);
    if (newDay) {
      rows.push({ kind: 'day', key: `day ${dayOf(message.timestamp)}`, words: dayWords(message.timestamp, now) });
    }
    const begins = message.id === unreadFrom;
    if (begins) rows.push({ kind: 'new', key: 'new' });
    const goesOn =
      before !== undefined &&
      before.senderId === message.senderId &&
      before.role === message.role &&
      before.state === 'sent' &&
      Date.parse(message.timestamp) - Date.parse(before.timestamp) < SAME_HEAD_MS;
    rows.push({ kind: 'message', key: String(message.id), message, head: newDay || begins || !goesOn });
    before = message;
  }
  return rows;
}
