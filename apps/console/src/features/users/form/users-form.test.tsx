import { RevealedInvite, UserDetail, UserOutcome } from '@ec/contract/users/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../../test/event-source.ts';
import { ok, refuse } from '../../../../test/server.ts';
import { at, summaryOf, USER_ID, userOf } from '../../../../test/users.ts';
import { cleanNotices, openAction, openCreate, refuseAt, requested } from '../../../../test/users-page.tsx';

const outcome =
  (change: Parameters<typeof userOf>[0] = {}) =>
  () =>
    ok(UserOutcome, { outcome: 'done', user: userOf(change), requestId: null }, 201);

const revealed = {
  [`POST /users/${USER_ID}/invite-code/reveal`]: () => ok(RevealedInvite, { code: 'ABCDE-12345' }),
};

beforeAll(async () => void (await import('../UsersPage.tsx')));
beforeEach(() => {
  stubEventSource();
  cleanNotices();
});

describe('creating', () => {
  it('lists what is missing at the top, takes the focus there and sends nothing', async () => {
    const { form, submit, sent } = await openCreate('national_admin');
    await submit();
    const summary = await within(form).findByRole('alert');
    expect(summary).toHaveFocus();
    for (const text of ['Name is required', 'Phone number is required', 'Choose the Region of the Ward Admin.']) {
      expect(within(summary).getByRole('link', { name: text })).toBeVisible();
    }
    expect(within(form).getByRole('textbox', { name: /Full Name/ })).toHaveAccessibleDescription(/Name is required/);
    expect(sent('POST', '/users')).toHaveLength(0);
  });

  it('starts with the first role and status Active, inherits the own area, and shows the invite code on demand', async () => {
    const summary = summaryOf({ roles: ['ward_admin'] });
    const made = { invite: { expiresAt: '2026-12-01T10:00:00.000Z', by: 'Bola Ade', mine: true } };
    const { user, form, submit, sent } = await openCreate(
      'lga_admin',
      { 'POST /users': outcome(made), ...revealed },
      summary,
    );
    expect(within(form).getByRole('combobox', { name: 'Role' })).toHaveValue('Ward Admin');
    expect(within(form).getByRole('combobox', { name: 'Status' })).toHaveValue('Active');
    expect(within(form).getByRole('group', { name: 'Region' })).toHaveTextContent('South West');
    await user.type(within(form).getByRole('textbox', { name: /Full Name/ }), 'Bola Ade');
    await user.type(within(form).getByRole('textbox', { name: /Phone Number/ }), '08031110001');
    const ward = within(form).getByRole('combobox', { name: 'Ward' });
    await waitFor(() => expect(ward).toBeEnabled());
    await user.click(ward);
    await user.click(await screen.findByRole('option', { name: 'Ipodo' }));
    await submit();
    const result = await screen.findByRole('dialog', { name: 'User created successfully!' });
    expect(sent('POST', `/users/${USER_ID}/invite-code/reveal`)).toEqual([]);
    await user.click(within(result).getByRole('button', { name: 'Show invite code' }));
    expect(await within(result).findByText('ABCDE-12345')).toBeVisible();
    expect(result).toHaveTextContent('First time here? Use your invite code');
    expect(sent('POST', '/users').map(({ body }) => body)).toEqual([
      {
        name: 'Bola Ade',
        firstName: null,
        lastName: null,
        phone: '08031110001',
        email: null,
        role: 'ward_admin',
        status: 'ACTIVE',
        assignedRegion: String(at('SW')),
        assignedState: String(at('24')),
        assignedLga: String(at('24-11')),
        assignedWard: String(at('24-11-05')),
      },
    ]);
    await user.click(within(result).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('stays while it is being sent: what comes offers the invite code', async () => {
    const stored = Promise.withResolvers<void>();
    const { user, form, submit } = await openCreate('national_admin', {
      'POST /users': async () => {
        await stored.promise;
        return outcome({ invite: { expiresAt: '2026-12-01T10:00:00.000Z', by: 'Bola Ade', mine: true } })();
      },
    });
    await user.click(within(form).getByRole('combobox', { name: 'Role' }));
    await user.click(await screen.findByRole('option', { name: 'National Admin' }));
    await user.type(within(form).getByRole('textbox', { name: /Full Name/ }), 'Bola Ade');
    await user.type(within(form).getByRole('textbox', { name: /Phone Number/ }), '08031110001');
    await submit();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Close without saving?')).not.toBeInTheDocument();
    stored.resolve();
    const result = await screen.findByRole('dialog', { name: 'User created successfully!' });
    expect(within(result).getByRole('button', { name: 'Show invite code' })).toBeVisible();
  });

  it('puts refusals of the server at their fields and keeps what was typed', async () => {
    const message = 'This phone number is already in use by another user.';
    const { user, form, submit } = await openCreate('national_admin', {
      'POST /users': refuseAt('PHONE_IN_USE', [{ path: 'phone', message }]),
    });
    const role = within(form).getByRole('combobox', { name: 'Role' });
    await user.click(role);
    await user.click(await screen.findByRole('option', { name: 'National Admin' }));
    expect(form).toHaveTextContent('A National Admin acts in the whole nation.');
    await user.type(within(form).getByRole('textbox', { name: /Full Name/ }), 'Bola Ade');
    const phone = within(form).getByRole('textbox', { name: /Phone Number/ });
    await user.type(phone, '08031110001');
    await submit();
    expect(await within(form).findByText('Failed to save user')).toBeVisible();
    expect(within(form).getByRole('link', { name: message })).toBeVisible();
    expect(phone).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(phone).toHaveValue('08031110001');
    expect(within(form).getByRole('textbox', { name: /Full Name/ })).toHaveValue('Bola Ade');
  });

  it('asks before typed work is dropped', async () => {
    const { user, form, dialog } = await openCreate('national_admin');
    await user.type(within(form).getByRole('textbox', { name: /Full Name/ }), 'B');
    await user.click(within(form).getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Close without saving?' });
    expect(question).toHaveTextContent('What you typed for the new user is lost.');
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(within(dialog).getByRole('textbox', { name: /Full Name/ })).toHaveValue('B');
  });

  it('says before it is sent that a second person must approve a national admin, and who can', async () => {
    const approver = {
      id: '0190a0b0-0000-7000-8000-0000000000c1',
      name: 'Ngozi Bello',
      role: 'national_admin',
    } as const;
    const summary = summaryOf({ roles: ['ward_admin', 'national_admin'] }, { mayBegin: false, approvers: [approver] });
    const { user, form, submit, sent } = await openCreate(
      'super_admin',
      { 'POST /approvals': requested('USER_REGISTRATION') },
      summary,
    );
    expect(within(form).queryByText(/second person/)).not.toBeInTheDocument();
    await user.click(within(form).getByRole('combobox', { name: 'Role' }));
    await user.click(await screen.findByRole('option', { name: 'National Admin' }));
    expect(within(form).getByText(/A second person must approve this/)).toHaveTextContent(
      'Ngozi Bello (National Admin)',
    );
    await user.type(within(form).getByRole('textbox', { name: /Full Name/ }), 'Bola Ade');
    await user.type(within(form).getByRole('textbox', { name: /Phone Number/ }), '08031110001');
    await submit('Submit for approval');
    expect(await within(form).findByRole('link', { name: 'Justification is required' })).toBeVisible();
    await user.type(within(form).getByRole('textbox', { name: /Justification/ }), 'The national office grows');
    await submit('Submit for approval');
    await waitFor(() => expect(sent('POST', '/approvals')).toHaveLength(1));
    expect(sent('POST', '/users')).toHaveLength(0);
  });

  it.each([
    [{ mayBegin: true, approvers: [] }, /you create this first National Admin alone/, 'Create User'],
    [{ mayBegin: false, approvers: [] }, /none who may is active besides you/, 'Submit for approval'],
  ])('says where there is no second person (%j)', async (office, text, button) => {
    const { form } = await openCreate('super_admin', {}, summaryOf({ roles: ['national_admin'] }, office));
    expect(within(form).getByText(text)).toBeVisible();
    expect(within(form).getByRole('button', { name: button })).toBeVisible();
  });

  it('becomes a request where the reader may only ask', async () => {
    const summary = summaryOf({ create: 'request', roles: ['regional_admin', 'ward_admin'] });
    const { user, form, submit, sent } = await openCreate(
      'global_moderator',
      { 'POST /approvals': requested('USER_REGISTRATION') },
      summary,
    );
    await user.type(within(form).getByRole('textbox', { name: /Full Name/ }), 'Bola Ade');
    await user.type(within(form).getByRole('textbox', { name: /Phone Number/ }), '08031110001');
    await user.click(within(form).getByRole('combobox', { name: 'Region' }));
    await user.click(await screen.findByRole('option', { name: 'South West' }));
    await submit('Submit for approval');
    expect(await within(form).findByRole('link', { name: 'Justification is required' })).toBeVisible();
    await user.type(within(form).getByRole('textbox', { name: /Justification/ }), 'The zone has no admin');
    expect(form).toHaveTextContent('21 of 1000 used');
    await user.click(within(form).getByRole('combobox', { name: 'Priority' }));
    await user.click(await screen.findByRole('option', { name: 'Urgent' }));
    await submit('Submit for approval');
    expect(
      await screen.findByText(/Approval request submitted successfully! You will be notified when it is reviewed\./),
    ).toBeVisible();
    expect(sent('POST', '/approvals').map(({ body }) => body)).toEqual([
      expect.objectContaining({
        targetUserId: null,
        requestType: 'create',
        justification: 'The zone has no admin',
        priority: 'URGENT',
        userData: expect.objectContaining({
          name: 'Bola Ade',
          role: 'regional_admin',
          assignedRegion: String(at('SW')),
        }),
      }),
    ]);
    expect(sent('POST', '/users')).toHaveLength(0);
  });
});

describe('editing', () => {
  it('offers the roles of the server, and sends what was changed with what the editor saw', async () => {
    const { user, dialog, sent } = await openAction(
      'national_admin',
      'Edit User',
      {},
      {
        [`PUT /users/${USER_ID}`]: outcome({ email: 'bola@example.org' }),
      },
    );
    await user.click(await within(dialog).findByRole('combobox', { name: 'Role' }));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'Ward Admin',
      'LGA Admin',
      'Polling Unit Officer',
    ]);
    await user.click(screen.getByRole('option', { name: 'Ward Admin' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    expect(await within(dialog).findByText('Nothing has been changed yet.')).toBeVisible();
    await user.type(within(dialog).getByRole('textbox', { name: 'Email' }), 'bola@example.org');
    await user.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText(/User updated successfully!/)).toBeVisible();
    expect(sent('PUT', `/users/${USER_ID}`).map(({ body }) => body)).toEqual([
      { email: 'bola@example.org', updatedAt: '2026-02-03T10:00:00.000Z' },
    ]);
  });

  it('keeps what was typed when another user was faster, takes over their change and sends both', async () => {
    let saved = false;
    const theirs = { phone: '+2348031110009', updatedAt: '2026-02-04T10:00:00.000Z' };
    const { user, dialog, sent } = await openAction(
      'national_admin',
      'Edit User',
      {},
      {
        [`GET /users/${USER_ID}`]: () => ok(UserDetail, userOf(saved ? theirs : {})),
        [`PUT /users/${USER_ID}`]: () => {
          if (saved) return outcome()();
          saved = true;
          return refuse('CONFLICT');
        },
      },
    );
    const name = await within(dialog).findByRole('textbox', { name: /Full Name/ });
    await user.clear(name);
    await user.type(name, 'Bola Adeyemi');
    await user.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    await user.click(await within(dialog).findByRole('button', { name: 'Reload' }));
    await waitFor(() =>
      expect(within(dialog).getByRole('textbox', { name: /Phone Number/ })).toHaveValue('+2348031110009'),
    );
    expect(name).toHaveValue('Bola Adeyemi');
    await user.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(sent('PUT', `/users/${USER_ID}`).at(-1)?.body).toEqual({
        name: 'Bola Adeyemi',
        updatedAt: '2026-02-04T10:00:00.000Z',
      }),
    );
  });

  it('asks for a reason when the right to change at once was taken away meanwhile, and then sends a request', async () => {
    const { user, dialog, sent } = await openAction(
      'national_admin',
      'Edit User',
      {},
      {
        [`PUT /users/${USER_ID}`]: () => refuse('JUSTIFICATION_REQUIRED'),
        'POST /approvals': requested('DATA_MODIFICATION'),
      },
    );
    await user.type(await within(dialog).findByRole('textbox', { name: 'Email' }), 'b@example.org');
    await user.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    const reason = await within(dialog).findByRole('textbox', { name: /Justification/ });
    expect(reason).toHaveAccessibleDescription(/Justification is required and must be at least 10 characters long/);
    await user.type(reason, 'The address was missing');
    await user.click(within(dialog).getByRole('button', { name: 'Submit for approval' }));
    await screen.findByText(/Approval request submitted successfully!/);
    expect(sent('POST', '/approvals')[0]?.body).toMatchObject({ userData: { email: 'b@example.org' } });
  });

  it('names the holder of an office and links to them', async () => {
    const message = 'A Ward Admin already exists for Ward: Ipodo. Please delete the existing admin first.';
    const { user, dialog } = await openAction(
      'national_admin',
      'Edit User',
      {},
      {
        [`PUT /users/${USER_ID}`]: refuseAt('OFFICE_TAKEN', [{ path: 'role', message }], {
          role: 'Ward Admin',
          level: 'Ward',
          place: 'Ipodo',
        }),
      },
    );
    await user.type(await within(dialog).findByRole('textbox', { name: 'Email' }), 'b@example.org');
    await user.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    expect(await within(dialog).findByRole('link', { name: message })).toBeVisible();
    expect(within(dialog).getByRole('link', { name: /See who holds the office/ })).toHaveAttribute(
      'href',
      '/users?role=ward_admin&place=24-11-05',
    );
  });
});
