import { Me } from '@ec/contract/auth/schemas';
import { type Notification, NotificationList, StreamTicket, UnreadAnswer } from '@ec/contract/notifications/schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource, TestEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import { isLocal, NOTIFICATIONS_KEPT, withNotification, withRead } from './list-state.ts';

beforeEach(stubEventSource);

const note = (id: number, change: Partial<Notification> = {}): Notification => ({
  id: String(id),
  topic: 'results',
  type: 'warning',
  title: `Note ${id}`,
  message: `What happened, number ${id}`,
  isRead: false,
  createdAt: '2023-02-25T10:00:00.000Z',
  actionUrl: null,
  ...change,
});

/** A server with these notifications, newest first, which reads and filters them as the true one does. */
function open(at: string, all: Notification[], more: Parameters<typeof serve>[0] = {}) {
  signedInOnDevice();
  const unread = () => all.filter(({ isRead }) => !isRead).length;
  const list = ({ query }: Call) => {
    const found = all.filter(
      (item) =>
        (!query.get('unread') || !item.isRead) &&
        (query.get('type') ?? item.type) === item.type &&
        (query.get('topic') ?? item.topic) === item.topic &&
        item.title.includes(query.get('q') ?? ''),
    );
    const size = Number(query.get('pageSize'));
    const first = (Number(query.get('page') ?? 1) - 1) * size;
    return ok(NotificationList, {
      notifications: found.slice(first, first + size),
      total: found.length,
      unread: unread(),
    });
  };
  const read = (which: (item: Notification) => boolean) => {
    for (const item of all) if (which(item)) item.isRead = true;
    return ok(UnreadAnswer, { unread: unread() });
  };
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('ward_admin')),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'GET /notifications': list,
    'POST /notifications/read-all': () => read(() => true),
    ...Object.fromEntries(
      all.map(({ id }) => [`PATCH /notifications/${id}/read`, () => read((item) => item.id === id)] as const),
    ),
    ...more,
  });
  return { calls, ...renderConsole(at) };
}

const titles = async () =>
  within(await screen.findByRole('list', { name: 'Notifications' }))
    .getAllByText(/^Note \d+$/)
    .map((item) => item.textContent);

