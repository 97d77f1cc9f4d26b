import { expect, it } from 'vitest';
import { serve } from '../../../test/server.ts';
import { useConnection } from '../stream/connection.ts';
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
