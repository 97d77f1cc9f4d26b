import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReader } from './reader.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('reports at once, then only the newest from time to time', async () => {
  const reported: number[] = [];
  const reader = createReader((upTo) => Promise.resolve(reported.push(upTo)), 1500);
  for (const id of [1, 2, 3, 4]) {
    reader.saw(id);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(reported).toEqual([1]);
  await vi.advanceTimersByTimeAsync(1500);
  expect(reported).toEqual([1, 4]);
});

it('reports nothing that the server knows', async () => {
  const report = vi.fn<(upTo: number) => Promise<void>>(() => Promise.resolve());
  const reader = createReader(report, 1500);
  reader.known(9);
  reader.saw(7);
  await vi.advanceTimersByTimeAsync(3000);
  expect(report).not.toHaveBeenCalled();
});

it('reports the rest when the chat is closed, and again what was lost', async () => {
  const reported: number[] = [];
  let network = false;
  const reader = createReader((upTo) => {
    if (!network) return Promise.reject(new Error('offline'));
    reported.push(upTo);
    return Promise.resolve();
  }, 1500);
  reader.saw(3);
  await vi.advanceTimersByTimeAsync(3000);
  network = true;
  reader.saw(4);
  reader.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(reported).toEqual([4]);
});
