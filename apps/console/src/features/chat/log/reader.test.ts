import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReader } from './reader.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('tells at once, then the newest alone now and then', async () => {
  const told: number[] = [];
  const reader = createReader((upTo) => Promise.resolve(told.push(upTo)), 1500);
  for (const id of [1, 2, 3, 4]) {
    reader.saw(id);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(told).toEqual([1]);
  await vi.advanceTimersByTimeAsync(1500);
  expect(told).toEqual([1, 4]);
});

it('tells nothing that the server knows', async () => {
  const tell = vi.fn<(upTo: number) => Promise<void>>(() => Promise.resolve());
  const reader = createReader(tell, 1500);
  reader.known(9);
  reader.saw(7);
  await vi.advanceTimersByTimeAsync(3000);
  expect(tell).not.toHaveBeenCalled();
});

it('tells what is left when the chat is closed, and again what got lost', async () => {
  const told: number[] = [];
  let network = false;
  const reader = createReader((upTo) => {
    if (!network) return Promise.reject(new Error('offline'));
    told.push(upTo);
    return Promise.resolve();
  }, 1500);
  reader.saw(3);
  await vi.advanceTimersByTimeAsync(3000);
  network = true;
  reader.saw(4);
  reader.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([4]);
});
