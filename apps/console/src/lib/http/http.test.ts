import { expect, it } from 'vitest';
import { signedInOnDevice } from '../../../test/people.ts';
import { refuse, serve } from '../../../test/server.ts';
import { useConnection } from '../stream/connection.ts';
import { readTokens } from '../session/stored-session.ts';
import { ApiError } from './api-error.ts';
import { api } from './api.ts';

const answer = () => new Response('{"success":true,"data":1}');

it('is no sign of the server where the browser may have kept the answer', async () => {
  useConnection.setState({ lastSync: null });
  const headers = { 'cache-control': 'private, max-age=86400, immutable' };
  serve({ 'GET /profile-pictures/a.jpg': () => new Response('picture', { headers }), 'GET /results': answer });
  await api.blob('GET /profile-pictures/:name', { params: { name: 'a.jpg' } });
  expect(useConnection.getState().lastSync).toBeNull();
  await api.call('GET /results');
  expect(useConnection.getState().lastSync).not.toBeNull();
});

it.each([
  [
    'a gateway answers in the place of the server',
    () => new Response('<h1>Sign in to the hotspot</h1>', { status: 403 }),
    true,
  ],
  ['the server has ended it', () => refuse('SESSION_ENDED'), false],
])('the session stays or ends where %s', async (_, refreshed, stays) => {
  signedInOnDevice();
  serve({ 'GET /results': () => refuse('SESSION_ENDED'), 'POST /auth/refresh': refreshed });
  await expect(api.call('GET /results')).rejects.toBeInstanceOf(ApiError);
  expect(readTokens() !== null).toBe(stays);
});

it('the session stays where a gateway answers the repeated call', async () => {
  signedInOnDevice();
  const answers = [() => refuse('SESSION_ENDED'), () => new Response('', { status: 401 })];
  const tokens = { success: true, accessToken: 'access-2', refreshToken: 'refresh-2' };
  serve({
    'GET /results': () => answers.shift()?.() ?? answer(),
    'POST /auth/refresh': () => new Response(JSON.stringify(tokens)),
  });
  await expect(api.call('GET /results')).rejects.toMatchObject({ code: 'UNREADABLE' });
  expect(readTokens()).toMatchObject({ accessToken: 'access-2' });
});
