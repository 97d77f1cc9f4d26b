import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PIECE_BYTES, STALLED_MS, steadily } from './steady-send.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const content = Buffer.alloc(40 * PIECE_BYTES, 7);
const open = (over = new AbortController()) => {
  const cutOff = vi.fn<() => void>();
  const reading = steadily(content, over.signal, cutOff)[Symbol.asyncIterator]();
  return { cutOff, reading, over };
};

it('sends all of it to a reader who takes piece after piece, however long the whole takes', async () => {
  const { cutOff, reading } = open();
  const pieces: Buffer[] = [];
  for (let piece = await reading.next(); !piece.done; piece = await reading.next()) {
    pieces.push(piece.value as Buffer);
    vi.advanceTimersByTime(STALLED_MS - 1);
  }
  expect(Buffer.concat(pieces).equals(content)).toBe(true);
  expect(cutOff).not.toHaveBeenCalled();
});

it('cuts off a reader who takes no more, and does nothing once the connection is over', async () => {
  const stalled = open();
  await stalled.reading.next();
  vi.advanceTimersByTime(STALLED_MS + 1);
  expect(stalled.cutOff).toHaveBeenCalledTimes(1);
  const sent = open();
  await sent.reading.next();
  sent.over.abort();
  vi.advanceTimersByTime(STALLED_MS + 1);
  expect(sent.cutOff).not.toHaveBeenCalled();
});
