import { Announcement, AnnouncementUnread } from '@ec/contract/announcements/schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ALL_RIGHTS, announcementOf, LAGOS, serveAnnouncements, SOUTH_WEST } from '../../../test/announcements.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { renderConsole } from '../../../test/render.tsx';
import { ok, refuse } from '../../../test/server.ts';
import { cleanNotices } from '../../../test/users-page.tsx';
import { publish } from '../../lib/stream/stream.ts';

beforeEach(() => {
  stubEventSource();
  cleanNotices();
});

const item = async (text: RegExp) => {
  const list = await screen.findByRole('list', { name: 'Announcements' });
  const found = within(list)
    .getAllByRole('listitem')
    .find(({ textContent }) => text.test(textContent ?? ''));
  if (!found) throw new Error(`No announcement says ${String(text)}`);
  return found;
};

describe('the announcements', () => {
  it('show of each who wrote it as what, when, for whom, and that it is unread', async () => {
    serveAnnouncements('ward_admin', [
      announcementOf({
        priority: 'high',
        targetAudience: {
          roles: ['lga_admin', 'ward_admin'],
          regions: [SOUTH_WEST],
          states: [LAGOS],
          area: null,
          areas: [SOUTH_WEST, LAGOS],
        },
        createdByRole: 'regional_admin',
      }),
      announcementOf({ title: 'Read before', isRead: true, pinned: true }),
    ]);
    renderConsole('/announcements');
    const first = await item(/Training/);
    expect(first).toHaveTextContent('Unread');
    expect(first).toHaveTextContent('High');
    expect(first).toHaveTextContent('Bola Ade, Regional Admin · 25/02/2023 14:32 · For 2 roles');
    const tags = within(within(first).getByRole('list', { name: 'Target audience' })).getAllByRole('listitem');
    expect(tags.map(({ textContent }) => textContent)).toEqual(['LGA Admin', 'Ward Admin', 'South West', 'Lagos']);
    const second = await item(/Read before/);
    expect(second).toHaveTextContent('Pinned');
    expect(second).toHaveTextContent('For all roles');
    expect(second).not.toHaveTextContent('Unread');
    expect(within(second).queryByRole('button', { name: /Mark as Read/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Create Announcement|Actions for/ })).not.toBeInTheDocument();
    const menu = screen.getByRole('navigation', { name: 'Main' });
    expect(within(menu).getByRole('link', { name: /^Announcements 1 ?unread$/ })).toBeVisible();
  });

  it('are read by the button, at once, with the focus kept at the announcement', async () => {
    const { sent } = serveAnnouncements('ward_admin', [announcementOf()]);
    const { user } = renderConsole('/announcements');
    await user.click(within(await item(/Training/)).getByRole('button', { name: /^Mark as Read: Training/ }));
    expect(await item(/Training/)).not.toHaveTextContent('Unread');
    expect(screen.getByRole('link', { name: 'Training on Saturday' })).toHaveFocus();
    expect(screen.getByText('0 unread')).toBeVisible();
    expect(sent('PATCH')).toHaveLength(1);
    const menu = screen.getByRole('navigation', { name: 'Main' });
    expect(within(menu).getByRole('link', { name: 'Announcements' })).toBeVisible();
  });

  it('stay unread, with a reason, where the server could not be reached', async () => {
    const announcement = announcementOf();
    serveAnnouncements('ward_admin', [announcement], {
      [`PATCH /announcements/${announcement.id}/read`]: () => refuse('INTERNAL'),
    });
    const { user } = renderConsole('/announcements');
    await user.click(within(await item(/Training/)).getByRole('button', { name: /^Mark as Read/ }));
    expect(await screen.findByText('The announcement could not be marked as read')).toBeVisible();
    await waitFor(async () => expect(await item(/Training/)).toHaveTextContent('Unread'));
  });

  it('of a list of unread ones leave it when they are read', async () => {
    serveAnnouncements('ward_admin', [announcementOf(), announcementOf({ title: 'Second' })]);
    const { user, router } = renderConsole('/announcements');
    await user.click(await screen.findByRole('checkbox', { name: 'Unread only' }));
    expect(router.state.location.search).toBe('?unread=1');
    await user.click(within(await item(/Training/)).getByRole('button', { name: /^Mark as Read/ }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Training on Saturday' })).not.toBeInTheDocument());
    expect(screen.getByRole('link', { name: 'Second' })).toHaveFocus();
  });

  it('are narrowed by the address, which keeps nothing unknown', async () => {
    const { calls } = serveAnnouncements('national_admin', []);
    const { user, router } = renderConsole('/announcements?priority=urgent&show=past&q=map&page=2');
    expect(await screen.findByText('No Announcements Available')).toBeVisible();
    const asked = () => Object.fromEntries(calls.filter(({ path }) => path === '/announcements').at(-1)?.query ?? []);
    expect(asked()).toMatchObject({ show: 'past', priority: 'urgent', q: 'map' });
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(asked()).toEqual({ show: 'past', page: '1', pageSize: '20' }));
    expect(router.state.location.search).toBe('?show=past');
    await user.click(screen.getByRole('combobox', { name: 'Show' }));
    await user.click(await screen.findByRole('option', { name: 'Written by me' }));
    await waitFor(() => expect(asked()).toMatchObject({ show: 'mine' }));
    expect(await screen.findByText('You have not written an announcement yet.')).toBeVisible();
  });

  it('offer no archive to a user who has none', async () => {
    serveAnnouncements('ward_admin', []);
    renderConsole('/announcements');
    expect(await screen.findByText('No Announcements Available')).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Show' })).not.toBeInTheDocument();
  });

  it('say that they are loading, and ask again where they could not be loaded', async () => {
    let answer: (response: Response) => void = () => undefined;
    const first = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    let asked = 0;
    serveAnnouncements('ward_admin', [], {
      'GET /announcements': () => {
        asked += 1;
        return first;
      },
    });
    const { user } = renderConsole('/announcements');
    expect(await screen.findByText('Loading announcements...')).toBeVisible();
    act(() => answer(refuse('INTERNAL')));
    await screen.findByText('The announcements could not be loaded');
    const before = asked;
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(asked).toBe(before + 1));
  });

  it('that are new appear by themselves', async () => {
    const { store } = serveAnnouncements('ward_admin', [announcementOf()]);
    renderConsole('/announcements');
    await item(/Training/);
    store.announcements = [announcementOf({ title: 'Bring your letters' }), ...store.announcements];
    act(() => publish({ type: 'announcements' }));
    expect(await screen.findByRole('link', { name: 'Bring your letters' })).toBeVisible();
    expect(await screen.findByText('2 unread')).toBeVisible();
  });
});

