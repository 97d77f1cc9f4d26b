import { AlertGroupList } from '@ec/contract/alerts/bulk';
import { AlertCounts, AlertList } from '@ec/contract/alerts/schemas';
import { LoginAnswer, Me } from '@ec/contract/auth/schemas';
import { ElectionList } from '@ec/contract/elections/schemas';
import { LocationList } from '@ec/contract/geography/schemas';
import { SubmissionDesk } from '@ec/contract/results/desk';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { clearSession } from '../src/lib/session/session-store.ts';
import { alertOf, groupsOfAlerts, listOf } from './alerts.ts';
import { IKEJA_PAGE, messagesTo, serveChats } from './chats.ts';
import { stubEventSource } from './event-source.ts';
import { meOf, person, signedInOnDevice } from './people.ts';
import { renderConsole } from './render.tsx';
import { deskElection, deskOf } from './results.ts';
import { ok, okFlat, serve } from './server.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

type Role = Parameters<typeof person>[0];
const signIn = (role: Role) => ({
  'POST /auth/login': () =>
    okFlat(LoginAnswer, { success: true, accessToken: 'access-2', refreshToken: 'refresh-2', user: person(role) }),
});

/** The session is replaced by another device's, and the person signs in again. */
async function signInAgain(user: ReturnType<typeof renderConsole>['user']) {
  const ended = { reason: 'signed in elsewhere', at: new Date().toISOString(), device: 'Chrome on Android' } as const;
  act(() => clearSession('ended', ended));
  expect(await screen.findByText(/you signed in on another device/)).toBeVisible();
  await user.type(screen.getByLabelText(/Phone number/), '0803 123 4567');
  await user.type(screen.getByLabelText(/^Password/), 'secret-1');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

it('a half-filled result sheet outlasts a session that was replaced', async () => {
  serve({
    ...signIn('polling_unit_officer'),
    'GET /auth/me': () => ok(Me, meOf('polling_unit_officer', { electionMode: true })),
    'GET /results/desk': () => ok(SubmissionDesk, deskOf([deskElection()])),
  });
  const { user } = renderConsole('/submit-results');
  await screen.findByRole('form', { name: 'Result sheet' });
  await user.type(screen.getByRole('textbox', { name: 'APC' }), '31');
  await signInAgain(user);
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'APC' })).toHaveValue('31'));
});

it('a half-written chat message outlasts a session that was replaced', async () => {
  serveChats({ messages: messagesTo(1) }, signIn('lga_admin'));
  const { user } = renderConsole(IKEJA_PAGE);
  const box = () => screen.findByRole('textbox', { name: 'Message to Ikeja LGA' });
  await user.type(await box(), 'Half a sent');
  await signInAgain(user);
  await waitFor(async () => expect(await box()).toHaveValue('Half a sent'));
  await user.clear(await box());
});

it('a half-filled report of an alert outlasts a session that was replaced, and goes with its dialog', async () => {
  serve({
    ...signIn('lga_admin'),
    'GET /auth/me': () => ok(Me, meOf('lga_admin')),
    'GET /elections': () => ok(ElectionList, { elections: [], total: 0 }),
    'GET /locations': () => ok(LocationList, { locations: [], total: 0 }),
    'GET /alerts': () => ok(AlertList, listOf([alertOf()])),
    'GET /alerts/groups': () => ok(AlertGroupList, groupsOfAlerts([alertOf()])),
    'GET /alerts/counts': () => ok(AlertCounts, { unread: 1, open: 1 }),
  });
  const { user } = renderConsole('/alerts');
  const open = async () => user.click(await screen.findByRole('button', { name: 'Raise an alert' }));
  await open();
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'Crowd at the gate');
  await signInAgain(user);
  await open();
  expect(await screen.findByRole('textbox', { name: 'Message' })).toHaveValue('Crowd at the gate');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Close without saving' }));
  await open();
  expect(await screen.findByRole('textbox', { name: 'Message' })).toHaveValue('');
});
