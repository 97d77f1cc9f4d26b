import { Announcement, Reach } from '@ec/contract/announcements/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ALL_RIGHTS, announcementOf, serveAnnouncements } from '../../../../test/announcements.ts';
import { stubEventSource } from '../../../../test/event-source.ts';
import { person } from '../../../../test/people.ts';
import { renderConsole } from '../../../../test/render.tsx';
import { ok, refuse } from '../../../../test/server.ts';
import { cleanNotices, refuseAt } from '../../../../test/users-page.tsx';
import { dropDraft } from '../../../lib/device/drafts.ts';

beforeEach(async () => {
  stubEventSource();
  cleanNotices();
  await dropDraft(`${person('national_admin').id}/announcement`);
});

type Served = ReturnType<typeof serveAnnouncements>;

const bodies = ({ calls }: Served, method: string, path: string) =>
  calls.filter((call) => call.method === method && call.path === path).map(({ body }) => body);

async function openForm(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Create Announcement' }));
  const form = await screen.findByRole('form', { name: 'Create Announcement' });
  return within(form);
}

type Form = Awaited<ReturnType<typeof openForm>>;

async function write(user: UserEvent, form: Form, title = 'Training', content = 'At 9:00.') {
  await user.type(form.getByRole('textbox', { name: 'Title' }), title);
  await user.type(form.getByRole('textbox', { name: 'Content' }), content);
}

async function choose(user: UserEvent, form: Form, field: string, ...options: string[]) {
  await user.click(form.getByRole('combobox', { name: field }));
  for (const option of options) await user.click(await screen.findByRole('option', { name: option }));
  await user.tab();
}

