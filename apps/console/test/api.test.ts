import { ApprovalList } from '@ec/contract/approvals/schemas';
import { ENDPOINTS } from '@ec/contract/endpoints';
import { RefreshAnswer } from '@ec/contract/auth/schemas';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../src/lib/http/api-error.ts';
import { api } from '../src/lib/http/api.ts';
import { useConnection } from '../src/lib/stream/connection.ts';
import { readTokens, sessionEnd, USER_KEY } from '../src/lib/session/stored-session.ts';
import { signedInOnDevice } from './people.ts';
import { type Call, ok, refuse, serve } from './server.ts';
import { stubUploads } from './uploads.ts';

const hello = (call: Call) =>
  call.token === 'access-2' ? ok(ENDPOINTS['GET /health'].answer, { status: 'ok' }) : refuse('UNAUTHENTICATED');
const renewal = () => ok(RefreshAnswer, { accessToken: 'access-2', refreshToken: 'refresh-2' });

function signedInAsAnother(): void {
  signedInOnDevice('access-2', 'refresh-2');
  localStorage.setItem(USER_KEY, JSON.stringify({ id: 'another' }));
}

beforeEach(() => signedInOnDevice());

describe('the session of a call', () => {
  it('is renewed once for many calls that find it expired, and each is sent again', async () => {
    const calls = serve({ 'GET /health': hello, 'POST /auth/refresh': renewal });
    const answers = await Promise.all([1, 2, 3].map(() => api.call('GET /health')));
    expect(answers.map((answer) => answer.status)).toEqual(['ok', 'ok', 'ok']);
    expect(calls.filter((call) => call.path === '/auth/refresh').map((call) => call.body)).toEqual([
      { refreshToken: 'refresh-1' },
    ]);
    expect(readTokens()).toEqual({ accessToken: 'access-2', refreshToken: 'refresh-2' });
  });

  it('is taken from another tab that has renewed it meanwhile', async () => {
    const calls = serve({
      'GET /health': (call) => {
        if (call.token === 'access-1') signedInOnDevice('access-2', 'refresh-2');
        return hello(call);
      },
    });
    await api.call('GET /health');
    expect(calls.map((call) => call.path)).toEqual(['/health', '/health']);
  });

  it('waits for the tokens of another tab whose lock is handed on before what it stored', async () => {
    type Work = (lock: object | null) => unknown;
    const request = async (_name: string, first: Work | { ifAvailable: boolean }, work?: Work) => {
      if (typeof first !== 'function') return work?.(null);
      setTimeout(() => {
        signedInOnDevice('access-2', 'refresh-2');
        window.dispatchEvent(new StorageEvent('storage', { key: 'ec.accessToken' }));
      });
      return first({});
    };
    vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request } } }));
    const calls = serve({ 'GET /health': hello, 'POST /auth/refresh': renewal });
    await api.call('GET /health');
    expect(calls.map((call) => call.path)).toEqual(['/health', '/health']);
    vi.unstubAllGlobals();
  });

  it('is cleared when it cannot be renewed', async () => {
    serve({ 'POST /auth/refresh': () => refuse('SESSION_ENDED'), 'GET /health': hello });
    await expect(api.call('GET /health')).rejects.toMatchObject({ status: 401 });
    expect(readTokens()).toBeNull();
    expect(sessionEnd()).toEqual({ by: 'expired' });
  });

  it('is not that of another person who signed in meanwhile', async () => {
    const calls = serve({
      'GET /health': (call) => {
        signedInAsAnother();
        return hello(call);
      },
    });
    await expect(api.call('GET /health')).rejects.toMatchObject({ status: 401 });
    expect(calls).toHaveLength(1);
    expect(readTokens()?.accessToken).toBe('access-2');
  });

  it('is not put in place of that of another person who signed in while it was renewed', async () => {
    const calls = serve({
      'GET /health': hello,
      'POST /auth/refresh': () => {
        signedInAsAnother();
        return ok(RefreshAnswer, { accessToken: 'access-3', refreshToken: 'refresh-3' });
      },
    });
    await expect(api.call('GET /health')).rejects.toMatchObject({ status: 401 });
    expect(calls.map((call) => call.path)).toEqual(['/health', '/auth/refresh']);
    expect(readTokens()).toEqual({ accessToken: 'access-2', refreshToken: 'refresh-2' });
  });

  it('survives a renewal that the network lost', async () => {
    serve({ 'POST /auth/refresh': () => Promise.reject(new TypeError('Failed to fetch')), 'GET /health': hello });
    await expect(api.call('GET /health')).rejects.toMatchObject({ code: 'NETWORK' });
    expect(readTokens()?.refreshToken).toBe('refresh-1');
  });

  it('is not touched by a wrong password', async () => {
    const change = { currentPassword: 'a wrong one', newPassword: 'another long one' };
    const calls = serve({ 'POST /auth/change-password': () => refuse('BAD_CREDENTIALS') });
    await expect(api.call('POST /auth/change-password', { body: change })).rejects.toMatchObject({
      code: 'BAD_CREDENTIALS',
    });
    expect(calls).toHaveLength(1);
    expect(readTokens()).not.toBeNull();
  });
});

describe('a failed call', () => {
  it('carries code, sentence, details and fields', async () => {
    serve({ 'GET /health': () => refuse('ACCOUNT_LOCKED', { minutes: 15 }) });
    const error = await api.call('GET /health').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'ACCOUNT_LOCKED',
      message: 'Too many failed attempts. The account is locked for 15 minutes.',
      details: { minutes: 15 },
    });
  });

  it('says that there is no connection', async () => {
    serve({ 'GET /health': () => Promise.reject(new TypeError('Failed to fetch')) });
    await expect(api.call('GET /health')).rejects.toThrow(/^Cannot connect to server/);
  });

  it('says that it took longer than ten seconds', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
      const { promise, reject } = Promise.withResolvers<Response>();
      init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      return promise;
    });
    const failed = api.call('GET /health').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await failed).toMatchObject({ code: 'TIMEOUT' });
    vi.useRealTimers();
  });

  it('is distinguished from an answer of another program', async () => {
    serve({ 'GET /health': () => new Response('<html>Bad gateway</html>', { status: 502 }) });
    await expect(api.call('GET /health')).rejects.toMatchObject({ code: 'UNREADABLE', status: 502 });
  });

  it('of a gateway is no word from the server, for an upload as for any call', async () => {
    stubUploads();
    const gateway = () => new Response('<html>Bad gateway</html>', { status: 502 });
    serve({ 'GET /health': gateway, 'POST /files': gateway });
    useConnection.setState({ lastSync: null });
    await expect(api.call('GET /health')).rejects.toMatchObject({ status: 502 });
    await expect(api.upload('POST /files', new FormData())).rejects.toMatchObject({ status: 502 });
    expect(useConnection.getState().lastSync).toBeNull();
  });
});

it('leaves empty values out of the query', async () => {
  const calls = serve({ 'GET /approvals': () => ok(ApprovalList, { requests: [], total: 0 }) });
  await api.call('GET /approvals', { query: { q: '', page: 2, status: undefined, mine: false } });
  expect(calls[0]?.query.toString()).toBe('page=2&mine=false');
});
