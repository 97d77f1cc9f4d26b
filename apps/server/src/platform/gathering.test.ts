import { describe, expect, it } from 'vitest';
import { gathering } from './gathering.ts';

describe('gathering', () => {
  it('serves the first at once and those who come meanwhile together, each with their own answer', async () => {
    const rounds: number[][] = [];
    const double = gathering(async (items: readonly number[]) => {
      rounds.push([...items]);
      return await Promise.resolve(items.map((item) => 2 * item));
    });
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
    expect(await double(4)).toBe(8);
    expect(rounds).toEqual([[1], [2, 3], [4]]);
  });

  it('fails those of the round that failed, and serves the next', async () => {
    const strict = gathering(async (items: readonly number[]) => {
      if (items.includes(1)) throw new Error('one');
      return await Promise.resolve(items);
    });
    const [first, second] = await Promise.allSettled([strict(1), strict(2)]);
    expect(first.status).toBe('rejected');
    expect(second).toEqual({ status: 'fulfilled', value: 2 });
  });
});
