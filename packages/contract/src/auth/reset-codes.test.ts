import { expect, it } from 'vitest';
import { resetWaitSeconds } from './reset-codes.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

it.each([
  ['nothing was requested', [], 0, 0],
  ['just now', [0], 0, 30],
  ['a while ago', [0], 12 * SECOND + 1, 18],
  ['long ago', [0], 31 * SECOND, 0],
  ['twice, the second just now', [0, 40 * SECOND], 40 * SECOND, 30],
  ['as often as the window allows', [0, MINUTE, 2 * MINUTE], 3 * MINUTE, 12 * 60],
  ['as often, and the window moved on', [0, MINUTE, 2 * MINUTE], 15 * MINUTE, 0],
  ['more often: the last three count', [0, MINUTE, 2 * MINUTE, 15 * MINUTE], 15 * MINUTE, 60],
])('the wait for another reset code, requested %s', (_, requests, now, seconds) => {
  expect(resetWaitSeconds(requests, now)).toBe(seconds);
});
