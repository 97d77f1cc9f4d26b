import type { UserId } from '@ec/contract/base/common';
import { describe, expect, it } from 'vitest';
import { BOLA, CHIDI, ME, messageOf, messagesTo } from '../../../../test/chats.ts';
import { dayWords, firstUnread, type Row, rowsOf } from './rows.ts';

const NOW = '2023-02-25T20:00:00.000Z';
const words = (rows: Row[]) =>
  rows.map((row) => (row.kind === 'message' ? `${row.head ? '+' : ''}${row.message.id}` : row.kind));
const ofChidi = { senderId: CHIDI.id as UserId, senderName: CHIDI.name, role: CHIDI.role };

describe('the rows of a chat', () => {
  it('have a line for each day, by the clock of the organisation', () => {
    // 23:30 UTC is half past midnight in Lagos.
    const messages = [
      messageOf(1, { timestamp: '2023-02-23T22:00:00.000Z' }),
      messageOf(2, { timestamp: '2023-02-23T23:30:00.000Z' }),
      messageOf(3, { timestamp: '2023-02-25T08:00:00.000Z' }),
    ];
    const days = rowsOf(messages, null, NOW).flatMap((row) => (row.kind === 'day' ? row.words : []));
    expect(days).toEqual(['23/02/2023', 'Yesterday', 'Today']);
    expect(dayWords('2022-12-31T12:00:00.000Z', NOW)).toBe('31/12/2022');
  });

  it('say who speaks once, and again after another user, a pause, or the line of the new ones', () => {
    const messages = [
      messageOf(1),
      messageOf(2),
      messageOf(3, ofChidi),
      messageOf(4),
      messageOf(40),
      messageOf(41),
      messageOf(42, { role: 'lga_admin' }),
    ];
    expect(words(rowsOf(messages, 41, NOW))).toEqual(['day', '+1', '2', '+3', '+4', '+40', 'new', '+41', '+42']);
  });

  it('begin a head anew after a message that was taken out', () => {
    const messages = [messageOf(1, { state: 'withdrawn', content: null }), messageOf(2)];
    expect(words(rowsOf(messages, null, NOW))).toEqual(['day', '+1', '+2']);
  });
});

describe('the first unread message', () => {
  const me = ME as UserId;
  it.each([
    ['follows the last that was read', { messages: messagesTo(9), hasOlder: true }, 6, 7],
    ['is none where all was read', { messages: messagesTo(9), hasOlder: true }, 9, null],
    [
      'is the first of all for a user who never read, once that is loaded',
      { messages: messagesTo(9), hasOlder: false },
      0,
      1,
    ],
    [
      'is not known while it may lie before what is held',
      { messages: messagesTo(9).slice(4), hasOlder: true },
      2,
      null,
    ],
  ])('%s', (_, held, readThrough, first) => {
    expect(firstUnread(held, readThrough, me)).toBe(first);
  });

  it("is never the reader's own", () => {
    const messages = [messageOf(1), messageOf(2, { senderId: me }), messageOf(3, { senderId: BOLA.id })];
    expect(firstUnread({ messages, hasOlder: false }, 1, me)).toBe(3);
  });
});