describe('one announcement, by its address', () => {
  it('shows its text as typed and is read with that', async () => {
    const content = '<b>Bold</b> <script>alert(1)</script>\nhttps://example.ng/map';
    const announcement = announcementOf({ title: '<i>Map</i>', content });
    const { sent } = serveAnnouncements('ward_admin', [announcement]);
    const { user, router } = renderConsole(`/announcements?priority=medium&announcement=${announcement.id}`);
    const dialog = await screen.findByRole('dialog', { name: '<i>Map</i>' });
    expect(dialog).toHaveTextContent('<b>Bold</b> <script>alert(1)</script> https://example.ng/map');
    expect(dialog.querySelector('b, i, script')).toBeNull();
    expect(within(dialog).getByRole('link', { name: /example\.ng/ })).toHaveAttribute('rel', 'noopener noreferrer');
    await waitFor(() => expect(sent('PATCH')).toHaveLength(1));
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(router.state.location.search).toBe('?priority=medium');
  });

  it('that is not for the reader says so', async () => {
    serveAnnouncements('ward_admin', []);
    renderConsole(`/announcements?announcement=${announcementOf().id}`);
    expect(await screen.findByText(/^This announcement does not exist/)).toBeVisible();
  });

  it('is not marked as read by a user who only administers it', async () => {
    const announcement = announcementOf({ isForMe: false, isRead: true, can: ALL_RIGHTS });
    const { sent } = serveAnnouncements('super_admin', [announcement]);
    renderConsole(`/announcements?announcement=${announcement.id}`);
    await screen.findByRole('dialog', { name: 'Training on Saturday' });
    expect(sent('PATCH')).toEqual([]);
  });
});

describe('those who look after announcements', () => {
  it('pin and unpin', async () => {
    const announcement = announcementOf({ can: ALL_RIGHTS });
    const { sent, replace } = serveAnnouncements('national_admin', [announcement], {
      [`POST /announcements/${announcement.id}/pin`]: ({ body }) => {
        const { pinned } = body as { pinned: boolean };
        replace(announcement.id, { pinned });
        return ok(Announcement, { ...announcement, pinned });
      },
    });
    const { user } = renderConsole('/announcements');
    await user.click(await screen.findByRole('button', { name: 'Actions for Training on Saturday' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Pin' }));
    expect(await screen.findByText(/is pinned above the others/)).toBeVisible();
    expect(sent('POST', `/announcements/${announcement.id}`).at(-1)?.body).toEqual({ pinned: true });
    await waitFor(async () => expect(await item(/Training/)).toHaveTextContent('Pinned'));
    await user.click(screen.getByRole('button', { name: 'Actions for Training on Saturday' }));
    expect(await screen.findByRole('menuitem', { name: 'Unpin' })).toBeVisible();
  });

  it('withdraw after a question that says from whom, with the reason', async () => {
    const announcement = announcementOf({ can: ALL_RIGHTS });
    const { sent, store } = serveAnnouncements('national_admin', [announcement], {
      [`DELETE /announcements/${announcement.id}`]: () => {
        store.announcements = [];
        return ok(AnnouncementUnread, { unread: 0 });
      },
    });
    const { user } = renderConsole('/announcements');
    await user.click(await screen.findByRole('button', { name: 'Actions for Training on Saturday' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Withdraw' }));
    const dialog = await screen.findByRole('dialog', { name: 'Withdraw the announcement?' });
    expect(dialog).toHaveTextContent('“Training on Saturday” is taken from the screens of everybody in Nigeria');
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), ' Wrong day ');
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText(/is withdrawn/)).toBeVisible();
    expect(sent('DELETE').map(({ body }) => body)).toEqual([{ reason: 'Wrong day' }]);
    expect(await screen.findByText('No Announcements Available')).toBeVisible();
  });

  it('see in the archive why one was withdrawn', async () => {
    const by = { id: announcementOf().createdBy, name: 'Ada Obi', role: 'global_moderator' };
    serveAnnouncements('national_admin', [
      announcementOf({
        isForMe: false,
        withdrawnAt: '2023-02-26T08:00:00.000Z',
        withdrawnBy: by,
        withdrawReason: 'Wrong day',
      }),
      announcementOf({ title: 'Too late', isForMe: false, expiresAt: '2023-02-26T08:00:00.000Z' }),
    ]);
    renderConsole('/announcements?show=past');
    expect(await item(/Training/)).toHaveTextContent(
      'Withdrawn by Ada Obi (Global Moderator), 26/02/2023 09:00: Wrong day',
    );
    expect(await item(/Too late/)).toHaveTextContent('Expired');
  });
});
