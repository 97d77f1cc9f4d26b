import type { UserId } from '@ec/contract/base/common';
import { expect, it } from 'vitest';
import { newId } from '../../runtime/ids.ts';
import { createTurns } from './turns.ts';

const person = () => newId<UserId>();
const HERE = new AbortController().signal;
const LIMITS = { atOnce: 3, atOnceOfOne: 2, waiting: 4, waitingOfOne: 2 };

it('gives one person no more than their places, and the others to those who wait behind', async () => {
  const turns = createTurns(LIMITS);
  const [one, other, third] = [person(), person(), person()];
  const first = await turns.take(one, HERE);
  const second = await turns.take(one, HERE);
  const order: string[] = [];
  const waiting = turns.take(one, HERE).then(() => order.push('one'));
  await turns.take(other, HERE);
  const last = turns.take(third, HERE).then(() => order.push('third'));
  expect(order).toEqual([]);
  first();
  // Given back once, however often it is said.
  first();
  await waiting;
  expect(order).toEqual(['one']);
  second();
  await last;
  expect(order).toEqual(['one', 'third']);
});

it('refuses who would wait behind too many', async () => {
  const turns = createTurns(LIMITS);
  const one = person();
  const held = await Promise.all([turns.take(one, HERE), turns.take(one, HERE)]);
  const waiting = [turns.take(one, HERE), turns.take(one, HERE)];
  await expect(turns.take(one, HERE)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await turns.take(person(), HERE);
  waiting.push(turns.take(person(), HERE), turns.take(person(), HERE));
  await expect(turns.take(person(), HERE)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  for (const giveBack of held) giveBack();
  const [first, second] = await Promise.all(waiting.slice(0, 2));
  first?.();
  second?.();
  expect(await Promise.all(waiting)).toHaveLength(4);
});

it('gives the place of a waiter whose connection is gone to the next one', async () => {
  const turns = createTurns({ atOnce: 1, atOnceOfOne: 1, waiting: 1, waitingOfOne: 1 });
  const giveBack = await turns.take(person(), HERE);
  const connection = new AbortController();
  const gone = turns.take(person(), connection.signal);
  await expect(turns.take(person(), HERE)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  connection.abort();
  await expect(gone).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const next = turns.take(person(), HERE);
  giveBack();
  (await next)();
  await expect(turns.take(person(), connection.signal)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
