import { CreateApprovalRequest } from '@ec/contract/approvals/schemas';
import { MessageAnswer } from '@ec/contract/auth/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { ok, refuse, type serve } from '../../../test/server.ts';
import { ALL_REQUEST, summaryOf, USER_ID, userOf } from '../../../test/users.ts';
import { cleanNotices, openAction, openEdit, openUsers, requested } from '../../../test/users-page.tsx';

beforeAll(async () => void (await import('./UsersPage.tsx')));
beforeEach(() => {
  stubEventSource();
  cleanNotices();
});

describe('requests', () => {
  it('ask for a deletion with a reason', async () => {
    const { user, dialog, sent } = await openAction(
      'lga_admin',
      'Request deletion',
      { can: ALL_REQUEST },
      {
        'POST /approvals': requested('USER_DELETION'),
      },
    );
    expect(within(dialog).getByRole('combobox', { name: 'Request type' })).toHaveValue('Delete a user');
    await user.type(within(dialog).getByRole('textbox', { name: /Justification/ }), 'too short');
    await user.click(within(dialog).getByRole('button', { name: 'Submit for approval' }));
    expect(
      await within(dialog).findByRole('link', { name: 'Justification must be at least 10 characters long' }),
    ).toBeVisible();
    expect(sent('POST', '/approvals')).toHaveLength(0);
    await user.type(within(dialog).getByRole('textbox', { name: /Justification/ }), ', now long enough');
    await user.click(within(dialog).getByRole('button', { name: 'Submit for approval' }));
    expect(await screen.findByText(/Approval request submitted successfully!/)).toBeVisible();
    expect(sent('POST', '/approvals').map(({ body }) => body)).toEqual([
      {
        targetUserId: USER_ID,
        requestType: 'delete',
        justification: 'too short, now long enough',
        priority: 'MEDIUM',
      },
    ]);
  });

  it('ask for changes with just what is to be changed', async () => {
    const { user, form, next, submit, sent } = await openEdit(
      'lga_admin',
      'Request changes',
      { can: ALL_REQUEST },
      {
        'POST /approvals': requested('DATA_MODIFICATION'),
      },
    );
    const name = await within(form).findByRole('textbox', { name: /Full Name/ });
    await user.clear(name);
    await user.type(name, 'Bola Adeyemi');
    await next('Reason');
    await user.type(within(form).getByRole('textbox', { name: /Justification/ }), 'Has married');
    await submit('Submit for approval');
    await screen.findByText(/Approval request submitted successfully!/);
    expect(CreateApprovalRequest.parse(sent('POST', '/approvals')[0]?.body)).toMatchObject({
      targetUserId: USER_ID,
      requestType: 'modify',
      userData: { name: 'Bola Adeyemi' },
    });
  });

  it('ask for an activation with the status of the person changed', async () => {
    const { user, form, next, submit, sent } = await openEdit(
      'lga_admin',
      'Request activation',
      { can: ALL_REQUEST, status: 'INACTIVE' },
      { 'POST /approvals': requested('DATA_MODIFICATION') },
    );
    await next('Reason');
    await user.type(within(form).getByRole('textbox', { name: /Justification/ }), 'Is back from leave');
    await next('Check and save');
    expect(within(form).getByRole('deletion')).toHaveTextContent('Inactive');
    await submit('Submit for approval');
    await screen.findByText(/Approval request submitted successfully!/);
    expect(sent('POST', '/approvals')[0]?.body).toMatchObject({
      requestType: 'modify',
      userData: { status: 'ACTIVE' },
    });
  });

  it('for a new user, and for changes of one who is chosen, go on to the form', async () => {
    const users = [userOf()];
    const summary = summaryOf({ request: true });
    const { user, router } = openUsers('national_admin', { summary, users });
    await user.click(await screen.findByRole('button', { name: 'New request' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New request' }));
    expect(dialog.getByText('Choose whom the request is about.')).toBeVisible();
    await user.click(dialog.getByRole('combobox', { name: 'Request type' }));
    await user.click(await screen.findByRole('option', { name: 'Create a user' }));
    await user.click(dialog.getByRole('link', { name: 'Continue' }));
    expect(await screen.findByRole('form', { name: 'New user' })).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: '/users/new', search: '?as=request' });
    expect(screen.getByRole('button', { name: '3. Reason' })).toBeDisabled();
  });

  it('that are refused say so with the status and keep the reason', async () => {
    const { user, dialog } = await openAction(
      'lga_admin',
      'Request deactivation',
      { can: ALL_REQUEST },
      {
        'POST /approvals': () => refuse('REQUEST_EXISTS', { name: 'Bola Ade' }),
      },
    );
    const reason = within(dialog).getByRole('textbox', { name: /Justification/ });
    await user.type(reason, 'They have moved away');
    await user.click(within(dialog).getByRole('button', { name: 'Submit for approval' }));
    expect(await within(dialog).findByText('Failed to create approval request: 409')).toBeVisible();
    expect(within(dialog).getByText('A request about Bola Ade is already waiting for a decision.')).toBeVisible();
    expect(reason).toHaveValue('They have moved away');
  });

  it('about a user to be chosen list only people with whom it can be done', async () => {
    const summary = summaryOf({ request: true });
    const users = [
      userOf({ can: ALL_REQUEST }),
      userOf({ id: USER_ID.replace('a1', 'a2'), name: 'Chi Eze', can: { ...ALL_REQUEST, delete: 'no' } }),
    ];
    const { user } = openUsers('global_moderator', { summary, users });
    await user.click(await screen.findByRole('button', { name: 'New request' }));
    const dialog = await screen.findByRole('dialog', { name: 'New request' });
    await user.click(within(dialog).getByRole('combobox', { name: 'Request type' }));
    await user.click(await screen.findByRole('option', { name: 'Delete a user' }));
    await user.click(within(dialog).getByRole('combobox', { name: 'Person' }));
    expect(
      await screen.findByRole('option', { name: 'Bola Ade, Ward Admin · Ipodo, Ikeja, Lagos · …0001' }),
    ).toBeVisible();
    expect(screen.queryByRole('option', { name: /Chi Eze/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('option', { name: 'Bola Ade, Ward Admin · Ipodo, Ikeja, Lagos · …0001' }));
    expect(await within(dialog).findByRole('textbox', { name: /Justification/ })).toBeVisible();
  });
});

describe('resetting a password', () => {
  const openReset = (more: Parameters<typeof serve>[0] = {}) =>
    openAction('national_admin', 'Reset Password', {}, more);

  it.each([
    ['', '', ['New password is required', 'Confirm the new password']],
    ['short', 'short', ['Password must be at least 8 characters long']],
    ['long-enough', 'longenough', ['Passwords do not match']],
    ['long-enough', '', ['Confirm the new password']],
  ])('checks both fields (%#)', async (password, repeated, messages) => {
    const { user, dialog, sent } = await openReset();
    if (password) await user.type(within(dialog).getByLabelText(/^New Password/), password);
    if (repeated) await user.type(within(dialog).getByLabelText(/^Confirm Password/), repeated);
    await user.click(within(dialog).getByRole('button', { name: 'Reset Password' }));
    const summary = await within(dialog).findByRole('alert');
    expect(
      within(summary)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(messages);
    expect(sent('POST', '/auth/admin-reset-password')).toHaveLength(0);
  });

  it('says what follows, and puts the longer minimum of the organisation at the field', async () => {
    const { user, dialog } = await openReset({
      'POST /auth/admin-reset-password': () => refuse('PASSWORD_TOO_SHORT', { n: 12 }),
    });
    expect(dialog).toHaveTextContent(
      'must change this password at the next sign-in, and is signed out on every device',
    );
    await user.type(within(dialog).getByLabelText(/^New Password/), 'long-enough');
    await user.type(within(dialog).getByLabelText(/^Confirm Password/), 'long-enough');
    await user.click(within(dialog).getByRole('button', { name: 'Reset Password' }));
    const link = await within(dialog).findByRole('link', { name: 'Password must be at least 12 characters long' });
    expect(link).toHaveAttribute('href', '#reset-new');
  });

  it('sends the person and the password', async () => {
    const { user, dialog, sent } = await openReset({
      'POST /auth/admin-reset-password': () => ok(MessageAnswer, { message: 'done' }),
    });
    await user.type(within(dialog).getByLabelText(/^New Password/), 'long-enough');
    await user.type(within(dialog).getByLabelText(/^Confirm Password/), 'long-enough');
    await user.click(within(dialog).getByRole('button', { name: 'Reset Password' }));
    expect(await screen.findByText('Password reset successful')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5000 });
    expect(sent('POST', '/auth/admin-reset-password')[0]?.body).toEqual({
      userId: USER_ID,
      newPassword: 'long-enough',
    });
  });
});
