import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { staleWhileRevalidate } from './stale-while-revalidate.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => vi.useRealTimers());

/** Answers by how often they were made, kept for a second. */
function counted() {
  let made = 0;
  const kept = staleWhileRevalidate<{ made: number }>({ renewMs: 500, serveMs: 1000 });
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

/** A cache of rows that are read when `deliver` is called. */
function ofRows() {
  const cache = staleWhileRevalidate<{ owner: string; read: number }>({ renewMs: 500, serveMs: 500 });
  const waiting: (() => void)[] = [];
  let reads = 0;
  const ask = async (owner: string) =>
    await cache.get(owner, async () => {
      const read = (reads += 1);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return { owner, read };
    });
  const deliver = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { cache, ask, deliver };
}

it('forgets the answers that match, and keeps the others', async () => {
  const { cache, ask, deliver } = ofRows();
  const first = Promise.all([ask('Ada'), ask('Bala')]);
  deliver();
  await first;
  cache.forget(({ owner }) => owner === 'Ada');
  const again = Promise.all([ask('Ada'), ask('Bala')]);
  deliver();
  expect((await again).map(({ read }) => read)).toEqual([3, 2]);
});

it('forgets an answer that is still being made: it may have been read before the change', async () => {
  const { cache, ask, deliver } = ofRows();
  const before = ask('Ada');
  cache.forget(({ owner }) => owner === 'Ada');
  const after = ask('Ada');
  deliver();
  expect([(await before).read, (await after).read]).toEqual([1, 2]);
  expect((await ask('Ada')).read).toBe(2);
});

it('forgets the renewal of an answer that is still being made, for all owners', async () => {
  const { cache, ask, deliver } = ofRows();
  const first = ask('Ada');
  deliver();
  await first;
  vi.advanceTimersByTime(600);
  const renewed = ask('Ada');
  cache.forget(({ owner }) => owner === 'Bala');
  const after = ask('Ada');
  deliver();
  expect([(await renewed).read, (await after).read]).toEqual([2, 3]);
  expect((await ask('Ada')).read).toBe(3);
});

it('keeps no answer that failed, and gives the one before to the next renewal', async () => {
  const cache = staleWhileRevalidate<{ value: number }>({ renewMs: 0, serveMs: 0 });
  const add = async (before: Promise<{ value: number }> | undefined) => ({ value: ((await before)?.value ?? 0) + 1 });
  const fail = () => Promise.reject(new Error('away'));
  await expect(cache.get('one', fail)).rejects.toThrow('away');
  expect(await cache.get('one', add)).toEqual({ value: 1 });
  await expect(cache.get('one', fail)).rejects.toThrow('away');
  expect(await cache.get('one', add)).toEqual({ value: 2 });
});

it('takes the life of each answer where they differ', async () => {
  const cache = staleWhileRevalidate<{ made: number }>({
    renewMs: 1000,
    serveMs: 1000,
    lifeOf: (kept) => (kept.made?.made === 1 ? { renewMs: 0, serveMs: 0 } : { renewMs: 1000, serveMs: 1000 }),
  });
  let made = 0;
  const ask = async () => (await cache.get('one', async () => await Promise.resolve({ made: (made += 1) }))).made;
  expect([await ask(), await ask(), await ask()]).toEqual([1, 2, 2]);
});

it('renews gently one answer after the other, and a reader does not wait for a turn', async () => {
  const cache = staleWhileRevalidate<{ made: number }>({ renewMs: 500, serveMs: 1000, gently: true });
  let [made, atOnce, most] = [0, 0, 0];
  const ask = async (key: string) =>
    await cache.get(key, async () => {
      made += 1;
      const answer = { made };
      atOnce += 1;
      most = Math.max(most, atOnce);
      await Promise.resolve();
      atOnce -= 1;
      return answer;
    });
  await ask('one');
  await ask('two');
  vi.advanceTimersByTime(600);
  expect(await Promise.all([ask('one'), ask('two')])).toEqual([{ made: 1 }, { made: 2 }]);
  await vi.waitFor(async () => expect([(await ask('one')).made, (await ask('two')).made]).toEqual([3, 4]));
  expect(most).toBe(1);
  vi.advanceTimersByTime(1001);
  expect(await ask('two')).toEqual({ made: 5 });
});

it('drops old answers once others come, where it may', async () => {
  const cache = staleWhileRevalidate<{ key: string }>({ renewMs: 500, serveMs: 500, keepMs: 1000 });
  const hadBefore = async (key: string) => {
    let had = false;
    await cache.get(key, async (before) => {
      had = before !== undefined;
      return { key };
    });
    return had;
  };
  for (const key of ['a', 'b', 'c']) expect(await hadBefore(key)).toBe(false);
  vi.advanceTimersByTime(999);
  expect(await hadBefore('a')).toBe(true);
  vi.advanceTimersByTime(1);
  // Two for each new one: b and c, whose answers are a second old; a was renewed.
  await hadBefore('d');
  expect(await hadBefore('b')).toBe(false);
  expect(await hadBefore('c')).toBe(false);
  vi.advanceTimersByTime(600);
  expect(await hadBefore('a')).toBe(true);
});
