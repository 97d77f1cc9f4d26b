import { describe, expect, it } from 'vitest';
import { batcher } from './batcher.ts';

describe('a batcher', () => {
  it('serves the first at once and those who come meanwhile together, each with their own answer', async () => {
    const rounds: number[][] = [];
    const double = batcher(async (items: readonly number[]) => {
      rounds.push([...items]);
      return await Promise.resolve(items.map((item) => 2 * item));
    });
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
    expect(await double(4)).toBe(8);
    expect(rounds).toEqual([[1], [2, 3], [4]]);
  });

  it('fails those of the round that failed, and serves the next', async () => {
    const strict = batcher(async (items: readonly number[]) => {
      if (items.includes(1)) throw new Error('one');
      return await Promise.resolve(items);
    });
    const [first, second] = await Promise.allSettled([strict(1), strict(2)]);
    expect(first.status).toBe('rejected');
    expect(second).toEqual({ status: 'fulfilled', value: 2 });
  });

  it('keeps items of one key apart, in their order, and takes no more than so many at once', async () => {
    const rounds: string[][] = [];
    const gates: (() => void)[] = [];
    const work = batcher(
      async (items: readonly string[]) => {
        rounds.push([...items]);
        await new Promise<void>((open) => gates.push(open));
        return items;
      },
      { atOnce: 2, most: 2, apart: (item) => item[0] },
    );
    const all = Promise.all(['a1', 'a2', 'b1', 'c1', 'd1', 'a3'].map(work));
    expect(rounds).toEqual([['a1'], ['b1']]);
    while (rounds.flat().length < 6 || gates.length > 0) {
      gates.shift()?.();
      await Promise.resolve();
    }
    expect(await all).toEqual(['a1', 'a2', 'b1', 'c1', 'd1', 'a3']);
    expect(rounds).toEqual([['a1'], ['b1'], ['a2', 'c1'], ['d1'], ['a3']]);
  });
});
