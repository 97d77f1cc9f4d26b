import { RevealedInvite, UserDetail, UserOutcome } from '@ec/contract/users/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../../test/event-source.ts';
import { ok, refuse } from '../../../../test/server.ts';
import { at, summaryOf, USER_ID, userOf } from '../../../../test/users.ts';
import { cleanNotices, openCreate, openEdit, refuseAt, requested } from '../../../../test/users-page.tsx';

const outcome =
  (change: Parameters<typeof userOf>[0] = {}) =>
  () =>
    ok(UserOutcome, { outcome: 'done', user: userOf(change), requestId: null }, 201);

const revealed = {
  [`POST /users/${USER_ID}/invite-code/reveal`]: () => ok(RevealedInvite, { code: 'ABCDE-12345' }),
};

beforeAll(async () => {
  await import('../UsersPage.tsx');
  await import('./UserFormPage.tsx');
});
beforeEach(() => {
  stubEventSource();
  cleanNotices();
});

describe('creating', () => {
  it('lists what is missing in each step at the top, takes the focus there and sends nothing', async () => {
    const { user, form, press, next, sent } = await openCreate('national_admin');
    await press('Next');
    const summary = await within(form).findByRole('alert');
    expect(summary).toHaveFocus();
    for (const text of ['Name is required', 'Phone number is required']) {
      expect(within(summary).getByRole('link', { name: text })).toBeVisible();
    }
    expect(within(form).getByRole('textbox', { name: /Full Name/ })).toHaveAccessibleDescription(/Name is required/);
    await user.type(within(form).getByRole('textbox', { name: /Full Name/ }), 'Bola Ade');
    await user.type(within(form).getByRole('textbox', { name: /Phone Number/ }), '08031110001');
    await next('Role and place');
    await press('Next');
    expect(await within(form).findByRole('link', { name: 'Choose the Region of the Ward Admin.' })).toBeVisible();
    expect(sent('POST', '/users')).toHaveLength(0);
  });

  it('starts with the first role and status Active, inherits the own area, and shows the invite code on demand', async () => {
    const summary = summaryOf({ roles: ['ward_admin'] });
    const made = { invite: { expiresAt: '2026-12-01T10:00:00.000Z', by: 'Bola Ade', mine: true } };
    const { user, form, next, submit, sent, router } = await openCreate(
      'lga_admin',
      { 'POST /users': outcome(made), ...revealed },
      summary,
    );
    await user.type(within(form).getByRole('textbox', { name: /Full Name/ }), 'Bola Ade');
    await user.type(within(form).getByRole('textbox', { name: /Phone Number/ }), '08031110001');
    await next('Role and place');
    expect(within(form).getByRole('combobox', { name: 'Role' })).toHaveValue('Ward Admin');
    expect(within(form).getByRole('combobox', { name: 'Status' })).toHaveValue('Active');
    expect(within(form).getByRole('group', { name: 'Region' })).toHaveTextContent('South West');
    const ward = within(form).getByRole('combobox', { name: 'Ward' });
    await waitFor(() => expect(ward).toBeEnabled());
    await user.click(ward);
    await user.click(await screen.findByRole('option', { name: 'Ipodo' }));
    await next('Check and save');
    const facts = within(form).getAllByRole('definition');
    expect(facts.map((each) => each.textContent)).toEqual([
      'Bola Ade',
      '08031110001',
      'None',
      'None',
      'None',
      'Ward Admin',
      'Active',
      'Ipodo, Ikeja, Lagos, South West',
      'The place of the office',
    ]);
    await submit('Create User');
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
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('puts refusals of the server at their fields and keeps what was typed', async () => {
    const message = 'This phone number is already in use by another user.';
    const { user, form, next, submit } = await openCreate('national_admin', {
      'POST /users': refuseAt('PHONE_IN_USE', [{ path: 'phone', message }]),
    });
    await user.type(within(form).getByRole('textbox', { name: /Full Name/ }), 'Bola Ade');
    const phone = within(form).getByRole('textbox', { name: /Phone Number/ });
    await user.type(phone, '08031110001');
    await next('Role and place');
    await user.click(within(form).getByRole('combobox', { name: 'Role' }));
    await user.click(await screen.findByRole('option', { name: 'National Admin' }));
    expect(form).toHaveTextContent('A National Admin acts in the whole nation.');
    await submit('Create User');
    expect(await within(form).findByText('Failed to save user')).toBeVisible();
    await user.click(within(form).getByRole('link', { name: message }));
    await within(form).findByRole('heading', { name: 'Person' });
    expect(phone).toHaveFocus();
    expect(phone).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(phone).toHaveValue('08031110001');
    expect(within(form).getByRole('textbox', { name: /Full Name/ })).toHaveValue('Bola Ade');
  });

  it('asks before typed work is dropped', async () => {
    const { user, form, press } = await openCreate('national_admin');
    await user.type(within(form).getByRole('textbox', { name: /Full Name/ }), 'B');
    await press('Cancel');
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(question).toHaveTextContent('What you typed for the new user is lost.');
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(within(form).getByRole('textbox', { name: /Full Name/ })).toHaveValue('B');
  });

  it('says before it is sent that a second person must approve a national admin, and who can', async () => {
    const approver = {
      id: '0190a0b0-0000-7000-8000-0000000000c1',
      name: 'Ngozi Bello',
      role: 'national_admin',
    } as const;
    const summary = summaryOf({ roles: ['ward_admin', 'national_admin'] }, { mayBegin: false, approvers: [approver] });
    const { user, form, press, next, submit, sent } = await openCreate(
      'super_admin',
      { 'POST /approvals': requested('USER_REGISTRATION') },
      summary,
    );
    await user.type(within(form).getByRole('textbox', { name: /Full Name/ }), 'Bola Ade');
    await user.type(within(form).getByRole('textbox', { name: /Phone Number/ }), '08031110001');
    await next('Role and place');
    expect(within(form).queryByText(/second person/)).not.toBeInTheDocument();
    await user.click(within(form).getByRole('combobox', { name: 'Role' }));
    await user.click(await screen.findByRole('option', { name: 'National Admin' }));
    expect(within(form).getByText(/A second person must approve this/)).toHaveTextContent(
      'Ngozi Bello (National Admin)',
    );
    await next('Reason');
    await press('Next');
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
    const summary = summaryOf({ roles: ['national_admin'] }, office);
    const { user, form, next } = await openCreate('super_admin', {}, summary);
    await user.type(within(form).getByRole('textbox', { name: /Full Name/ }), 'Bola Ade');
    await user.type(within(form).getByRole('textbox', { name: /Phone Number/ }), '08031110001');
    await next('Role and place');
    expect(within(form).getByText(text)).toBeVisible();
    if (screen.queryByRole('button', { name: '3. Reason' })) {
      await next('Reason');
      await user.type(within(form).getByRole('textbox', { name: /Justification/ }), 'The national office grows');
    }
    await next('Check and save');
    expect(within(form).getByRole('button', { name: button })).toBeVisible();
  });

  it('becomes a request where the reader may only ask', async () => {
    const summary = summaryOf({ create: 'request', roles: ['regional_admin', 'ward_admin'] });
    const { user, form, press, next, submit, sent } = await openCreate(
      'global_moderator',
      { 'POST /approvals': requested('USER_REGISTRATION') },
      summary,
    );
    await user.type(within(form).getByRole('textbox', { name: /Full Name/ }), 'Bola Ade');
    await user.type(within(form).getByRole('textbox', { name: /Phone Number/ }), '08031110001');
    await next('Role and place');
    await user.click(within(form).getByRole('combobox', { name: 'Region' }));
    await user.click(await screen.findByRole('option', { name: 'South West' }));
    await next('Reason');
    await press('Next');
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
    const { user, form, next, submit, sent, router } = await openEdit(
      'national_admin',
      'Edit User',
      {},
      {
        [`PUT /users/${USER_ID}`]: outcome({ email: 'bola@example.org' }),
      },
    );
    await next('Role and place');
    await user.click(await within(form).findByRole('combobox', { name: 'Role' }));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'Ward Admin',
      'LGA Admin',
      'Polling Unit Officer',
    ]);
    await user.click(screen.getByRole('option', { name: 'Ward Admin' }));
    await submit('Save Changes');
    expect(within(await within(form).findByRole('alert')).getByText('Nothing has been changed yet.')).toBeVisible();
    await user.click(within(form).getByRole('button', { name: 'Edit Person' }));
    await within(form).findByRole('heading', { name: 'Person' });
    await user.type(within(form).getByRole('textbox', { name: 'Email' }), 'bola@example.org');
    await next('Check and save');
    const change = within(form).getByRole('deletion').closest('dd');
    expect(change).toHaveTextContent(/^None bola@example.org$/);
    await submit('Save Changes');
    expect(await screen.findByText(/User updated successfully!/)).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
    expect(sent('PUT', `/users/${USER_ID}`).map(({ body }) => body)).toEqual([
      { email: 'bola@example.org', updatedAt: '2026-02-03T10:00:00.000Z' },
    ]);
  });

  it('keeps what was typed when another user was faster, takes over their change and sends both', async () => {
    let saved = false;
    const theirs = { phone: '+2348031110009', updatedAt: '2026-02-04T10:00:00.000Z' };
    const { user, form, submit, sent } = await openEdit(
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
    const name = await within(form).findByRole('textbox', { name: /Full Name/ });
    await user.clear(name);
    await user.type(name, 'Bola Adeyemi');
    await submit('Save Changes');
    await user.click(await within(form).findByRole('button', { name: 'Reload' }));
    expect(await within(form).findByText('+2348031110009')).toBeVisible();
    expect(within(form).getByRole('heading', { name: 'Check and save' })).toHaveFocus();
    await submit('Save Changes');
    await waitFor(() =>
      expect(sent('PUT', `/users/${USER_ID}`).at(-1)?.body).toEqual({
        name: 'Bola Adeyemi',
        updatedAt: '2026-02-04T10:00:00.000Z',
      }),
    );
  });

  it('asks for a reason when the right to change at once was taken away meanwhile, and then sends a request', async () => {
    const { user, form, next, submit, sent } = await openEdit(
      'national_admin',
      'Edit User',
      {},
      {
        [`PUT /users/${USER_ID}`]: () => refuse('JUSTIFICATION_REQUIRED'),
        'POST /approvals': requested('DATA_MODIFICATION'),
      },
    );
    await user.type(await within(form).findByRole('textbox', { name: 'Email' }), 'b@example.org');
    await submit('Save Changes');
    const message = 'Justification is required and must be at least 10 characters long';
    await user.click(await within(form).findByRole('link', { name: new RegExp(message) }));
    const reason = await within(form).findByRole('textbox', { name: /Justification/ });
    expect(reason).toHaveFocus();
    expect(reason).toHaveAccessibleDescription(/Justification is required and must be at least 10 characters long/);
    await user.type(reason, 'The address was missing');
    await next('Check and save');
    await submit('Submit for approval');
    await screen.findByText(/Approval request submitted successfully!/);
    expect(sent('POST', '/approvals')[0]?.body).toMatchObject({ userData: { email: 'b@example.org' } });
  });

  it('names the holder of an office and links to them', async () => {
    const message = 'A Ward Admin already exists for Ward: Ipodo. Please delete the existing admin first.';
    const { user, form, submit } = await openEdit(
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
    await user.type(await within(form).findByRole('textbox', { name: 'Email' }), 'b@example.org');
    await submit('Save Changes');
    expect(await within(form).findByRole('link', { name: message })).toBeVisible();
    expect(within(form).getByRole('link', { name: /See who holds the office/ })).toHaveAttribute(
      'href',
      '/users?role=ward_admin&place=24-11-05',
    );
  });
});
