import type { EndedSession } from '@ec/contract/auth/session-ends';
import { menuFor } from '@ec/contract/permissions/decide-access';
import { Me, MessageAnswer } from '@ec/contract/auth/schemas';
import { flags } from '@ec/contract/permissions/privileges';
import { type Notification, NotificationList, StreamTicket, UnreadAnswer } from '@ec/contract/notifications/schemas';
import { ROLE_IDS, type Role } from '@ec/contract/permissions/roles';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useConnection } from '../src/lib/stream/connection.ts';
import { clearSession } from '../src/lib/session/session-store.ts';
import { readTokens } from '../src/lib/session/stored-session.ts';
import { stubEventSource, TestEventSource } from './event-source.ts';
import { meOf, signedInOnDevice } from './people.ts';
import { renderConsole } from './render.tsx';
import { ok, refuse, serve } from './server.ts';

function serveMe(me: () => Me, more: Parameters<typeof serve>[0] = {}) {
  signedInOnDevice();
  return serve({
    'GET /auth/me': () => ok(Me, me()),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'POST /auth/logout': () => ok(MessageAnswer, { message: 'bye' }),
    ...more,
  });
}

async function openedStream() {
  await waitFor(() => expect(TestEventSource.opened.length).toBeGreaterThan(0));
  const stream = TestEventSource.latest();
  act(() => stream.open());
  return stream;
}

beforeEach(stubEventSource);
afterEach(() => {
  vi.useRealTimers();
});

describe('the menu', () => {
  it.each(ROLE_IDS)('of %s holds what the contract gives the role', async (role: Role) => {
    const me = meOf(role);
    serveMe(() => me);
    renderConsole('/announcements');
    const nav = await screen.findByRole('navigation', { name: 'Main' });
    const links = within(nav)
      .getAllByRole('link')
      .filter((link) => link.getAttribute('href') !== '/account')
      .map((link) => link.textContent);
    expect(within(nav).getByRole('link', { name: /^Your account: ?Ada Obi / })).toHaveAttribute('href', '/account');
    expect(links).toEqual(menuFor({ ...me, role, privileges: null }).map((item) => item.label));
  });
});

describe('the menu on a wide screen', () => {
  it('marks where the pages of places belong', async () => {
    serveMe(() => meOf('national_admin'));
    renderConsole('/state/24');
    const nav = await screen.findByRole('navigation', { name: 'Main' });
    expect(within(nav).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'true');
  });

  it('is folded to its signs, which keep their names, until it is shown again', async () => {
    serveMe(() => meOf('national_admin'));
    const { user } = renderConsole('/announcements');
    await user.click(await screen.findByRole('button', { name: 'Collapse menu', pressed: false }));
    cleanup();
    renderConsole('/announcements');
    const nav = await screen.findByRole('navigation', { name: 'Main' });
    expect(within(nav).getByRole('link', { name: 'Elections' })).toHaveAttribute('title', 'Elections');
    await user.click(screen.getByRole('button', { name: 'Collapse menu', pressed: true }));
    expect(within(nav).getByRole('link', { name: 'Elections' })).not.toHaveAttribute('title');
  });
});

