import { CreatedModerator } from '@ec/contract/moderators/schemas';
import { flags } from '@ec/contract/permissions/privileges';
import { RevealedInvite } from '@ec/contract/users/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../../test/event-source.ts';
import { MODERATOR_ID, moderatorOf, openModerators } from '../../../../test/moderators.ts';
import { ok } from '../../../../test/server.ts';
import { at } from '../../../../test/users.ts';
import { cleanNotices, refuseAt } from '../../../../test/users-page.tsx';

beforeAll(async () => void (await Promise.all([import('../SuperAdminPage.tsx'), import('./NewModeratorPage.tsx')])));
beforeEach(() => {
  stubEventSource();
  cleanNotices();
});

const created = (invite: CreatedModerator['invite'] = null) =>
  ok(CreatedModerator, { moderator: moderatorOf(), invite }, 201);

async function openCreate(more: Parameters<typeof openModerators>[2] = {}) {
  const opened = openModerators('/super-admin', [], more);
  const { user } = opened;
  await user.click(await screen.findByRole('link', { name: 'Create Moderator' }));
  const form = within(await screen.findByRole('form', { name: 'New moderator' }));
  const next = async (title: string) => {
    await user.click(form.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(form.getByRole('heading', { level: 2, name: title })).toHaveFocus());
  };
  const person = async () => {
    await user.type(form.getByRole('textbox', { name: /Full Name/ }), 'Ngozi Eze');
    await user.type(form.getByRole('textbox', { name: /Phone Number/ }), '08031110002');
    await next('Role and place');
  };
  const create = async () => {
    await next('Check and save');
    await user.click(form.getByRole('button', { name: 'Create Moderator' }));
  };
  return { ...opened, form, next, person, create };
}

describe('a new moderator', () => {
  it('waits for name and phone, saying so, then sends them without privileges of their own', async () => {
    const { user, form, next, create, sent } = await openCreate({ 'POST /moderators': () => created() });
    const submit = form.getByRole('button', { name: 'Next' });
    expect(submit).toBeDisabled();
    expect(submit).toHaveAccessibleDescription('Enter the full name and the phone number to create the moderator.');
    await user.type(form.getByRole('textbox', { name: /Full Name/ }), 'Ngozi Eze');
    expect(submit).toHaveAccessibleDescription('Enter the phone number to create the moderator.');
    await user.type(form.getByRole('textbox', { name: /Phone Number/ }), '08031110002');
    expect(submit).toBeEnabled();
    await next('Role and place');
    await next('Privileges');
    await create();
    expect(await screen.findByText('Moderator created successfully!')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Super Admin Dashboard' })).toBeVisible();
    expect(sent('POST', '/moderators').map(({ body }) => body)).toEqual([
      {
        name: 'Ngozi Eze',
        firstName: null,
        lastName: null,
        phone: '08031110002',
        email: null,
        role: 'global_moderator',
        privileges: null,
      },
    ]);
  });

  it('shows how a moderator without a password signs in, and the code on demand', async () => {
    const reveal = `/users/${MODERATOR_ID}/invite-code/reveal`;
    const invite = { expiresAt: '2099-12-01T10:00:00.000Z', by: 'Bola Ade', mine: true };
    const { user, next, person, create, sent } = await openCreate({
      'POST /moderators': () => created(invite),
      [`POST ${reveal}`]: () => ok(RevealedInvite, { code: 'ABCDE-12345' }),
    });
    await person();
    await next('Privileges');
    await create();
    const result = await screen.findByRole('dialog', { name: 'Moderator created successfully!' });
    expect(result).toHaveTextContent('Ngozi Eze, Global Moderator, Nigeria');
    expect(sent('POST', reveal)).toHaveLength(0);
    await user.click(within(result).getByRole('button', { name: 'Show invite code' }));
    expect(await within(result).findByText('ABCDE-12345')).toBeVisible();
    await user.click(within(result).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('sends place and privileges of a state admin, of which some have no use to them', async () => {
    const { user, form, next, person, sent } = await openCreate({ 'POST /moderators': () => created() });
    await person();
    const choose = async (label: string, option: string) => {
      const field = form.getByRole('combobox', { name: label });
      await waitFor(() => expect(field).toBeEnabled());
      await user.click(field);
      await user.click(await screen.findByRole('option', { name: option }));
    };
    await choose('Role', 'State Admin');
    await user.click(form.getByRole('button', { name: 'Next' }));
    const summary = await form.findByRole('alert');
    expect(within(summary).getByRole('link', { name: 'Choose the State of the State Admin.' })).toBeVisible();
    await choose('Region', 'South West');
    await choose('State', 'Lagos');
    await next('Privileges');
    await user.click(form.getByRole('radio', { name: /Only what is ticked/ }));
    expect(form.getByRole('checkbox', { name: 'Manage elections' })).toBeDisabled();
    expect(form.getByRole('button', { name: 'Next' })).toBeDisabled();
    expect(form.getByText(/^Tick at least one privilege first/)).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Select all' }));
    expect(form.getByRole('checkbox', { name: 'Manage results' })).toBeChecked();
    expect(form.getByRole('checkbox', { name: 'Manage settings' })).not.toBeChecked();
    await user.click(form.getByRole('button', { name: 'Select none' }));
    for (const name of ['Create users', 'Edit users', 'Bulk import', 'Manage approvals']) {
      await user.click(form.getByRole('checkbox', { name }));
    }
    expect(form.getByText(/so the privileges over people and requests have no effect/)).toBeVisible();
    await user.click(form.getByRole('combobox', { name: 'Roles they may manage' }));
    expect(screen.queryByRole('option', { name: 'State Admin' })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('option', { name: 'Ward Admin' }));
    await choose('Allowed LGAs', 'Ikeja, Lagos');
    expect(await form.findByText('May create, edit and import users, manage approvals in Ikeja.')).toBeVisible();
    await next('Check and save');
    for (const said of ['State Admin', 'Lagos, South West', /^May create, edit .+ in Ikeja\.$/]) {
      expect(form.getAllByText(said).some((element) => element.matches('dd'))).toBe(true);
    }
    await user.click(form.getByRole('button', { name: 'Create Moderator' }));
    await waitFor(() => expect(sent('POST', '/moderators')).toHaveLength(1));
    expect(sent('POST', '/moderators')[0]?.body).toMatchObject({
      role: 'state_admin',
      assignedRegion: String(at('SW')),
      assignedState: String(at('24')),
      privileges: {
        ...flags((id) => ['canCreateUsers', 'canEditUsers', 'canBulkImport', 'canManageApprovals'].includes(id)),
        allowedStates: [],
        allowedLGAs: [at('24-11')],
        canManageRoles: ['ward_admin'],
        validUntil: null,
      },
    });
  });

  it('puts refusals at their fields, with what could not be done above, and keeps what was typed', async () => {
    const message = 'This phone number is already in use by another user.';
    const { user, form, next, person, create } = await openCreate({
      'POST /moderators': refuseAt('PHONE_IN_USE', [{ path: 'phone', message }]),
    });
    await person();
    await next('Privileges');
    await create();
    expect(await form.findByText('Failed to create moderator')).toBeVisible();
    await user.click(form.getByRole('link', { name: message }));
    const phone = form.getByRole('textbox', { name: /Phone Number/ });
    expect(phone).toHaveFocus();
    expect(phone).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(phone).toHaveValue('08031110002');
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('What you typed for the new moderator is lost.')).toBeVisible();
  });
});