describe('the history', () => {
  it('shows twenty a page, newest first, each with its type, topic and exact time', async () => {
    const all = Array.from({ length: 25 }, (_, i) => note(25 - i));
    const { user, router } = open('/notifications', all);
    expect(await titles()).toEqual(Array.from({ length: 20 }, (_, i) => `Note ${25 - i}`));
    expect(screen.getByText('Showing 1-20 of 25')).toBeVisible();
    const first = screen.getAllByRole('listitem').find((row) => row.textContent?.includes('Note 25'));
    expect(first).toHaveTextContent('Warning');
    expect(first).toHaveTextContent('Results · 25/02/2023');
    expect(within(first ?? document.body).getByTitle('25/02/2023 11:00:00 (WAT)')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(async () => expect(await titles()).toEqual(['Note 5', 'Note 4', 'Note 3', 'Note 2', 'Note 1']));
    expect(router.state.location.search).toBe('?page=2');
  });

  it('is narrowed by the address, and says how to see the rest', async () => {
    const all = [note(3, { topic: 'disputes', isRead: true }), note(2, { type: 'success' }), note(1)];
    const { user, router } = open('/notifications?show=unread&type=warning', all);
    expect(await titles()).toEqual(['Note 1']);
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.click(screen.getByRole('combobox', { name: 'Topic' }));
    await user.click(await screen.findByRole('option', { name: 'Disputes' }));
    expect(await screen.findByText('No notification fits these filters.')).toBeVisible();
    expect(router.state.location.search).toBe('?show=unread&type=warning&topic=disputes');
    await user.click(screen.getByRole('button', { name: 'Show all notifications' }));
    expect(await titles()).toEqual(['Note 3', 'Note 2', 'Note 1']);
    expect(router.state.location.search).toBe('');
  });

  it('leaves out of the call what no filter knows', async () => {
    const { calls } = open('/notifications?type=bad&topic=sport&page=x', [note(1)]);
    expect(await titles()).toEqual(['Note 1']);
    expect(calls.filter(({ path }) => path === '/notifications').every(({ query }) => !query.has('type'))).toBe(true);
  });

  it('is plain words where the page that it leads to is closed to the reader', async () => {
    const { user } = open('/notifications', [
      note(2, { actionUrl: '/submit-results?election=1' }),
      note(1, { actionUrl: '/review' }),
    ]);
    expect(await screen.findByRole('link', { name: 'Note 1' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Note 2' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Notifications, 2 unread' }));
    const bell = within(await screen.findByRole('dialog', { name: 'Notifications' }));
    expect(bell.getByRole('link', { name: /Note 1/ })).toBeVisible();
    expect(bell.queryByRole('link', { name: /Note 2/ })).not.toBeInTheDocument();
    expect(bell.getByText('Note 2')).toBeVisible();
  });

  it('marks one as read, in the bell too, and leads to what it is about', async () => {
    const { user, router, calls } = open('/notifications', [note(2, { actionUrl: '/review' }), note(1)]);
    await user.click(await screen.findByRole('button', { name: 'Mark as read: Note 1' }));
    expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Mark as read: Note 1' })).not.toBeInTheDocument();
    expect(within(screen.getByRole('main')).getByText('Note 1')).toHaveFocus();
    await user.click(screen.getByRole('link', { name: 'Note 2' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/review'));
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeVisible();
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ path }) => path)).toEqual([
      '/notifications/1/read',
      '/notifications/2/read',
    ]);
  });

  it('marks all as read at once', async () => {
    const { user } = open('/notifications', [note(2), note(1)]);
    expect(await screen.findByText(/2 unread ·/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText(/All read ·/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Notifications' })).toHaveFocus();
    expect(await screen.findByText('All notifications are marked as read.')).toBeVisible();
  });

  it('grows with what comes in', async () => {
    const all = [note(1)];
    open('/notifications', all);
    await titles();
    const stream = TestEventSource.latest();
    act(() => stream.open());
    all.unshift(note(2));
    act(() => stream.send({ type: 'notification', id: '2', notification: note(2) } as { type: string }));
    await waitFor(async () => expect(await titles()).toEqual(['Note 2', 'Note 1']));
  });

  it('says when there is nothing, and when it could not be loaded', async () => {
    let up = false;
    const { user } = open('/notifications', [], {
      'GET /notifications': () =>
        up ? ok(NotificationList, { notifications: [], total: 0, unread: 0 }) : refuse('INTERNAL'),
    });
    expect(await screen.findByText('Notifications could not be loaded')).toBeVisible();
    up = true;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No notifications.')).toBeVisible();
    expect(screen.getByText(/What concerns you will stand here/)).toBeVisible();
  });
});

describe('the list in memory', () => {
  const list = (...ids: number[]): NotificationList => ({
    notifications: ids.map((id) => note(id)),
    total: ids.length,
    unread: ids.length,
  });

  it('puts a new one first, counts it, and keeps twenty', () => {
    const full = list(...Array.from({ length: 20 }, (_, i) => 20 - i));
    const next = withNotification(full, note(21));
    expect(next).toMatchObject({ total: 21, unread: 21 });
    expect(next?.notifications).toHaveLength(NOTIFICATIONS_KEPT);
    expect(next?.notifications[0]?.id).toBe('21');
    expect(withNotification(list(), note(1, { isRead: true }))).toMatchObject({ total: 1, unread: 0 });
  });

  it('ignores one that it has, and requests again for one that comes late', () => {
    expect(withNotification(list(5, 3), note(3))).toEqual(list(5, 3));
    expect(withNotification(list(5, 3), note(4))).toBeNull();
    expect(withNotification(list(10), note(9))).toBeNull();
  });

  it('marks one or all as read, with the count that the server gives', () => {
    expect(withRead(list(2, 1), '1', 1).notifications.map(({ isRead }) => isRead)).toEqual([false, true]);
    expect(withRead(list(2, 1), null, 0)).toMatchObject({
      unread: 0,
      notifications: [{ isRead: true }, { isRead: true }],
    });
  });

  it.each([
    ['/approvals?request=1', true],
    ['//evil.example', false],
    ['/\\evil.example', false],
    ['https://evil.example', false],
    ['javascript:alert(1)', false],
    [null, false],
  ])('follows %s: %s', (url, followed) => {
    expect(isLocal(url)).toBe(followed);
  });
});