describe('the form of a new announcement', () => {
  it('is sent to the roles and places that were chosen, after showing whom it reaches', async () => {
    const served = serveAnnouncements('national_admin', [], {
      'POST /announcements': ({ body }) =>
        ok(Announcement, announcementOf({ title: (body as { title: string }).title }), 201),
    });
    const { user } = renderConsole('/announcements');
    const form = await openForm(user);
    expect(form.getByRole('combobox', { name: 'Priority' })).toHaveValue('Medium');
    const send = form.getByRole('button', { name: 'Send' });
    expect(send).toBeDisabled();
    expect(send).toHaveAccessibleDescription('Write a title and the content first.');
    await write(user, form, '  Training ', ' At 9:00. ');
    expect(send).toBeEnabled();
    await choose(user, form, 'Target Roles', 'Ward Admin', 'LGA Admin');
    await choose(user, form, 'Regions', 'South West');
    await choose(user, form, 'States', 'Ogun');
    await choose(user, form, 'Priority', 'High');
    expect(await form.findByText('Reaches 240 people')).toBeVisible();
    const audience = { roles: ['lga_admin', 'ward_admin'], regions: ['SW'], states: ['27'] };
    await waitFor(() => expect(bodies(served, 'POST', '/announcements/reach').at(-1)).toEqual(audience));
    await user.click(send);
    expect(await screen.findByText('"Training" is sent.')).toBeVisible();
    expect(screen.queryByRole('form', { name: 'Create Announcement' })).not.toBeInTheDocument();
    expect(bodies(served, 'POST', '/announcements')).toEqual([
      { title: 'Training', content: 'At 9:00.', priority: 'high', ...audience, expiresAt: null, pinned: false },
    ]);
    const again = await openForm(user);
    expect(again.getByRole('textbox', { name: 'Title' })).toHaveValue('');
    expect(again.getByRole('combobox', { name: 'Priority' })).toHaveValue('Medium');
  });

  it('asks before an urgent one, with the number of people', async () => {
    const served = serveAnnouncements(
      'national_admin',
      [],
      { 'POST /announcements': () => ok(Announcement, announcementOf(), 201) },
      9641,
    );
    const { user } = renderConsole('/announcements');
    const form = await openForm(user);
    await write(user, form);
    await choose(user, form, 'Priority', 'Urgent');
    await user.click(form.getByRole('button', { name: 'Send' }));
    const dialog = await screen.findByRole('dialog', { name: 'Send an urgent announcement?' });
    expect(dialog).toHaveTextContent('This goes to 9,641 people and is shown over their console until read.');
    expect(bodies(served, 'POST', '/announcements')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(bodies(served, 'POST', '/announcements')).toHaveLength(1));
  });

  it.each([
    [999, false],
    [1000, true],
  ])('to %i people is asked about: %s', async (people, asked) => {
    const served = serveAnnouncements(
      'national_admin',
      [],
      { 'POST /announcements': () => ok(Announcement, announcementOf(), 201) },
      people,
    );
    const { user } = renderConsole('/announcements');
    const form = await openForm(user);
    await write(user, form);
    await user.click(form.getByRole('button', { name: 'Send' }));
    if (asked) expect(await screen.findByRole('dialog', { name: 'Send it to so many people?' })).toBeVisible();
    else expect(await screen.findByText(/is sent\.$/)).toBeVisible();
    expect(bodies(served, 'POST', '/announcements')).toHaveLength(asked ? 0 : 1);
  });

  it('says that it reaches no user', async () => {
    serveAnnouncements('national_admin', [], {
      'POST /announcements/reach': () => ok(Reach, { people: 0, byRole: [{ role: 'ward_admin', people: 0 }] }),
    });
    const { user } = renderConsole('/announcements');
    const form = await openForm(user);
    expect(await form.findByText('Reaches no user now')).toBeVisible();
  });

  it('of a regional admin offers the states of the region, no roles above it, and no pin', async () => {
    const { calls } = serveAnnouncements('regional_admin', []);
    const { user } = renderConsole('/announcements');
    const form = await openForm(user);
    expect(form.queryByRole('combobox', { name: 'Regions' })).not.toBeInTheDocument();
    expect(form.queryByRole('checkbox', { name: /Pin/ })).not.toBeInTheDocument();
    await user.click(form.getByRole('combobox', { name: 'Target Roles' }));
    expect(await screen.findByRole('option', { name: 'Regional Admin' })).toBeVisible();
    expect(screen.queryByRole('option', { name: 'National Admin' })).not.toBeInTheDocument();
    const states = calls.filter(({ path, query }) => path === '/locations' && query.get('type') === 'state');
    await waitFor(() => expect(states.at(-1)?.query.get('parentId')).not.toBeNull());
  });

  it('shows the text as it will look, with mark-up as text', async () => {
    serveAnnouncements('national_admin', []);
    const { user } = renderConsole('/announcements');
    const form = await openForm(user);
    await write(user, form, '<b>Map</b>', '<img src=x> https://example.ng/map');
    await user.click(form.getByText('Preview'));
    const preview = form.getByRole('article', { name: 'Preview' });
    expect(preview).toHaveTextContent('<b>Map</b>');
    expect(preview.querySelector('img')).toBeNull();
    expect(within(preview).getByRole('link', { name: /example\.ng/ })).toHaveAttribute(
      'href',
      'https://example.ng/map',
    );
  });

  it('counts its characters and is not sent with too many', async () => {
    serveAnnouncements('national_admin', []);
    const { user } = renderConsole('/announcements');
    const form = await openForm(user);
    await user.type(form.getByRole('textbox', { name: 'Title' }), 'Long');
    await user.click(form.getByRole('textbox', { name: 'Content' }));
    await user.paste('x'.repeat(10_000));
    expect(form.getByText('10,000 of 10,000 characters')).toBeVisible();
    expect(form.getByRole('button', { name: 'Send' })).toBeEnabled();
    await user.paste('yz');
    expect(form.getByText('2 characters too many')).toBeVisible();
    expect(form.getByRole('button', { name: 'Send' })).toBeDisabled();
    await user.click(form.getByRole('textbox', { name: 'Title' }));
    await user.paste('x'.repeat(157));
    expect(form.getByText('1 character too many')).toBeVisible();
    expect(form.getByRole('button', { name: 'Send' })).toHaveAccessibleDescription('Shorten the title first.');
  });

  it('keeps a draft until it is dropped', async () => {
    serveAnnouncements('national_admin', []);
    const { user } = renderConsole('/announcements');
    await write(user, await openForm(user));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(await screen.findByText(/is kept on this device as a draft/)).toBeVisible();
    const form = await openForm(user);
    expect(form.getByRole('textbox', { name: 'Content' })).toHaveValue('At 9:00.');
    expect(form.getByText(/^This is your draft from/)).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Discard what is written?' });
    await user.click(within(question).getByRole('button', { name: 'Discard' }));
    const empty = await openForm(user);
    expect(empty.getByRole('textbox', { name: 'Title' })).toHaveValue('');
    await choose(user, empty, 'Priority', 'Low');
    await user.click(empty.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect((await openForm(user)).getByRole('combobox', { name: 'Priority' })).toHaveValue('Medium');
  });

  it('says at the field what the server refused, and loses nothing', async () => {
    serveAnnouncements('national_admin', [], {
      'POST /announcements': refuseAt('VALIDATION_FAILED', [{ path: 'title', message: 'Write it on one line' }]),
    });
    const { user } = renderConsole('/announcements');
    const form = await openForm(user);
    await write(user, form);
    await user.click(form.getByRole('button', { name: 'Send' }));
    expect(await form.findByRole('alert')).toHaveTextContent('Title: Write it on one line');
    expect(form.getByRole('textbox', { name: 'Content' })).toHaveValue('At 9:00.');
  });

  it('is the same one when it is sent again, until other words make it another', async () => {
    const { calls } = serveAnnouncements('national_admin', [], { 'POST /announcements': () => refuse('INTERNAL') });
    const { user } = renderConsole('/announcements');
    const form = await openForm(user);
    expect(form.getByRole('textbox', { name: 'Title' })).toHaveFocus();
    await write(user, form);
    const send = form.getByRole('button', { name: 'Send' });
    const keys = () =>
      calls
        .filter(({ method, path }) => method === 'POST' && path === '/announcements')
        .map(({ headers }) => headers.get('idempotency-key'));
    await user.click(send);
    await waitFor(() => expect(keys()).toHaveLength(1));
    await form.findByRole('alert');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    const again = await openForm(user);
    await user.click(again.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(keys()).toHaveLength(2));
    await again.findByRole('alert');
    await user.type(again.getByRole('textbox', { name: 'Title' }), '!');
    await user.click(again.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(keys()).toHaveLength(3));
    const [first, second, third] = keys();
    expect(first).toMatch(/^[\w-]{16,}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('says when the next one can be sent', async () => {
    serveAnnouncements('national_admin', [], {
      'POST /announcements': () => refuse('ANNOUNCEMENT_LIMIT', { limit: 10, minutes: 12 }),
    });
    const { user } = renderConsole('/announcements');
    const form = await openForm(user);
    await write(user, form);
    await user.click(form.getByRole('button', { name: 'Send' }));
    expect(await form.findByRole('alert')).toHaveTextContent('Send the next one in 12 minutes');
  });
});

describe('changing an announcement', () => {
  const theirs = { id: announcementOf().createdBy, name: 'Chidi Okafor', role: 'global_moderator' };

  async function openEdit(user: UserEvent) {
    await user.click(await screen.findByRole('button', { name: 'Actions for Training on Saturday' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    return within(await screen.findByRole('form', { name: 'Edit Announcement' }));
  }

  it('sends all of it, with the version that it began with', async () => {
    const announcement = announcementOf({ can: ALL_RIGHTS, version: 4 });
    const served = serveAnnouncements('super_admin', [announcement], {
      [`PUT /announcements/${announcement.id}`]: () => ok(Announcement, { ...announcement, version: 5 }),
    });
    const { user } = renderConsole('/announcements');
    const form = await openEdit(user);
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.type(form.getByRole('textbox', { name: 'Title' }), '!');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/is changed\.$/)).toBeVisible();
    expect(bodies(served, 'PUT', `/announcements/${announcement.id}`)).toEqual([
      {
        title: 'Training on Saturday!',
        content: announcement.content,
        priority: 'medium',
        roles: [],
        regions: [],
        states: [],
        expiresAt: null,
        pinned: false,
        version: 4,
        again: false,
      },
    ]);
  });

  it('that another user changed meanwhile shows who and what, keeps what was typed, and goes on from theirs', async () => {
    const announcement = announcementOf({ can: ALL_RIGHTS });
    const path = `/announcements/${announcement.id}`;
    const latest = {
      ...announcement,
      content: 'Come at 10:00.',
      version: 2,
      editedAt: '2023-02-25T14:00:00.000Z',
      editedBy: theirs,
    };
    const served = serveAnnouncements('national_admin', [announcement], {
      [`PUT ${path}`]: ({ body }) => {
        if ((body as { version: number }).version === 2) return ok(Announcement, { ...latest, version: 3 });
        served.replace(announcement.id, latest);
        return refuse('ANNOUNCEMENT_CHANGED', { name: theirs.name });
      },
    });
    const { user } = renderConsole('/announcements');
    const form = await openEdit(user);
    await user.type(form.getByRole('textbox', { name: 'Title' }), ', 9:00');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/Chidi Okafor/, { selector: 'bdi' })).toBeVisible();
    expect(form.getByText('Come at 10:00.')).toBeVisible();
    expect(form.getByText(/nothing was saved\. Look at what stands there now/)).toBeVisible();
    expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Training on Saturday, 9:00');
    await user.click(form.getByRole('button', { name: 'Go on with mine' }));
    expect(form.getByRole('textbox', { name: 'Content' })).toHaveValue('Come at 10:00.');
    expect(form.getByRole('textbox', { name: 'Title' })).toHaveFocus();
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/is changed\.$/)).toBeVisible();
    expect(bodies(served, 'PUT', path).at(-1)).toMatchObject({
      title: 'Training on Saturday, 9:00',
      content: 'Come at 10:00.',
      version: 2,
    });
  });

  it('that another user changed and changed back is saved with the next press', async () => {
    const announcement = announcementOf({ can: ALL_RIGHTS });
    const path = `/announcements/${announcement.id}`;
    const served = serveAnnouncements('national_admin', [announcement], {
      [`PUT ${path}`]: ({ body }) => {
        if ((body as { version: number }).version === 3) return ok(Announcement, { ...announcement, version: 4 });
        served.replace(announcement.id, { version: 3, editedBy: theirs, editedAt: '2023-02-25T14:00:00.000Z' });
        return refuse('ANNOUNCEMENT_CHANGED', { name: theirs.name });
      },
    });
    const { user } = renderConsole('/announcements');
    const form = await openEdit(user);
    await user.type(form.getByRole('textbox', { name: 'Title' }), '!');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText(/nothing was saved/);
    await waitFor(() =>
      expect(served.calls.filter((call) => call.path === path && call.method === 'GET').length).toBe(2),
    );
    expect(form.queryByRole('button', { name: 'Go on with mine' })).not.toBeInTheDocument();
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/is changed\.$/)).toBeVisible();
  });

  it('can be shown again to those who have read it, without another word, after a question', async () => {
    const announcement = announcementOf({ can: ALL_RIGHTS, priority: 'urgent', isRead: true });
    const path = `/announcements/${announcement.id}`;
    const served = serveAnnouncements('national_admin', [announcement], {
      [`PUT ${path}`]: () => ok(Announcement, { ...announcement, version: 2 }),
    });
    const { user } = renderConsole('/announcements');
    const form = await openEdit(user);
    await user.click(form.getByRole('checkbox', { name: 'Show it again to those who have read it' }));
    expect(form.getByText(/over the console of everybody once more/)).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Save' }));
    const question = await screen.findByRole('dialog', { name: 'Send an urgent announcement?' });
    expect(bodies(served, 'PUT', path)).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Save and send' }));
    await waitFor(() => expect(bodies(served, 'PUT', path)).toMatchObject([{ again: true, version: 1 }]));
  });

  it('that was withdrawn meanwhile can only be left', async () => {
    const announcement = announcementOf({ can: ALL_RIGHTS });
    const served = serveAnnouncements('national_admin', [announcement], {
      [`PUT /announcements/${announcement.id}`]: () => {
        served.replace(announcement.id, {
          version: 2,
          withdrawnAt: '2023-02-25T14:00:00.000Z',
          withdrawnBy: theirs,
        });
        return refuse('ANNOUNCEMENT_WITHDRAWN', { name: theirs.name });
      },
    });
    const { user } = renderConsole('/announcements');
    const form = await openEdit(user);
    await user.type(form.getByRole('textbox', { name: 'Title' }), '!');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('It was withdrawn and cannot be changed.')).toBeVisible();
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
    expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Training on Saturday!');
  });

  it('asks when it becomes urgent, not when a word of an urgent one is corrected', async () => {
    const announcement = announcementOf({ can: ALL_RIGHTS, isRead: true });
    const path = `/announcements/${announcement.id}`;
    const served = serveAnnouncements('national_admin', [announcement], {
      [`PUT ${path}`]: ({ body }) => {
        served.replace(announcement.id, { priority: 'urgent', version: 2 });
        return ok(Announcement, { ...announcement, ...(body as { priority: 'urgent' }), version: 2 });
      },
    });
    const { user } = renderConsole('/announcements');
    const form = await openEdit(user);
    await choose(user, form, 'Priority', 'Urgent');
    await user.click(form.getByRole('button', { name: 'Save' }));
    const question = await screen.findByRole('dialog', { name: 'Send an urgent announcement?' });
    await user.click(within(question).getByRole('button', { name: 'Save and send' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await within(await screen.findByRole('list', { name: 'Announcements' })).findByText('Urgent');
    const again = await openEdit(user);
    await user.type(again.getByRole('textbox', { name: 'Title' }), '!');
    await user.click(again.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(bodies(served, 'PUT', path)).toHaveLength(2));
  });
});
