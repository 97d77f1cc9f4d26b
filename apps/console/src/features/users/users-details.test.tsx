import { RevealedInvite, UserOutcome } from '@ec/contract/users/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { ok, refuse, serve } from '../../../test/server.ts';
import { peopleServer, USER_ID, userOf } from '../../../test/users.ts';
import { cleanNotices } from '../../../test/users-page.tsx';

function open(
  options: Parameters<typeof peopleServer>[1] = {},
  more: Parameters<typeof serve>[0] = {},
  path = '/users',
) {
  signedInOnDevice();
  const calls = serve({ ...peopleServer('national_admin', options), ...more });
  return { calls, ...renderConsole(path) };
}

beforeAll(async () => void (await import('./UsersPage.tsx')));
beforeEach(() => {
  stubEventSource();
  cleanNotices();
});

describe('the details', () => {
  it('of a linked person are shown, and closing them leaves the list', async () => {
    const person = userOf({ invite: { expiresAt: '2026-12-01T10:00:00.000Z', by: 'Bola Ade', mine: true } });
    const revealed = {
      [`POST /users/${USER_ID}/invite-code/reveal`]: () => ok(RevealedInvite, { code: 'ABCDE-12345' }),
    };
    const { user, router } = open({ users: [person] }, revealed, `/users/${USER_ID}`);
    const dialog = await screen.findByRole('dialog', { name: 'User Details' });
    for (const title of [
      'Contact Information',
      'Personal Information',
      'Personal Location',
      'Assigned Location',
      'Account Information',
    ]) {
      expect(await within(dialog).findByRole('heading', { name: title })).toBeVisible();
    }
    expect(within(dialog).queryByText('ABCDE-12345')).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Show invite code' }));
    expect(await within(dialog).findByText('ABCDE-12345')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Copy invite code' }));
    expect(await navigator.clipboard.readText()).toBe('ABCDE-12345');
    const [, close] = within(dialog).getAllByRole('button', { name: 'Close' });
    if (close) await user.click(close);
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('of a person whom another invited offer no code and say who sees it', async () => {
    const invite = { expiresAt: '2026-12-01T10:00:00.000Z', by: 'Chidi Okoro', mine: false };
    open({ users: [userOf({ invite })] }, {}, `/users/${USER_ID}`);
    const dialog = await screen.findByRole('dialog', { name: 'User Details' });
    expect(await within(dialog).findByText('Only Chidi Okoro, who invited them, sees the code.')).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Show invite code' })).not.toBeInTheDocument();
  });

  it.each([
    [{ entered: 24, wrong: 3 }, '3 of 24 entered a second time'],
    [{ entered: 0, wrong: 0 }, 'None entered a second time yet'],
  ])('of an officer say how many sheets were found wrong, of how many: %j', async (sheetsChecked, words) => {
    open({ users: [userOf({ role: 'polling_unit_officer', sheetsChecked })] }, {}, `/users/${USER_ID}`);
    const dialog = await screen.findByRole('dialog', { name: 'User Details' });
    expect(await within(dialog).findByText(words)).toBeVisible();
  });

  it('of a deleted user say so', async () => {
    open({ users: [] }, {}, `/users/${USER_ID}`);
    expect(await screen.findByText('This does not exist, or it is outside your area.')).toBeVisible();
  });
});

describe('deleting and deactivating', () => {
  async function start(item: string, more: Parameters<typeof serve>[0]) {
    const opened = open({}, more);
    await opened.user.click(await screen.findByRole('button', { name: 'Actions for Bola Ade' }));
    await opened.user.click(await screen.findByRole('menuitem', { name: item }));
    return { ...opened, dialog: await screen.findByRole('dialog', { name: item }) };
  }
  const done = () => ok(UserOutcome, { outcome: 'done', user: null, requestId: null });

  it('name the person, role and place, and delete once it is confirmed', async () => {
    const { user, calls, dialog } = await start('Delete User', { [`DELETE /users/${USER_ID}`]: done });
    expect(dialog).toHaveTextContent('Delete Bola Ade, Ward Admin, Ipodo, Ikeja, Lagos, South West?');
    expect(dialog).toHaveTextContent('This action cannot be undone.');
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(/User "Bola Ade" has been deleted successfully/)).toBeVisible();
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('say why it failed', async () => {
    const { user, dialog } = await start('Delete User', {
      [`DELETE /users/${USER_ID}`]: () => refuse('REQUEST_EXISTS', { name: 'Bola Ade' }),
    });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Failed to delete user: A request about Bola Ade is already waiting for a decision.',
    );
  });

  it('deactivate by setting the status', async () => {
    const { user, calls, dialog } = await start('Deactivate User', { [`PUT /users/${USER_ID}`]: done });
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText(/User "Bola Ade" has been deactivated successfully/)).toBeVisible();
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      status: 'INACTIVE',
      updatedAt: '2026-02-03T10:00:00.000Z',
    });
  });
});
