import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { staleWhileRevalidate } from './stale-while-revalidate.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => vi.useRealTimers());

/** Answers by how often they were made, kept for a second. */
function counted(age?: () => number) {
  let made = 0;
  const kept = staleWhileRevalidate<{ made: number }>({ renewMs: 500, serveMs: 1000, ...(age && { age }) });
  return async () =>
    (
      await kept.get('one', async () => {
        made += 1;
        return { made };
      })
    ).made;
}

it('makes an answer anew beside its readers, and has them wait when it is too old', async () => {
  const ask = counted();
  expect(await ask()).toBe(1);
  vi.advanceTimersByTime(499);
  expect(await ask()).toBe(1);
  vi.advanceTimersByTime(200);
  expect(await ask()).toBe(1);
  expect(await ask()).toBe(2);
  vi.advanceTimersByTime(1001);
  expect(await ask()).toBe(3);
});

it('counts the age that an answer has when it is made', async () => {
  const ask = counted(() => 400);
  expect(await ask()).toBe(1);
  vi.advanceTimersByTime(99);
  expect(await ask()).toBe(1);
  vi.advanceTimersByTime(502);
  expect(await ask()).toBe(2);
});
