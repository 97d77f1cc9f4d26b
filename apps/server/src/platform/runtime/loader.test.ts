import { expect, it } from 'vitest';
import { loader } from './batcher.ts';

it('reads the keys of one tick together and answers each with its own value', async () => {
  const reads: number[][] = [];
  const double = loader(async (keys: readonly number[]) => {
    reads.push([...keys]);
    return await Promise.resolve(keys.map((key) => 2 * key));
  });
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
  expect(await double(4)).toBe(8);
  expect(reads).toEqual([[1, 2, 3], [4]]);
});

it('rejects the keys of the read that failed, and reads the next ones', async () => {
  const strict = loader(async (keys: readonly number[]) => {
    if (keys.includes(1)) throw new Error('one');
    return await Promise.resolve(keys);
  });
  const failed = await Promise.allSettled([strict(1), strict(2)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await strict(3)).toBe(3);
});
