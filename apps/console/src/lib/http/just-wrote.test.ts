import { JUST_WROTE_HEADER, JUST_WROTE_MS } from '@ec/contract/base/freshness';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Call, refuse, serve } from '../../../test/server.ts';
import { api } from './api.ts';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(vi.getRealSystemTime() + 10 * JUST_WROTE_MS);
});
afterEach(() => vi.useRealTimers());

const answer = () => new Response('{"success":true,"data":1}');
const says = (call: Call | undefined) => call?.headers.get(JUST_WROTE_HEADER);

async function read(): Promise<string | null | undefined> {
  const calls = serve({ 'GET /results': answer });
  await api.get('/results');
  return says(calls[0]);
}

it('says of what is read right after a write that it must hold the write, and no longer', async () => {
  serve({ 'POST /results': answer });
  expect(await read()).toBeNull();
  serve({ 'POST /results': answer });
  await api.post('/results');
  expect(await read()).toBe('1');
  vi.setSystemTime(Date.now() + JUST_WROTE_MS);
  expect(await read()).toBeNull();
});

it('says so after a write without a clear answer, which may have been stored', async () => {
  serve({ 'PATCH /users/1': () => refuse('UNAVAILABLE') });
  await expect(api.patch('/users/1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await read()).toBe('1');
});

it('says nothing after what no screen shows', async () => {
  vi.setSystemTime(Date.now() + 10 * JUST_WROTE_MS);
  serve({ 'POST /notifications/stream-ticket': answer });
  await api.post('/notifications/stream-ticket');
  expect(await read()).toBeNull();
});
