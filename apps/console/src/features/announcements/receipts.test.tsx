import { Receipts, UnreadPeople } from '@ec/contract/announcements/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  ALL_RIGHTS,
  announcementOf,
  LAGOS,
  NO_RIGHTS,
  serveAnnouncements,
  SOUTH_WEST,
} from '../../../test/announcements.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId } from '../../../test/results.ts';
import { ok, refuse } from '../../../test/server.ts';
import { cleanNotices } from '../../../test/users-page.tsx';

beforeEach(() => {
  stubEventSource();
  cleanNotices();
});

/** One person for each number up to the total, a page at a time. */
function peopleOf(page: number, total: number) {
  const from = (page - 1) * 20;
  return Array.from({ length: Math.max(0, Math.min(20, total - from)) }, (_, at) => ({
    id: freshId(),
    name: `Person ${from + at + 1}`,
    role: 'ward_admin',
    area: LAGOS,
    phone: at === 0 ? '+2348031110001' : null,
  }));
}

function serveReceipts(handlers = {}) {
  const announcement = announcementOf({ can: ALL_RIGHTS, isRead: true });
  const served = serveAnnouncements('national_admin', [announcement], {
    [`GET /announcements/${announcement.id}/receipts`]: ({ query }: { query: URLSearchParams }) =>
      query.get('area') === 'SW'
        ? ok(Receipts, {
            people: 100,
            read: 60,
            area: SOUTH_WEST,
            areas: [{ area: LAGOS, people: 100, read: 60 }],
          })
        : ok(Receipts, {
            people: 9641,
            read: 3120,
            area: null,
            areas: [{ area: SOUTH_WEST, people: 100, read: 60 }],
          }),
    [`GET /announcements/${announcement.id}/unread-people`]: ({ query }: { query: URLSearchParams }) => {
      const total = query.get('area') === 'SW' ? 1 : 40;
      return ok(UnreadPeople, { people: peopleOf(Number(query.get('page')), total), total });
    },
    ...handlers,
  });
  const at = `/announcements?announcement=${announcement.id}`;
  return { ...served, announcement, at };
}

describe('read receipts', () => {
  it('are opened from the list, and say how many have read it, where, and who has not', async () => {
    const { announcement } = serveReceipts();
    const { user, router } = renderConsole('/announcements');
    await user.click(await screen.findByRole('button', { name: 'Actions for Training on Saturday' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Read receipts' }));
    expect(router.state.location.search).toBe(`?announcement=${announcement.id}&view=receipts`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Training on Saturday' }));
    expect(await dialog.findByText(/^Read by/)).toHaveTextContent('Read by 3,120 of 9,641 (32.4%); 6,521 not yet.');
    expect(dialog.getByRole('img', { name: 'Read receipts: Read 3,120, of 9,641' })).toBeVisible();
    const areas = within(dialog.getByRole('table', { name: 'Read by area' }));
    expect(areas.getByRole('row', { name: /South West/ })).toHaveTextContent('South West6010060.0%');
    // The rows add up to the sum: 60 + 3,060 and 100 + 9,541.
    expect(areas.getByRole('row', { name: /Assigned above these areas/ })).toHaveTextContent('3,0609,54132.1%');
    const people = within(await dialog.findByRole('table', { name: 'Not read yet' }));
    expect(await people.findByRole('link', { name: 'Call Person 1, 0803 111 0001' })).toHaveAttribute(
      'href',
      'tel:+2348031110001',
    );
    expect(people.getByRole('row', { name: /^Person 2 / })).toHaveTextContent('Person 2Ward Admin, Lagos–');
    await user.click(dialog.getByRole('button', { name: 'Page 2' }));
    expect(await people.findByText('Person 21')).toBeVisible();
  });

  it('lead down to an area and back', async () => {
    const { at, sent } = serveReceipts();
    const { user } = renderConsole(`${at}&view=receipts`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Training on Saturday' }));
    await user.click(await dialog.findByRole('button', { name: 'South West' }));
    await waitFor(() => expect(dialog.getByText(/^Read by/)).toHaveTextContent('Read by 60 of 100 (60.0%)'));
    expect(dialog.getByRole('button', { name: 'Lagos' })).toBeVisible();
    await waitFor(() => expect(dialog.getByText('Showing 1-1 of 1')).toBeVisible());
    expect(sent('GET').some(({ path, query }) => path.endsWith('unread-people') && query.get('area') === 'SW')).toBe(
      true,
    );
    await user.click(dialog.getByRole('button', { name: 'All' }));
    await waitFor(() => expect(dialog.getByText(/^Read by/)).toHaveTextContent('Read by 3,120 of 9,641'));
  });

  it('that could not be loaded are requested again', async () => {
    const announcement = announcementOf({ can: ALL_RIGHTS, isRead: true });
    let broken = true;
    serveAnnouncements('national_admin', [announcement], {
      [`GET /announcements/${announcement.id}/receipts`]: () =>
        broken ? refuse('INTERNAL') : ok(Receipts, { people: 5, read: 5, area: null, areas: [] }),
    });
    const { user } = renderConsole(`/announcements?announcement=${announcement.id}&view=receipts`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Training on Saturday' }));
    await dialog.findByText('The read receipts could not be loaded');
    broken = false;
    await user.click(dialog.getByRole('button', { name: 'Retry' }));
    expect(await dialog.findByText('Everybody here has read it.')).toBeVisible();
  });

  it('are refused to a user who neither wrote nor administers it', async () => {
    const announcement = announcementOf({ can: NO_RIGHTS, isRead: true });
    const { sent } = serveAnnouncements('ward_admin', [announcement]);
    renderConsole(`/announcements?announcement=${announcement.id}&view=receipts`);
    const dialog = await screen.findByRole('dialog', { name: 'Training on Saturday' });
    expect(within(dialog).queryByRole('tab')).not.toBeInTheDocument();
    expect(sent('GET').filter(({ path }) => path.includes('receipts'))).toEqual([]);
  });
});
