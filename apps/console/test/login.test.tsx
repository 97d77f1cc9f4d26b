import { passwordRule } from '@ec/contract/auth/password-rule';
import { LoginAnswer, type LoginRequest, Me, MessageAnswer } from '@ec/contract/auth/schemas';
import { NotificationList, StreamTicket } from '@ec/contract/notifications/schemas';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession } from '../src/lib/session/session-store.ts';
import { readTokens } from '../src/lib/session/stored-session.ts';
import { setSystem } from '../src/lib/session/system.ts';
import { stubEventSource } from './event-source.ts';
import { meOf, person } from './people.ts';
import { renderConsole } from './render.tsx';
import { type Call, ok, okFlat, refuse, serve } from './server.ts';

const tokens = { success: true as const, accessToken: 'access-1', refreshToken: 'refresh-1' };
const signedIn = () => okFlat(LoginAnswer, { ...tokens, user: person('ward_admin') });
const around = {
  'GET /auth/me': () => ok(Me, meOf('ward_admin')),
  'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
  'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
};
const logins = (calls: Call[]) =>
  calls.filter((call) => call.path === '/auth/login').map((call) => call.body as Partial<LoginRequest>);

beforeEach(stubEventSource);

async function enterCredentials(user: ReturnType<typeof renderConsole>['user']) {
  await user.type(await screen.findByLabelText(/Phone number/), '0803 123 4567');
  await user.type(screen.getByLabelText(/^Password/), 'secret-1');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('sign-in', () => {
  it('with phone and password leads to the dashboard', async () => {
    const calls = serve({ ...around, 'POST /auth/login': signedIn });
    const { user, router } = renderConsole('/login');
    await enterCredentials(user);
    expect(await screen.findByRole('heading', { name: 'Polling Unit Overview' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/dashboard');
    const device = expect.stringMatching(/^[\w-]{43}$/);
    expect(logins(calls)).toEqual([{ phoneNumber: '0803 123 4567', password: 'secret-1', device }]);
    expect(readTokens()).toEqual({ accessToken: 'access-1', refreshToken: 'refresh-1' });
  });

  it('names what is missing and sends nothing', async () => {
    const calls = serve({});
    const { user } = renderConsole('/login');
    await user.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(screen.getByText('Phone number is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(screen.getByLabelText(/Phone number/)).toHaveFocus();
    expect(calls).toEqual([]);
  });

  it("shows the server's sentence", async () => {
    serve({ 'POST /auth/login': () => refuse('ACCOUNT_LOCKED', { minutes: 15 }) });
    const { user } = renderConsole('/login');
    await enterCredentials(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('The account is locked for 15 minutes.');
    expect(screen.getByLabelText(/Phone number/)).toHaveValue('0803 123 4567');
  });

  it('asks for the code where the server does, and sends it with the same credentials', async () => {
    const calls = serve({
      ...around,
      'POST /auth/login': ({ body }) => {
        const code = (body as { twoFactorCode?: string }).twoFactorCode;
        if (!code) return okFlat(LoginAnswer, { success: true, requires2FA: true, twoFactorMethod: 'sms' });
        return code === '123456' ? signedIn() : refuse('BAD_CODE');
      },
    });
    const { user } = renderConsole('/login');
    await enterCredentials(user);
    const code = await screen.findByLabelText(/Verification code/);
    expect(code).toHaveFocus();
    await user.type(code, '99x9 9997777{Enter}');
    expect(code).toHaveValue('999999');
    expect(await screen.findByRole('alert')).toHaveTextContent('The verification code is wrong or has expired.');
    await user.clear(code);
    await user.type(code, '123456{Enter}');
    expect(await screen.findByRole('heading', { name: 'Polling Unit Overview' })).toBeVisible();
    expect(logins(calls).at(-1)).toEqual({
      phoneNumber: '0803 123 4567',
      password: 'secret-1',
      twoFactorCode: '123456',
      device: logins(calls)[0]?.device,
    });
  });

  it('sends the same device key for the next account of the browser', async () => {
    const calls = serve({ ...around, 'POST /auth/login': signedIn });
    const { user } = renderConsole('/login');
    await enterCredentials(user);
    await screen.findByRole('heading', { name: 'Polling Unit Overview' });
    act(() => clearSession('signed-out'));
    await enterCredentials(user);
    await waitFor(() => expect(logins(calls)).toHaveLength(2));
    const [first, second] = logins(calls);
    expect(first?.device).toMatch(/^[\w-]{43}$/);
    expect(second?.device).toBe(first?.device);
  });

  it('forgets the credentials when the code step is cancelled', async () => {
    serve({ 'POST /auth/login': () => okFlat(LoginAnswer, { success: true, requires2FA: true }) });
    const { user } = renderConsole('/login');
    await enterCredentials(user);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText(/Phone number/)).toHaveValue('');
    expect(screen.getByLabelText(/Phone number/)).toHaveFocus();
    expect(screen.getByLabelText(/^Password/)).toHaveValue('');
  });

  it('takes a recovery code where an authenticator is enrolled', async () => {
    const calls = serve({
      'POST /auth/login': () =>
        okFlat(LoginAnswer, { success: true, requires2FA: true, twoFactorMethod: 'authenticator' }),
    });
    const { user } = renderConsole('/login');
    await enterCredentials(user);
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await user.type(screen.getByLabelText(/Recovery code/), 'ab12-cd34{Enter}');
    await waitFor(() => expect(logins(calls).at(-1)).toMatchObject({ twoFactorCode: 'ab12-cd34' }));
  });

  it('checks the code before it is sent, and asks anew for the other kind', async () => {
    const calls = serve({
      'POST /auth/login': () =>
        okFlat(LoginAnswer, { success: true, requires2FA: true, twoFactorMethod: 'authenticator' }),
    });
    const { user } = renderConsole('/login');
    await enterCredentials(user);
    await user.type(await screen.findByLabelText(/Verification code/), '123');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    const code = screen.getByLabelText(/Verification code/);
    expect(code).toHaveAccessibleDescription('The code has 6 digits');
    expect(code).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    expect(screen.getByLabelText(/Recovery code/)).not.toHaveAccessibleDescription();
    await user.click(screen.getByRole('button', { name: 'Use the authenticator app' }));
    expect(screen.getByLabelText(/Verification code/)).toHaveValue('');
    expect(screen.getByLabelText(/Verification code/)).not.toHaveAccessibleDescription();
    expect(logins(calls)).toHaveLength(1);
  });

  it('returns to the credentials where they no longer hold at the code step', async () => {
    serve({
      'POST /auth/login': ({ body }) =>
        (body as Partial<LoginRequest>).twoFactorCode
          ? refuse('BAD_CREDENTIALS')
          : okFlat(LoginAnswer, { success: true, requires2FA: true }),
    });
    const { user } = renderConsole('/login');
    await enterCredentials(user);
    await user.type(await screen.findByLabelText(/Verification code/), '123456{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('The phone number or the password is wrong.');
    expect(screen.getByLabelText(/Phone number/)).toHaveValue('0803 123 4567');
    expect(screen.getByLabelText(/^Password/)).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByLabelText(/Verification code/)).toHaveValue('');
  });

  it('can be tried again where the code step is cancelled before its answer', async () => {
    const calls = serve({
      'POST /auth/login': ({ body }) =>
        (body as Partial<LoginRequest>).twoFactorCode
          ? new Promise<Response>(() => undefined)
          : okFlat(LoginAnswer, { success: true, requires2FA: true }),
    });
    const { user } = renderConsole('/login');
    await enterCredentials(user);
    await user.type(await screen.findByLabelText(/Verification code/), '123456{Enter}');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await enterCredentials(user);
    expect(await screen.findByLabelText(/Verification code/)).toHaveValue('');
    expect(logins(calls)).toHaveLength(3);
  });
});

describe('a forgotten password', () => {
  async function toResetForm(handlers: Parameters<typeof serve>[0], phone = '08031234567') {
    const calls = serve({ 'POST /auth/forgot-password': () => ok(MessageAnswer, { message: 'sent' }), ...handlers });
    const { user } = renderConsole('/login');
    await user.click(await screen.findByRole('button', { name: 'Forgot password?' }));
    await user.type(screen.getByLabelText(/Phone number/), phone);
    await user.click(screen.getByRole('button', { name: 'Send reset code' }));
    await user.type(await screen.findByLabelText(/Reset code/), '123456');
    return { user, calls };
  }
  const passwords = async (user: ReturnType<typeof renderConsole>['user'], first: string, second: string) => {
    await user.clear(screen.getByLabelText(/^New password/));
    await user.clear(screen.getByLabelText(/Confirm new password/));
    await user.type(screen.getByLabelText(/^New password/), first);
    await user.type(screen.getByLabelText(/Confirm new password/), second);
    await user.click(screen.getByRole('button', { name: 'Reset password' }));
  };

  it('says the rule before anything is typed, and is checked by it before it is sent', async () => {
    setSystem({ name: 'Election Console', passwordMinLength: 10, sms: true });
    const { user, calls } = await toResetForm({});
    expect(screen.getByLabelText(/^New password/)).toHaveAccessibleDescription(passwordRule(10));
    await passwords(user, 'short', 'short');
    expect(screen.getByRole('link', { name: 'Password must be at least 10 characters long' })).toBeVisible();
    await passwords(user, 'long enough', 'other one');
    expect(screen.getByRole('link', { name: 'Passwords do not match' })).toBeVisible();
    expect(calls.map((call) => call.path)).toEqual(['/auth/forgot-password']);
  });

  it('is replaced, and sign-in comes back', async () => {
    const { user, calls } = await toResetForm({
      'POST /auth/reset-password': () => ok(MessageAnswer, { message: 'done' }),
    });
    await passwords(user, 'long enough', 'long enough');
    expect(await screen.findByText('Password reset successful')).toBeVisible();
    const device = expect.stringMatching(/^[\w-]{43}$/);
    expect(calls.at(-1)?.body).toEqual({
      phoneNumber: '08031234567',
      resetCode: '123456',
      newPassword: 'long enough',
      device,
    });
    // The code serves on the device that requested it.
    const [asked, used] = [calls[0], calls.at(-1)].map((call) => call?.body as { device: string } | undefined);
    expect(asked?.device).toBe(used?.device);
    expect(await screen.findByRole('button', { name: 'Sign in' }, { timeout: 3000 })).toBeVisible();
  });

  it('can be left for sign-in', async () => {
    const { user } = await toResetForm({});
    await user.click(screen.getByRole('button', { name: 'Back to login' }));
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(screen.getByLabelText(/Phone number/)).toHaveValue('08031234567');
    expect(screen.getByLabelText(/^Password/)).toHaveFocus();
  });

  it('begins with the phone number typed at sign-in, and says what is missing', async () => {
    const calls = serve({});
    const { user } = renderConsole('/login');
    await user.type(await screen.findByLabelText(/Phone number/), '0803 555 0001');
    await user.click(screen.getByRole('button', { name: 'Forgot password?' }));
    expect(screen.getByLabelText(/Phone number/)).toHaveValue('0803 555 0001');
    expect(screen.getByLabelText(/Phone number/)).toHaveFocus();
    await user.clear(screen.getByLabelText(/Phone number/));
    await user.click(screen.getByRole('button', { name: 'Send reset code' }));
    expect(screen.getByLabelText(/Phone number/)).toHaveAccessibleDescription('Phone number is required');
    expect(calls).toEqual([]);
  });

  it('goes back to the phone number, which stays', async () => {
    const { user } = await toResetForm({}, '0803 555 0002');
    await user.click(screen.getByRole('button', { name: 'Change number' }));
    const phone = screen.getByLabelText(/Phone number/);
    expect(phone).toHaveValue('0803 555 0002');
    expect(phone).toHaveFocus();
  });

  it('sends another code when the wait is over, and says when that is', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user, calls } = await toResetForm({}, '0803 555 0003');
    const again = () => screen.getByRole('button', { name: /^Send again/ });
    expect(again()).toHaveTextContent(/^Send again in 0:(30|2\d)$/);
    await user.click(again());
    expect(calls).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(again()).toHaveTextContent(/^Send again$/);
    await user.click(again());
    expect(await screen.findByText(/another code was sent to it/)).toBeVisible();
    expect(again()).toHaveFocus();
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    await user.click(again());
    // The server sends three in a quarter of an hour.
    await waitFor(() => expect(again()).toHaveTextContent(/^Send again in 1\d:\d\d$/));
    expect(calls).toHaveLength(3);
    expect(screen.getByLabelText(/Reset code/)).toHaveValue('123456');
    vi.useRealTimers();
  });
});
