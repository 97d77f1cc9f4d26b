import type { UserId } from '@ec/contract/base/common';
import { expect, it } from 'vitest';
import { askForFirstPage, takeFirstPage } from '../src/lib/session/session.ts';
import { storeSession } from '../src/lib/session/session-store.ts';

const signIn = (id: string) => storeSession({ accessToken: id, refreshToken: id }, { id: id as UserId });

it('gives what was asked for early to the person it was asked for, once, and to nobody who signs in after them', async () => {
  signIn('ada');
  askForFirstPage('list', () => Promise.resolve('what Ada may see'));
  signIn('musa');
  expect(takeFirstPage('list')).toBeUndefined();
  signIn('ada');
  await expect(takeFirstPage('list')).resolves.toBe('what Ada may see');
  expect(takeFirstPage('list')).toBeUndefined();
});
