import { Me, RefreshAnswer } from '@ec/contract/auth/schemas';
import { ElectionMode, ElectionModeRequest } from '@ec/contract/elections/schemas';
import { NotificationList, StreamTicket } from '@ec/contract/notifications/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from './event-source.ts';
import { meOf, signedInOnDevice } from './people.ts';
import { onComputer } from './phone.ts';
import { renderConsole } from './render.tsx';
import { refuse, ok, serve } from './server.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

function serveSwitch(answer: (wanted: boolean) => Response, more: Parameters<typeof serve>[0] = {}) {
  let electionMode = false;
  return serve({
    'GET /auth/me': () => ok(Me, meOf('super_admin', { electionMode })),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'GET /election-mode': () => ok(ElectionMode, { isElectionMode: electionMode, changedAt: null }),
    'PATCH /election-mode': ({ body }) => {
      const wanted = ElectionModeRequest.parse(body).isElectionMode;
      const response = answer(wanted);
      if (response.ok) electionMode = wanted;
      return response;
    },
    ...more,
  });
}

async function askAndConfirm() {
  const { user } = renderConsole('/dashboard');
  expect(await screen.findByText('INACTIVE')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Turn on election mode' }));
  const dialog = await screen.findByRole('dialog', { name: 'Turn election mode on?' });
  await user.click(within(dialog).getByRole('button', { name: 'Turn on election mode' }));
}

describe('the election mode switch', () => {
  it('asks, and shows the new state after the server has agreed', async () => {
    const calls = serveSwitch((isElectionMode) =>
      ok(ElectionMode, { isElectionMode, changedAt: '2023-02-25T07:00:00.000Z' }),
    );
    await askAndConfirm();
    expect(await screen.findByText('ACTIVE')).toBeVisible();
    expect(calls.filter((call) => call.method === 'PATCH').map((call) => call.body)).toEqual([
      { isElectionMode: true },
    ]);
  });

  it('has its notices beside the menu of a wide screen, whose last items are at the bottom left', async () => {
    onComputer();
    serveSwitch((isElectionMode) => ok(ElectionMode, { isElectionMode, changedAt: null }));
    await askAndConfirm();
    const notice = await screen.findByText('Election mode is ACTIVE.');
    const notices = notice.closest<HTMLElement>('[data-position="bottom-left"]');
    expect(notices?.style.left).toBe('calc(var(--ec-nav) + 1rem)');
    // In the frame, which sets the width of the narrow menu.
    expect(screen.getByRole('main').parentElement).toContainElement(notices);
  });

  it.each([
    ['cannot be renewed', () => refuse('SESSION_ENDED')],
    ['is renewed in vain', () => ok(RefreshAnswer, { accessToken: 'access-2', refreshToken: 'refresh-2' })],
  ])('says at sign-in that the session is needed for it, where that %s', async (_, renewal) => {
    serveSwitch(() => refuse('UNAUTHENTICATED'), { 'POST /auth/refresh': renewal });
    await askAndConfirm();
    expect(await screen.findByText(/^Your session has ended\./)).toHaveTextContent(
      'User must be authenticated to toggle election mode',
    );
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });

  it('stays as it is when the server refuses, and says so', async () => {
    serveSwitch(() => refuse('UNAVAILABLE'));
    await askAndConfirm();
    expect(await screen.findByText('Failed to toggle election mode')).toBeVisible();
    expect(screen.getByText('INACTIVE')).toBeVisible();
  });

  it('says that it could not be set where the server gives no reason', async () => {
    serveSwitch(() => Response.json({ success: false, code: 'INTERNAL', error: '' }, { status: 500 }));
    await askAndConfirm();
    const alert = await screen.findByRole('alert', { name: 'Failed to toggle election mode' });
    expect(alert).toHaveTextContent('Failed to set election mode');
    expect(screen.getByText('INACTIVE')).toBeVisible();
  });

  it('says when the state could not be fetched, and fetches it again', async () => {
    let down = true;
    serveSwitch(() => refuse('UNAVAILABLE'), {
      'GET /election-mode': () =>
        down ? refuse('INTERNAL') : ok(ElectionMode, { isElectionMode: false, changedAt: null }),
    });
    const { user } = renderConsole('/dashboard');
    const alert = await screen.findByRole('alert', { name: 'Failed to fetch election mode' });
    down = false;
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(alert).not.toBeInTheDocument());
    expect(screen.getByText('INACTIVE')).toBeVisible();
  });

  it('is the super admin’s alone', async () => {
    serve({ 'GET /auth/me': () => ok(Me, meOf('national_admin')) });
    renderConsole('/dashboard');
    await screen.findByRole('heading', { name: 'National Overview' });
    expect(screen.queryByText('Election Mode')).not.toBeInTheDocument();
  });
});

it('a page whose module the role does not hold names the module and the permission system', async () => {
  const me = meOf('national_admin');
  serve({ 'GET /auth/me': () => ok(Me, { ...me, levels: { ...me.levels, audit_logs: 'none' } }) });
  renderConsole('/audit-logs');
  const panel = await screen.findByRole('alert');
  expect(panel).toHaveTextContent("You don't have permission to access this module: Audit Logs");
  expect(panel).toHaveTextContent('Access denied by permission system');
});
