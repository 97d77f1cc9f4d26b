import { MessageList } from '@ec/contract/chat/schemas';
import { describe, expect, it } from 'vitest';
import { messageOf, messagesTo, pageOf } from '../../../../test/chats.ts';
import { type MessageWindow, newestId, WINDOW_MOST, withChanged, withNewer, withNews, withOlder } from './window.ts';

const ids = ({ messages }: MessageWindow) => messages.map(({ id }) => id);
const at = (from: number, to: number, change: Partial<MessageWindow> = {}): MessageWindow => ({
  messages: messagesTo(to).slice(from - 1),
  hasOlder: from > 1,
  hasNewer: false,
  ...change,
});
const page = (from: number, to: number, hasNewer = false) => ({
  messages: messagesTo(to).slice(from - 1),
  hasOlder: from > 1,
  hasNewer,
});

describe('what is held of a chat', () => {
  it('goes back through 5,000 messages without a gap or a double, and holds no more than a few hundred', () => {
    const all = messagesTo(5000);
    const read = (query: Record<string, string>) => MessageList.parse(pageOf(all, new URLSearchParams(query)));
    let held: MessageWindow = read({});
    const seen = new Set(ids(held));
    while (held.hasOlder) {
      held = withOlder(held, read({ before: String(held.messages[0]?.id) }));
      expect(held.messages.length).toBeLessThanOrEqual(WINDOW_MOST);
      expect(ids(held)).toEqual(Array.from(held.messages, (_, i) => (held.messages[0]?.id ?? 0) + i));
      for (const id of ids(held)) seen.add(id);
    }
    expect(seen.size).toBe(5000);
    expect(held.hasNewer).toBe(true);
  });

  it('drops the far end when the user reads on', () => {
    const held = withNewer(at(1, WINDOW_MOST, { hasNewer: true }), page(WINDOW_MOST + 1, WINDOW_MOST + 50, true));
    expect(ids(held)[0]).toBe(51);
    expect(held).toMatchObject({ hasOlder: true, hasNewer: true });
  });

  it('keeps what the user reads further up when new messages would push it out', () => {
    const held = at(1, WINDOW_MOST);
    const news = page(WINDOW_MOST + 1, WINDOW_MOST + 2);
    expect(ids(withNews(held, news, false))).toEqual(ids(held));
    expect(withNews(held, news, false).hasNewer).toBe(true);
    expect(newestId(withNews(held, news, true))).toBe(WINDOW_MOST + 2);
  });

  it('takes in what was stored a moment later than the one after it', () => {
    const late = withChanged({ ...at(1, 9), messages: messagesTo(9).filter(({ id }) => id !== 8) }, [messageOf(8)]);
    expect(ids(late)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('shows a message as it is now, and none from outside', () => {
    const gone = messageOf(8, { state: 'withdrawn', content: null });
    const held = withChanged(at(5, 9), [gone, messageOf(2), messageOf(12)]);
    expect(ids(held)).toEqual([5, 6, 7, 8, 9]);
    expect(held.messages[3]?.state).toBe('withdrawn');
  });
});
