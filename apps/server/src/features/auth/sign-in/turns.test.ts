import { expect, it } from 'vitest';
import { signInTurns } from './turns.ts';

it('runs attempts on one phone one after the other, whatever becomes of them, and on another at once', async () => {
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const attempts = [
    signInTurns.take('a', async () => {
      order.push('a1 begins');
      await first.promise;
      order.push('a1 ends');
      throw new Error('wrong');
    }),
    signInTurns.take('a', async () => {
      order.push('a2');
      return 2;
    }),
    signInTurns.take('b', async () => {
      order.push('b');
      first.resolve();
      return 3;
    }),
  ];
  const outcomes = await Promise.allSettled(attempts);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(order).toEqual(['a1 begins', 'b', 'a1 ends', 'a2']);
});
