import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { perSnapshot } from './per-snapshot.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => vi.useRealTimers());

/** Asks a cache whose answers say how often they were made. */
function counted(maxAgeMs?: number) {
  const cache = perSnapshot({ most: 10, ...(maxAgeMs !== undefined && { maxAgeMs }) });
  let made = 0;
  const ask = async (of: number, valid = (madeOf: number) => madeOf >= of) =>
    await cache.get({ key: 'one', of, valid }, async () => await Promise.resolve((made += 1)));
  return { cache, ask };
}

it('makes an answer once a snapshot, and gives readers of an older one the newer answer', async () => {
  const { ask } = counted();
  expect(await Promise.all([ask(1), ask(1)])).toEqual([1, 1]);
  expect(await ask(2)).toBe(2);
  expect(await ask(1)).toBe(2);
});

it('gives the answer of an earlier snapshot to those for whom it is valid', async () => {
  const { ask } = counted();
  await ask(1);
  expect(await ask(2, () => true)).toBe(1);
  expect(await ask(2)).toBe(2);
});

it('keeps an answer for its time at most', async () => {
  const { ask } = counted(2000);
  await ask(1);
  vi.advanceTimersByTime(1999);
  expect(await ask(1)).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await ask(1)).toBe(2);
});

it('keeps no answer that failed, and none that was forgotten', async () => {
  const { cache, ask } = counted();
  const away = { key: 'one', of: 1, valid: () => true };
  await expect(cache.get(away, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await ask(1)).toBe(1);
  cache.forget('one');
  expect(await ask(1)).toBe(2);
  cache.forget();
  expect(await ask(1)).toBe(3);
});
