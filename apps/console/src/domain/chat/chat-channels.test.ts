import { ChannelList } from '@ec/contract/chat/schemas';
import { describe, expect, it } from 'vitest';
import { channelOf, IKEJA, LAGOS } from '../../../test/chats.ts';
import { unreadText, withUnread } from './chat-channels.ts';

const listOf = (ikeja: Parameters<typeof channelOf>[0], unread: number) =>
  ChannelList.parse({ channels: [channelOf(ikeja), channelOf({ id: LAGOS, unreadCount: 4 })], total: 2, unread });
const counts = ({ channels, unread }: ChannelList) => [...channels.map(({ unreadCount }) => unreadCount), unread];

describe('one more unread message', () => {
  it.each([
    ['is counted in its chat and in all', { unreadCount: 2 }, 6, [3, 4, 7]],
    ['in a muted chat is counted there alone', { unreadCount: 2, muted: true }, 4, [3, 4, 4]],
    ['ends at the most that is counted', { unreadCount: 100 }, 104, [100, 4, 104]],
  ])('%s', (_, ikeja, unread, after) => {
    expect(counts(withUnread(listOf(ikeja, unread), IKEJA))).toEqual(after);
  });

  it('in a chat that is not known changes nothing', () => {
    const list = { ...listOf({}, 4), channels: [] };
    expect(withUnread(list, IKEJA)).toBe(list);
  });
});

it.each([
  [0, '0'],
  [99, '99'],
  [100, '99+'],
])('%i is written %s', (count, text) => {
  expect(unreadText(count)).toBe(text);
});