describe('a page', () => {
  it('that the role may not open shows why, inside the shell', async () => {
    serveMe(() => meOf('ward_admin'));
    renderConsole('/audit-logs');
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent('Access denied');
    expect(panel).toHaveTextContent(
      'This section requires one of the following roles: Super Admin, National Admin, Global Moderator',
    );
    expect(panel).toHaveTextContent('Your role: Ward Admin');
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument();
  });

  it('is closed to a moderator whose privileges have lapsed, with the reason; their own account stays open', async () => {
    const privileges = {
      granted: flags(() => false),
      lapse: 'over' as const,
      canManageRoles: [],
      areas: [],
      validUntil: null,
    };
    const calls = serveMe(() => meOf('global_moderator', { privileges }));
    const { router } = renderConsole('/settings');
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent('No privileges');
    expect(panel).toHaveTextContent(
      'Only your own account is open to you, because the time of your privileges is over.',
    );
    expect(panel).toHaveTextContent('Ask the super admin');
    const nav = screen.getByRole('navigation', { name: 'Main' });
    expect(
      within(nav)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/account']);
    await act(() => router.navigate('/notifications'));
    expect(await screen.findByRole('heading', { name: 'Notifications' })).toBeInTheDocument();
    const own = ['/auth/', '/notifications', '/users/profile-picture-status'];
    expect(calls.filter(({ path }) => !own.some((start) => path.startsWith(start)))).toEqual([]);
  });

  it('whose module was taken away names the module', async () => {
    const me = meOf('national_admin');
    serveMe(() => ({ ...me, levels: { ...me.levels, audit_logs: 'none' } }));
    renderConsole('/audit-logs');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      "You don't have permission to access this module: Audit Logs",
    );
  });

  it('that needs election mode opens and closes with it, live', async () => {
    let electionMode = false;
    serveMe(() => meOf('national_admin', { electionMode }));
    renderConsole('/situation-room');
    expect(await screen.findByText('Election Mode Required')).toBeVisible();
    const stream = await openedStream();
    electionMode = true;
    act(() => stream.send({ type: 'election-mode', isElectionMode: true } as { type: string }));
    await waitFor(() => expect(screen.queryByText('Election Mode Required')).not.toBeInTheDocument());
    expect(screen.getByRole('heading', { name: 'Situation Room' })).toBeVisible();
    electionMode = false;
    act(() => stream.send({ type: 'heartbeat', at: '', electionMode: false } as { type: string }));
    expect(await screen.findByText('This section is only available when election mode is active.')).toBeVisible();
  });

  it('that does not exist leads to the dashboard', async () => {
    serveMe(() => meOf('state_admin'));
    const { router } = renderConsole('/no-such-page');
    expect(await screen.findByRole('heading', { name: 'State Overview' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/dashboard');
  });

  it('takes the focus to its title after navigation', async () => {
    serveMe(() => meOf('national_admin'));
    const { user } = renderConsole('/dashboard');
    const nav = await screen.findByRole('navigation', { name: 'Main' });
    await user.click(within(nav).getByRole('link', { name: 'Security' }));
    expect(await screen.findByRole('heading', { name: 'Security' })).toHaveFocus();
    expect(document.title).toBe('Security · Election Console');
  });
});

describe('the session', () => {
  it('that the server ends leads to sign-in with a notice, and back to the same page', async () => {
    serveMe(() => meOf('national_admin'));
    const { router } = renderConsole('/security');
    await screen.findByRole('heading', { name: 'Security' });
    const stream = await openedStream();
    const ended: EndedSession = {
      reason: 'signed in elsewhere',
      at: new Date().toISOString(),
      device: 'Chrome on Android',
    };
    act(() => stream.send({ type: 'session-ended', ...ended }));
    const notice = await screen.findByText(/you signed in on another device/);
    expect(notice).toHaveTextContent(/^You were signed out because .* \(Chrome on Android, \d\d:\d\d\)\./);
    expect(router.state.location.search).toBe('?next=%2Fsecurity');
    expect(readTokens()).toBeNull();
  });

  it('loads again what is on the screen when the stream is back', async () => {
    const calls = serveMe(() => meOf('national_admin'));
    renderConsole('/security');
    await screen.findByRole('heading', { name: 'Security' });
    await openedStream();
    act(() => useConnection.setState({ stream: 'closed' }));
    expect(screen.getByText('Offline')).toBeVisible();
    const before = calls.filter((call) => call.path === '/auth/me').length;
    act(() => useConnection.setState({ stream: 'open' }));
    await waitFor(() => expect(calls.filter((call) => call.path === '/auth/me').length).toBe(before + 1));
  });

  it('ends here when another tab signs out', async () => {
    serveMe(() => meOf('national_admin'));
    renderConsole('/security');
    await screen.findByRole('heading', { name: 'Security' });
    act(() => {
      localStorage.clear();
      window.dispatchEvent(new StorageEvent('storage', { key: null }));
    });
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
  });

  it('ends with Log out, also on the server', async () => {
    const calls = serveMe(() => meOf('national_admin'));
    const { user, router } = renderConsole('/security');
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    await screen.findByRole('button', { name: 'Sign in' });
    expect(calls.some((call) => call.path === '/auth/logout')).toBe(true);
    expect(router.state.location.search).toBe('');
  });

  it('of a user who must change their password opens nothing else', async () => {
    let mustChangePassword = true;
    serveMe(() => meOf('national_admin', { mustChangePassword }), {
      'POST /auth/change-password': () => {
        mustChangePassword = false;
        return ok(MessageAnswer, { message: 'done' });
      },
    });
    const { user } = renderConsole('/security');
    await user.type(await screen.findByLabelText(/Current password/), 'given-one');
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    await user.type(screen.getByLabelText(/^New password/), 'chosen-one');
    await user.type(screen.getByLabelText(/Confirm new password/), 'chosen-one');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByRole('heading', { name: 'Security' })).toBeVisible();
  });

  it('that cannot be loaded says so and tries again', async () => {
    let up = false;
    serveMe(() => meOf('national_admin'), {
      'GET /auth/me': () => (up ? ok(Me, meOf('national_admin')) : refuse('UNAVAILABLE')),
    });
    const { user } = renderConsole('/security');
    const retry = await screen.findByRole('button', { name: 'Retry' });
    up = true;
    await user.click(retry);
    expect(await screen.findByRole('heading', { name: 'Security' })).toBeVisible();
  });
});

describe('the bell', () => {
  const note = (id: string): Notification => ({
    id,
    topic: 'account',
    type: 'info',
    title: `Note ${id}`,
    message: 'Something happened',
    isRead: false,
    createdAt: '2023-02-25T10:00:00.000Z',
    actionUrl: null,
  });

  it('counts what is unread, live, and shows the latest five first', async () => {
    const notifications = ['6', '5', '4', '3', '2', '1'].map(note);
    serveMe(() => meOf('national_admin'), {
      'GET /notifications': () =>
        ok(NotificationList, { notifications, total: notifications.length, unread: notifications.length }),
    });
    const { user } = renderConsole('/security');
    await screen.findByRole('button', { name: 'Notifications, 6 unread' });
    const stream = await openedStream();
    notifications.unshift(note('7'));
    act(() => stream.send({ type: 'notification', id: '7', notification: note('7') } as { type: string }));
    await user.click(await screen.findByRole('button', { name: 'Notifications, 7 unread' }));
    const panel = await screen.findByRole('dialog', { name: 'Notifications' });
    expect(
      within(panel)
        .getAllByText(/^Note/)
        .map((item) => item.textContent),
    ).toEqual(['7', '6', '5', '4', '3'].map((id) => expect.stringContaining(`Note ${id}`)));
  });

  it('marks one as read when it is opened', async () => {
    const calls = serveMe(() => meOf('national_admin'), {
      'GET /notifications': () =>
        ok(NotificationList, { notifications: [{ ...note('1'), actionUrl: '/reports' }], total: 1, unread: 1 }),
      'PATCH /notifications/1/read': () => ok(UnreadAnswer, { unread: 0 }),
    });
    const { user, router } = renderConsole('/security');
    await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
    await user.click(await screen.findByRole('link', { name: /Note 1/ }));
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeVisible();
    expect(calls.some((call) => call.method === 'PATCH')).toBe(true);
    await waitFor(() => expect(router.state.location.pathname).toBe('/reports'));
  });

  it('asks again where it cannot know what counts: one that was saved before others and comes after them', async () => {
    let list: NotificationList = { notifications: [note('5')], total: 1, unread: 1 };
    serveMe(() => meOf('national_admin'), { 'GET /notifications': () => ok(NotificationList, list) });
    renderConsole('/security');
    await screen.findByRole('button', { name: 'Notifications, 1 unread' });
    const stream = await openedStream();
    await waitFor(() => expect(useConnection.getState().stream).toBe('open'));
    list = { notifications: [note('5'), note('4')], total: 2, unread: 2 };
    act(() => stream.send({ type: 'notification', id: '4', notification: note('4') } as { type: string }));
    expect(await screen.findByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();
    act(() => stream.send({ type: 'notification', id: '5', notification: note('5') } as { type: string }));
    act(() => stream.send({ type: 'notification', id: '6', notification: note('6') } as { type: string }));
    expect(await screen.findByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible();
  });

  it('keeps one that came while an older list was on its way', async () => {
    let answer: (list: Response) => void = () => undefined;
    let asked = 0;
    const list = (...ids: string[]) =>
      ok(NotificationList, { notifications: ids.map(note), total: ids.length, unread: ids.length });
    serveMe(() => meOf('national_admin'), {
      'GET /notifications': () => {
        asked++;
        if (asked === 1) return list('1');
        if (asked > 2) return list('2', '1');
        return new Promise<Response>((resolve) => {
          answer = resolve;
        });
      },
    });
    renderConsole('/security');
    await screen.findByRole('button', { name: 'Notifications, 1 unread' });
    // Opening asks for the list anew; its answer was made before the next one was saved.
    const stream = await openedStream();
    await waitFor(() => expect(asked).toBe(2));
    act(() => stream.send({ type: 'notification', id: '2', notification: note('2') } as { type: string }));
    expect(await screen.findByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();
    await act(async () => answer(list('1')));
    await waitFor(() => expect(asked).toBe(3));
    expect(await screen.findByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();
  });

  it('counts one as read that was read on another device', async () => {
    let unread = 2;
    serveMe(() => meOf('national_admin'), {
      'GET /notifications': () => ok(NotificationList, { notifications: [note('2'), note('1')], total: 2, unread }),
    });
    renderConsole('/security');
    await screen.findByRole('button', { name: 'Notifications, 2 unread' });
    const stream = await openedStream();
    unread = 1;
    act(() => stream.send({ type: 'notification-read', id: '2', unread: 1 } as { type: string }));
    expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  });

  it('leads to all of them', async () => {
    serveMe(() => meOf('national_admin'), {
      'GET /notifications': () => ok(NotificationList, { notifications: [note('1')], total: 1, unread: 1 }),
    });
    const { user, router } = renderConsole('/security');
    await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
    await user.click(await screen.findByRole('link', { name: 'View All' }));
    expect(await screen.findByRole('heading', { name: 'Notifications' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/notifications');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('that could not load its notifications asks again by itself', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let up = false;
    serveMe(() => meOf('national_admin'), {
      'GET /notifications': () =>
        up ? ok(NotificationList, { notifications: [note('1')], total: 1, unread: 1 }) : refuse('INTERNAL'),
    });
    renderConsole('/security');
    expect(await screen.findByRole('button', { name: 'Notifications could not be loaded' })).toBeVisible();
    up = true;
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  });

  it('says when notifications could not be loaded, and tries again', async () => {
    let up = false;
    serveMe(() => meOf('national_admin'), {
      'GET /notifications': () =>
        up ? ok(NotificationList, { notifications: [], total: 0, unread: 0 }) : refuse('INTERNAL'),
    });
    const { user } = renderConsole('/security');
    await user.click(await screen.findByRole('button', { name: 'Notifications could not be loaded' }));
    up = true;
    const panel = await screen.findByRole('dialog', { name: 'Notifications' });
    await user.click(await within(panel).findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No notifications.')).toBeVisible();
  });
});

it('marks a rehearsal on every screen', async () => {
  const me = meOf('national_admin');
  serveMe(() => ({ ...me, system: { ...me.system, rehearsal: true } }));
  renderConsole('/security');
  expect(await within(await screen.findByRole('banner')).findByText('Rehearsal')).toBeVisible();
});

it('sends no user on to a page of another one who signed out', async () => {
  serveMe(() => meOf('national_admin'));
  const { router } = renderConsole('/security');
  await screen.findByRole('heading', { name: 'Security' });
  act(() => clearSession('signed-out'));
  await screen.findByRole('button', { name: 'Sign in' });
  expect(router.state.location.search).toBe('');
});
