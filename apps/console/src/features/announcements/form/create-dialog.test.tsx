import { Announcement, Reach } from '@ec/contract/announcements/schemas';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { announcementOf, serveAnnouncements } from '../../../../test/announcements.ts';
import { stubEventSource } from '../../../../test/event-source.ts';
import { person } from '../../../../test/people.ts';
import { renderConsole } from '../../../../test/render.tsx';
import { ok } from '../../../../test/server.ts';
import { cleanNotices } from '../../../../test/users-page.tsx';
import { dropDraft } from '../../../lib/device/drafts.ts';

beforeEach(async () => {
  stubEventSource();
  cleanNotices();
  await dropDraft(`${person('national_admin').id}/announcement`);
});

it('stays until what was written is sent, however it is closed', async () => {
  const counted = Promise.withResolvers<void>();
  const { sent } = serveAnnouncements('national_admin', [], {
    'POST /announcements': () => ok(Announcement, announcementOf(), 201),
    'POST /announcements/reach': async () => {
      await counted.promise;
      return ok(Reach, { people: 240, byRole: [{ role: 'ward_admin', people: 240 }] });
    },
  });
  const { user } = renderConsole('/announcements');
  await user.click(await screen.findByRole('button', { name: 'Create Announcement' }));
  const form = within(await screen.findByRole('form', { name: 'Create Announcement' }));
  await user.type(form.getByRole('textbox', { name: 'Title' }), 'Training');
  await user.type(form.getByRole('textbox', { name: 'Content' }), 'At 9:00.');
  await user.click(form.getByRole('button', { name: 'Send' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('form', { name: 'Create Announcement' })).toBeVisible();
  expect(screen.queryByText(/kept on this device as a draft/)).not.toBeInTheDocument();
  counted.resolve();
  expect(await screen.findByText(/is sent\.$/)).toBeVisible();
  expect(sent('POST').filter(({ path }) => path === '/announcements')).toHaveLength(1);
});
