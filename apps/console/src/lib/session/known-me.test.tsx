import { Me } from '@ec/contract/auth/schemas';
import { SubmissionDesk } from '@ec/contract/results/desk';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, person, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { deskElection, deskOf } from '../../../test/results.ts';
import { ok, refuse, serve } from '../../../test/server.ts';
import { forget, kept } from '../device/device-store.ts';
import { forgetAtSignOut } from './known-me.ts';
import { clearSession } from './session-store.ts';
import { readTokens } from './stored-session.ts';

const officer = meOf('polling_unit_officer', { electionMode: true });
const desk = deskOf([deskElection()]);
const KEY = `me:${officer.user.id}`;
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

const online = (me: Me) =>
  serve({ 'GET /auth/me': () => ok(Me, me), 'GET /results/desk': () => ok(SubmissionDesk, desk) });
const offline = (me = lost) => serve({ 'GET /auth/me': me, 'GET /results/desk': lost, 'GET /dashboard': lost });
const sheet = () => screen.findByRole('form', { name: 'Result sheet' });

/** The person opens the console with a network, and closes it. */
async function visit(me: Me, at: string): Promise<void> {
  signedInOnDevice();
  online(me);
  renderConsole(at);
  await screen.findByRole('navigation', { name: 'Main' });
  cleanup();
}

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});
afterEach(async () => {
  vi.useRealTimers();
  await forget(KEY);
});

it('without a network the console begins at the officer’s sheet, as this phone remembers it', async () => {
  signedInOnDevice();
  online(officer);
  renderConsole('/submit-results');
  await sheet();
  cleanup();
  offline();
  const { router } = renderConsole('/');
  await sheet();
  expect(router.state.location.pathname).toBe('/submit-results');
  expect(screen.getByText(/This is what this phone heard at/)).toBeVisible();
});

it('on a network that says nothing it waits 3 seconds, and takes the answer that comes later', async () => {
  await visit(officer, '/submit-results');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const answer = Promise.withResolvers<Response>();
  serve({ 'GET /auth/me': () => answer.promise, 'GET /results/desk': () => ok(SubmissionDesk, desk) });
  renderConsole('/submit-results');
  await vi.advanceTimersByTimeAsync(3000);
  await sheet();
  const renamed = { ...officer, user: person('polling_unit_officer', { name: 'Ada Eze' }) };
  answer.resolve(ok(Me, renamed));
  expect(await screen.findAllByText('Ada Eze')).not.toHaveLength(0);
});

it('with the network back a session that has ended leads to the sign-in, and back to the sheet from there', async () => {
  await visit(officer, '/submit-results');
  serve({
    'GET /auth/me': () => refuse('UNAUTHENTICATED'),
    'POST /auth/refresh': () => refuse('SESSION_ENDED'),
  });
  const { router } = renderConsole('/submit-results');
  await screen.findByRole('heading', { name: /Sign in/ });
  expect(router.state.location.search).toBe('?next=%2Fsubmit-results');
  expect(readTokens()).toBeNull();
});

it('remembers neither phone number nor e-mail address nor tokens', async () => {
  await visit(officer, '/submit-results');
  await vi.waitFor(async () => expect(await kept(KEY)).toBeDefined());
  const words = JSON.stringify(await kept(KEY));
  expect(words).toContain('Seriki Aro');
  expect(words).not.toMatch(/803|access-1|refresh-1/);
});

it.each(['national_admin', 'lga_admin'] as const)(
  'does not remember a %s, whose pages need the network',
  async (role) => {
    await visit(meOf(role), '/account');
    offline();
    renderConsole('/');
    expect(await screen.findByText('Your account could not be loaded')).toBeVisible();
  },
);

it('forgets who signs out, and shows nothing of them', async () => {
  const stop = forgetAtSignOut();
  await visit(officer, '/submit-results');
  await vi.waitFor(async () => expect(await kept(KEY)).toBeDefined());
  clearSession('signed-out');
  stop();
  await vi.waitFor(async () => expect(await kept(KEY)).toBeUndefined());
  offline();
  renderConsole('/submit-results');
  await screen.findByRole('heading', { name: /Sign in/ });
  expect(screen.queryByText(/Ada Obi|Seriki Aro/)).not.toBeInTheDocument();
});
