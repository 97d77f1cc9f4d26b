import { Me } from '@ec/contract/auth/schemas';
import type { UserId } from '@ec/contract/base/common';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { clearBetweenPersons, createQueryClient } from '../src/app/query-client.ts';
import { clearSession, storeSession } from '../src/lib/session/session-store.ts';
import { stubEventSource } from './event-source.ts';
import { meOf, signedInOnDevice } from './people.ts';
import { renderConsole } from './render.tsx';
import { ok, serve } from './server.ts';

const signIn = (id: string) => storeSession({ accessToken: id, refreshToken: id }, { id: id as UserId });

it('requests the page’s answers while its code loads, each once', async () => {
  stubEventSource();
  signedInOnDevice();
  const never = () => new Promise<Response>(() => undefined);
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('national_admin', { electionMode: true })),
    'GET /situation-room': never,
  });
  renderConsole('/situation-room?election=e1');
  const asked = () => calls.filter(({ path }) => path === '/situation-room' || path === '/auth/me');
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(document.querySelector('h1')).toBeNull();
  await waitFor(() => expect(document.querySelector('h1')).toHaveTextContent('Situation Room'));
  expect(asked()).toHaveLength(2);
});

it('requests nothing without a session', async () => {
  const calls = serve({});
  const { router } = renderConsole('/situation-room');
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(calls).toEqual([]);
});

it('gives what was requested for one user to no user who signs in after them, in this tab or another', async () => {
  signIn('ada');
  const client = createQueryClient();
  const stop = clearBetweenPersons(client);
  const answer = Promise.withResolvers<string>();
  const request = client.prefetchQuery({ queryKey: ['list'], queryFn: () => answer.promise });
  signIn('musa');
  answer.resolve('what Ada may see');
  await request;
  expect(client.getQueryData(['list'])).toBeUndefined();

  client.setQueryData(['list'], 'what Musa may see');
  clearSession('signed-out');
  expect(client.getQueryData(['list'])).toBeUndefined();
  stop();
});

it('requests a list for a person who may open it alone', async () => {
  stubEventSource();
  signedInOnDevice();
  let role: 'national_admin' | 'polling_unit_officer' = 'polling_unit_officer';
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf(role, { electionMode: true })),
    'GET /users': () => new Promise<Response>(() => undefined),
  });
  const asked = () => calls.filter(({ path }) => path === '/users');
  const { router } = renderConsole('/users?q=bola');
  expect(await screen.findByText('Your role: Polling Unit Officer')).toBeVisible();
  expect(asked()).toHaveLength(0);
  cleanup();
  role = 'national_admin';
  expect(router.state.location.pathname).toBe('/users');
  renderConsole('/users?q=bola');
  await waitFor(() => expect(asked().map(({ query }) => query.get('q'))).toEqual(['bola']));
});
