import { MessageAnswer } from '@ec/contract/auth/schemas';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { ok, refuse, serve } from '../../../test/server.ts';

type User = ReturnType<typeof renderConsole>['user'];

async function fill(user: User, first = 'long enough', second = first) {
  await user.type(await screen.findByLabelText(/Phone number/), '0803 123 4567');
  await user.type(screen.getByLabelText(/^New password/), first);
  await user.type(screen.getByLabelText(/Confirm new password/), second);
  await user.click(screen.getByRole('button', { name: 'Set password' }));
}

describe('an invite', () => {
  it('of a link fills the form, sets the password, and sign-in waits with the phone number', async () => {
    const calls = serve({ 'POST /auth/accept-invite': () => ok(MessageAnswer, { message: 'Your password is set.' }) });
    const { user } = renderConsole('/login?invite=K7PM2-XQA9W');
    expect(await screen.findByLabelText(/Invite code/)).toHaveValue('K7PM2-XQA9W');
    await fill(user);
    expect(await screen.findByText('Your password is set.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(screen.getByLabelText(/Phone number/)).toHaveValue('0803 123 4567');
    expect(calls.map(({ body }) => body)).toEqual([
      { phoneNumber: '0803 123 4567', inviteCode: 'K7PM2-XQA9W', newPassword: 'long enough' },
    ]);
  });

  it('is reached from sign-in, and says what is missing before anything is sent', async () => {
    const calls = serve({});
    const { user } = renderConsole('/login');
    await user.click(await screen.findByRole('button', { name: 'First time here? Use your invite code' }));
    await fill(user, 'long enough', 'other one');
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveTextContent('Invite code is required');
    expect(summary).toHaveTextContent('Passwords do not match');
    expect(summary).toHaveFocus();
    expect(calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Back to login' }));
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });

  it('that is wrong keeps what was typed and says so', async () => {
    serve({ 'POST /auth/accept-invite': () => refuse('BAD_INVITE') });
    const { user } = renderConsole('/login?invite=K7PM2-XQA9W');
    await fill(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('The phone number or the invite code is wrong');
    expect(screen.getByLabelText(/^New password/)).toHaveValue('long enough');
  });

  it.each([
    ['PASSWORD_TOO_COMMON', {}, /tried first/],
    ['PASSWORD_TOO_PERSONAL', { what: 'a name' }, /made of a name/],
  ] as const)('says beside the field why a password is refused: %s', async (code, details, text) => {
    serve({ 'POST /auth/accept-invite': () => refuse(code, details) });
    const { user } = renderConsole('/login?invite=K7PM2-XQA9W');
    await fill(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByLabelText(/^New password/)).toHaveAccessibleDescription(text);
  });

  it('does not open the account of the user signed in on the device', async () => {
    signedInOnDevice();
    serve({ 'POST /auth/logout': () => ok(MessageAnswer, { message: 'bye' }) });
    const { user, router } = renderConsole('/login?invite=K7PM2-XQA9W');
    await user.click(await screen.findByRole('button', { name: 'Log out and use the invite code' }));
    expect(await screen.findByLabelText(/Invite code/)).toHaveValue('K7PM2-XQA9W');
    expect(router.state.location.pathname).toBe('/login');
  });
});
