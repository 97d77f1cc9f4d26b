import { Me } from '@ec/contract/auth/schemas';
import { locationType } from '@ec/contract/geography/location-id';
import { type EffectivePrivileges, flags, type Privilege } from '@ec/contract/permissions/privileges';
import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf } from '../../../test/people.ts';
import { ok } from '../../../test/server.ts';
import { ALL_REQUEST, at, NOTHING, REQUEST_ID, summaryOf, userOf } from '../../../test/users.ts';
import { cleanNotices, openCreate, openUsers } from '../../../test/users-page.tsx';

beforeAll(async () => {
  await import('./UsersPage.tsx');
  await import('./import/BulkImport.tsx');
});
beforeEach(() => {
  stubEventSource();
  cleanNotices();
});

/** A global moderator who was granted these, in the place alone. */
function narrowed(code: string, isGranted: (privilege: Privilege) => boolean = () => true) {
  const privileges: EffectivePrivileges = {
    granted: flags(isGranted),
    lapse: null,
    canManageRoles: ['regional_admin', 'state_admin', 'lga_admin', 'ward_admin'],
    areas: [{ id: at(code), type: locationType(at(code)), name: 'Here', code }],
    validUntil: null,
  };
  return { 'GET /auth/me': () => ok(Me, meOf('global_moderator', { privileges })) };
}

const optionsOf = async () => (await screen.findAllByRole('option')).map((option) => option.textContent);

describe('a moderator who is held to a part of the nation', () => {
  it('is offered only roles whose office fits into it', async () => {
    const summary = summaryOf({
      create: 'request',
      roles: ['regional_admin', 'state_admin', 'lga_admin', 'ward_admin'],
    });
    const { user, form, next } = await openCreate('global_moderator', narrowed('24'), summary);
    await user.type(within(form).getByRole('textbox', { name: /Full Name/ }), 'Bola Ade');
    await user.type(within(form).getByRole('textbox', { name: /Phone Number/ }), '08031110001');
    await next('Role and place');
    expect(within(form).getByRole('combobox', { name: 'Role' })).toHaveValue('State Admin');
    await user.click(within(form).getByRole('combobox', { name: 'Role' }));
    expect(await optionsOf()).toEqual(['State Admin', 'LGA Admin', 'Ward Admin']);
  });

  it('imports into an LGA no State Admins', async () => {
    const summary = summaryOf({
      import: true,
      roles: ['state_admin', 'lga_admin'],
      importRoles: ['state_admin', 'lga_admin'],
    });
    const { user } = openUsers('global_moderator', { summary }, narrowed('24-11'));
    await user.click(await screen.findByRole('button', { name: 'Bulk Import' }));
    const form = await screen.findByRole('form', { name: 'Import from text' });
    await user.click(within(form).getByRole('combobox', { name: 'Role' }));
    expect(await optionsOf()).toEqual(['LGA Admin']);
  });

  it('sees no way to create or import where none of their roles fits', async () => {
    const summary = summaryOf({ import: true, roles: ['state_admin'], importRoles: ['state_admin'] });
    openUsers('global_moderator', { summary }, narrowed('24-11-05'));
    expect(await screen.findByRole('button', { name: 'View Bola Ade' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Create User' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Bulk Import' })).not.toBeInTheDocument();
  });
});

describe('New request', () => {
  const summary = summaryOf({ create: 'request', request: true });

  it('offers what was granted, and no more', async () => {
    const { user } = openUsers(
      'global_moderator',
      { summary },
      narrowed('NG', (id) => id !== 'canEditUsers'),
    );
    await user.click(await screen.findByRole('button', { name: 'New request' }));
    const kinds = within(await screen.findByRole('dialog', { name: 'New request' })).getByRole('combobox', {
      name: 'Request type',
    });
    expect(kinds).toHaveValue('Delete a user');
    await user.click(kinds);
    expect(await optionsOf()).toEqual(['Create a user', 'Delete a user']);
  });

  it('is left out where only a new user can be requested', async () => {
    openUsers(
      'global_moderator',
      { summary },
      narrowed('NG', (id) => id === 'canCreateUsers'),
    );
    expect(await screen.findByRole('link', { name: 'Create User' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'New request' })).not.toBeInTheDocument();
  });

  it('keeps the reason when what is requested turns from one to another', async () => {
    const { user } = openUsers('lga_admin', { users: [userOf({ can: ALL_REQUEST })] });
    await user.click(await screen.findByRole('button', { name: 'Actions for Bola Ade' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Request deletion' }));
    const dialog = await screen.findByRole('dialog', { name: 'New request' });
    await user.type(within(dialog).getByRole('textbox', { name: /Justification/ }), 'Left in January');
    await user.click(within(dialog).getByRole('combobox', { name: 'Request type' }));
    await user.click(await screen.findByRole('option', { name: 'Deactivate a user' }));
    expect(within(dialog).getByRole('textbox', { name: /Justification/ })).toHaveValue('Left in January');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('dialog', { name: 'Close without saving?' })).toBeVisible();
  });
});

it('links to a waiting request only for a user who may open it', async () => {
  const users = [userOf({ pendingRequest: { id: REQUEST_ID, type: 'USER_DELETION' }, can: NOTHING })];
  const levels = { ...meOf('ward_admin').levels, approvals: 'none' as const };
  openUsers('ward_admin', { users }, { 'GET /auth/me': () => ok(Me, meOf('ward_admin', { levels })) });
  expect(await screen.findByText('User deletion requested')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'User deletion requested' })).not.toBeInTheDocument();
});

it('says where no user is assigned', async () => {
  const { user } = openUsers('national_admin', { users: [userOf({ assignment: null })] });
  await user.click(await screen.findByRole('button', { name: 'View Bola Ade' }));
  const dialog = await screen.findByRole('dialog', { name: 'User Details' });
  for (const name of ['Personal Location', 'Assigned Location']) {
    const part = (await within(dialog).findByRole('heading', { name })).parentElement;
    expect(part).toHaveTextContent(/Not assigned$/);
  }
});
