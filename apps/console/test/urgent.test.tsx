import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { publish } from '../src/lib/stream/stream.ts';
import { announcementOf, serveAnnouncements } from './announcements.ts';
import { stubEventSource } from './event-source.ts';
import { renderConsole } from './render.tsx';
import { cleanNotices } from './users-page.tsx';

beforeEach(() => {
  stubEventSource();
  cleanNotices();
});

const urgentOf = (title: string, createdAt = '2023-02-25T13:32:00.000Z') =>
  announcementOf({ title, createdAt, priority: 'urgent' });
const dialog = () => screen.findByRole('dialog', { name: 'Urgent announcement' });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

describe('urgent announcements', () => {
  it('stand over any page, one after the other, until each is read', async () => {
    const { sent } = serveAnnouncements('ward_admin', [
      urgentOf('Second note'),
      urgentOf('First note'),
      announcementOf(),
    ]);
    const { user } = renderConsole('/account');
    const open = within(await dialog());
    expect(open.getByRole('heading', { name: 'Second note' })).toHaveFocus();
    expect(open.getByText('1 more urgent one after this')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(open.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
    await user.click(open.getByRole('button', { name: 'I have read it' }));
    expect(await open.findByRole('heading', { name: 'First note' })).toHaveFocus();
    await user.click(open.getByRole('button', { name: 'I have read it' }));
    await gone();
    expect(sent('PATCH')).toHaveLength(2);
    await waitFor(() => expect(document.activeElement).toHaveAttribute('id', 'page-title'));
  });

  it('appear while a user works, and disappear when they are withdrawn', async () => {
    const { store } = serveAnnouncements('ward_admin', []);
    renderConsole('/account');
    await screen.findByRole('heading', { level: 1 });
    store.announcements = [urgentOf('Stop')];
    act(() => publish({ type: 'announcements' }));
    expect(await dialog()).toHaveTextContent('Stop');
    store.announcements = [];
    act(() => publish({ type: 'announcements' }));
    await gone();
  });

  it('keep the focus when another page comes up below them', async () => {
    serveAnnouncements('ward_admin', [urgentOf('Stop')]);
    const { router } = renderConsole('/account');
    const open = within(await dialog());
    await act(async () => await router.navigate('/notifications'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Notifications', hidden: true })).toBeInTheDocument();
    await waitFor(() => expect(open.getByRole('heading', { name: 'Stop' })).toHaveFocus());
  });

  it('that were read stay read while the server cannot be reached, which is informed later', async () => {
    const urgent = urgentOf('Stop');
    let reachable = false;
    const { sent, replace } = serveAnnouncements('ward_admin', [urgent], {
      [`PATCH /announcements/${urgent.id}/read`]: () => {
        if (!reachable) return Promise.reject(new TypeError('no network'));
        replace(urgent.id, { isRead: true });
        return new Response(JSON.stringify({ success: true, data: { unread: 0 } }), {
          status: 200,
          headers: { 'content-type': 'application/json' },
        });
      },
    });
    const { user } = renderConsole('/account');
    await user.click(within(await dialog()).getByRole('button', { name: 'I have read it' }));
    await gone();
    await waitFor(() => expect(sent('PATCH')).toHaveLength(1));
    act(() => publish({ type: 'announcements' }));
    await waitFor(() => expect(sent('GET', '/announcements/urgent')).toHaveLength(2));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    reachable = true;
    await waitFor(() => expect(sent('PATCH')).toHaveLength(2), { timeout: 8000 });
    expect(screen.queryByText(/could not be marked as read/)).not.toBeInTheDocument();
  });

  it('wait in a bar while the user types, and open when they leave the field', async () => {
    const { store } = serveAnnouncements('national_admin', []);
    const { user } = renderConsole('/announcements');
    const search = await screen.findByRole('searchbox', { name: 'Search' });
    await user.type(search, 'ma');
    store.announcements = [urgentOf('Stop')];
    act(() => publish({ type: 'announcements' }));
    const bar = await screen.findByText(/It opens when you leave the field/);
    expect(bar.parentElement).toHaveTextContent('Urgent announcement: Stop');
    await user.keyboard('p');
    expect(search).toHaveValue('map');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.tab();
    expect(await dialog()).toHaveTextContent('Stop');
    expect(screen.queryByText(/It opens when you leave the field/)).not.toBeInTheDocument();
  });

  it('open from the bar at once', async () => {
    const { store } = serveAnnouncements('national_admin', []);
    const { user } = renderConsole('/announcements');
    await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'ma');
    store.announcements = [urgentOf('Stop')];
    act(() => publish({ type: 'announcements' }));
    await user.click(await screen.findByRole('button', { name: 'Read it now' }));
    expect(await dialog()).toHaveTextContent('Stop');
  });

  it('leave the dialog below them as it is', async () => {
    const { store } = serveAnnouncements('national_admin', []);
    const { user } = renderConsole('/announcements');
    await user.click(await screen.findByRole('button', { name: 'Create Announcement' }));
    const form = await screen.findByRole('form', { name: 'Create Announcement' });
    await user.type(within(form).getByRole('textbox', { name: 'Title' }), 'Mine');
    store.announcements = [urgentOf('Stop')];
    act(() => publish({ type: 'announcements' }));
    await screen.findByText(/It opens when you leave the field/);
    await user.tab();
    act(() => (document.activeElement as HTMLElement | null)?.blur());
    const open = within(await dialog());
    await user.keyboard('{Escape}');
    await user.click(open.getByRole('button', { name: 'I have read it' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Urgent announcement' })).not.toBeInTheDocument());
    const below = within(screen.getByRole('dialog', { name: 'Create Announcement' }));
    expect(below.getByRole('textbox', { name: 'Title' })).toHaveValue('Mine');
  });
});
