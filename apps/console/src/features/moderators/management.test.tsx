import { CreatedModerator } from '@ec/contract/moderators/schemas';
import { UserList, UserOutcome } from '@ec/contract/users/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { moderatorOf, openModerators } from '../../../test/moderators.ts';
import { ok, refuse } from '../../../test/server.ts';
import { placeOf, USER_ID, userOf } from '../../../test/users.ts';
import { cleanNotices } from '../../../test/users-page.tsx';

beforeAll(async () => void (await import('./ManagementPage.tsx')));
beforeEach(() => {
  stubEventSource();
  cleanNotices();
});

const global = () => userOf({ role: 'global_moderator', assignment: placeOf('NG'), firstName: null, lastName: null });
const list =
  (...users: ReturnType<typeof userOf>[]) =>
  () =>
    ok(UserList, { users, total: users.length, inScope: 1041 });
const open = (more: Parameters<typeof openModerators>[2] = {}) =>
  openModerators('/moderator-management', [], { 'GET /users': list(global()), ...more });

async function openCreate(more: Parameters<typeof openModerators>[2] = {}) {
  const opened = open(more);
  await opened.user.click(await screen.findByRole('button', { name: 'Create Moderator' }));
  const form = within(await screen.findByRole('form', { name: 'Create Moderator' }));
  const fill = async (password: string, again: string) => {
    await opened.user.type(form.getByRole('textbox', { name: /Full Name/ }), 'Ngozi Eze');
    await opened.user.type(form.getByRole('textbox', { name: /Phone Number/ }), '08031110002');
    await opened.user.type(form.getByLabelText(/^Password/), password);
    await opened.user.type(form.getByLabelText(/^Confirm password/), again);
  };
  return { ...opened, form, fill, submit: form.getByRole('button', { name: 'Create Moderator' }) };
}

it('lists the users who are global moderators', async () => {
  const { sent } = open();
  expect(await screen.findByRole('row', { name: /Bola Ade/ })).toBeVisible();
  expect(sent('GET', '/users').at(-1)?.query.get('role')).toBe('global_moderator');
});

it('stands beside the dashboard of moderators, each a tab of one place', async () => {
  const { user, router } = open();
  const pages = within(await screen.findByRole('navigation', { name: 'Pages about moderators' }));
  const current = () => pages.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'));
  expect(current().map((link) => link.textContent)).toEqual(['Moderators']);
  await user.click(pages.getByRole('link', { name: 'Super admin' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Super Admin Dashboard' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/super-admin');
});

it('says why the list could not be loaded', async () => {
  open({ 'GET /users': () => refuse('UNAVAILABLE') });
  expect(await screen.findByText('Failed to fetch moderators')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});

describe('creating', () => {
  it('sends nothing while the passwords differ', async () => {
    const { user, form, fill, submit, sent } = await openCreate();
    expect(submit).toBeDisabled();
    await fill('okra-soup-9', 'okra-soup-8');
    await user.click(submit);
    expect(await form.findByRole('link', { name: 'Passwords do not match' })).toBeVisible();
    expect(form.getByLabelText(/^Confirm password/)).toHaveAccessibleDescription(/Passwords do not match/);
    expect(sent('POST', '/moderators')).toHaveLength(0);
  });

  it('sends the person with their first password as an active global moderator', async () => {
    const created = () => ok(CreatedModerator, { moderator: moderatorOf(), invite: null }, 201);
    const { user, fill, submit, sent } = await openCreate({ 'POST /moderators': created });
    await fill('okra-soup-9', 'okra-soup-9');
    await user.click(submit);
    expect(await screen.findByText('Moderator created successfully!')).toBeVisible();
    expect(sent('POST', '/moderators')[0]?.body).toEqual({
      name: 'Ngozi Eze',
      firstName: null,
      lastName: null,
      phone: '08031110002',
      email: null,
      role: 'global_moderator',
      status: 'ACTIVE',
      password: 'okra-soup-9',
    });
  });
});

it('changes only what was edited, and refuses over another user’s change', async () => {
  const { user, sent } = open({ [`PUT /users/${USER_ID}`]: () => refuse('CONFLICT') });
  await user.click(await screen.findByRole('button', { name: 'Edit Bola Ade' }));
  const form = within(await screen.findByRole('form', { name: 'Edit Bola Ade' }));
  const save = form.getByRole('button', { name: 'Save Changes' });
  expect(save).toHaveAccessibleDescription('Nothing has been changed yet.');
  const name = form.getByRole('textbox', { name: /Full Name/ });
  await user.clear(name);
  await user.type(name, 'Bola Adeyemi');
  await user.click(save);
  expect(await form.findByText(/Another user changed this/)).toBeVisible();
  expect(name).toHaveValue('Bola Adeyemi');
  expect(sent('PUT', `/users/${USER_ID}`)[0]?.body).toEqual({
    name: 'Bola Adeyemi',
    updatedAt: '2026-02-03T10:00:00.000Z',
  });
});

it('takes over another user’s change under what was typed', async () => {
  let now = global();
  const { user, sent } = open({
    'GET /users': () => list(now)(),
    [`PUT /users/${USER_ID}`]: ({ body }) => {
      if ((body as { updatedAt: string }).updatedAt === now.updatedAt) {
        return ok(UserOutcome, { outcome: 'done', user: now, requestId: null });
      }
      return refuse('CONFLICT');
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Bola Ade' }));
  const form = within(await screen.findByRole('form', { name: 'Edit Bola Ade' }));
  const name = form.getByRole('textbox', { name: /Full Name/ });
  await user.clear(name);
  await user.type(name, 'Bola Adeyemi');
  now = { ...now, email: 'bola@example.org', updatedAt: '2026-02-04T10:00:00.000Z' };
  await user.click(form.getByRole('button', { name: 'Save Changes' }));
  await user.click(await form.findByRole('button', { name: 'Reload' }));
  expect(name).toHaveValue('Bola Adeyemi');
  expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue('bola@example.org');
  await user.click(form.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Moderator updated successfully!')).toBeVisible();
  expect(sent('PUT', `/users/${USER_ID}`).at(-1)?.body).toEqual({
    name: 'Bola Adeyemi',
    updatedAt: '2026-02-04T10:00:00.000Z',
  });
});

describe('deleting', () => {
  const openDelete = async (answer: () => Response) => {
    const opened = open({ [`DELETE /users/${USER_ID}`]: answer });
    await opened.user.click(await screen.findByRole('button', { name: 'Actions for Bola Ade' }));
    await opened.user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete moderator' });
    expect(dialog).toHaveTextContent('Are you sure you want to delete this moderator?');
    expect(dialog).toHaveTextContent('Bola Ade');
    return { ...opened, dialog };
  };

  it('asks first and confirms that it is done', async () => {
    const done = () => ok(UserOutcome, { outcome: 'done', user: null, requestId: null });
    const { user, dialog, sent } = await openDelete(done);
    expect(sent('DELETE', `/users/${USER_ID}`)).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Moderator deleted successfully!')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('stays open with the reason where it fails', async () => {
    const { user, dialog } = await openDelete(() => refuse('UNAVAILABLE'));
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('The service is not available');
  });
});
