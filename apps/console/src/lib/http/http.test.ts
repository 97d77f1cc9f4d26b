import { JUST_WROTE_HEADER, JUST_WROTE_MS } from '@ec/contract/base/freshness';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Call, refuse, serve } from '../../../test/server.ts';
import { useConnection } from '../stream/connection.ts';
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
  await api.call('GET /results');
  return says(calls[0]);
}

it('says of what is read right after a write that it must hold the write, and no longer', async () => {
  serve({ 'POST /notifications/read-all': answer });
  expect(await read()).toBeNull();
  serve({ 'POST /notifications/read-all': answer });
  await api.call('POST /notifications/read-all');
  expect(await read()).toBe('1');
  vi.setSystemTime(Date.now() + JUST_WROTE_MS);
  expect(await read()).toBeNull();
});

it('says so after a write without a clear answer, which may have been stored', async () => {
  serve({ 'PATCH /alerts/1/read': () => refuse('UNAVAILABLE') });
  await expect(api.call('PATCH /alerts/:id/read', { params: { id: 1 } })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
  expect(await read()).toBe('1');
});

it('says nothing after what no screen shows', async () => {
  vi.setSystemTime(Date.now() + 10 * JUST_WROTE_MS);
  serve({ 'POST /notifications/stream-ticket': answer });
  await api.call('POST /notifications/stream-ticket');
  expect(await read()).toBeNull();
});

it('is no sign of the server where the browser may have kept the answer', async () => {
  useConnection.setState({ lastSync: null });
  const headers = { 'cache-control': 'private, max-age=86400, immutable' };
  serve({ 'GET /profile-pictures/a.jpg': () => new Response('picture', { headers }), 'GET /results': answer });
  await api.blob('GET /profile-pictures/:name', { params: { name: 'a.jpg' } });
  expect(useConnection.getState().lastSync).toBeNull();
  await api.call('GET /results');
  expect(useConnection.getState().lastSync).not.toBeNull();
});
