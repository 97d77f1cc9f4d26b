import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { accountRoutes } from './account/account-routes.ts';
import { readMe } from './account/account.ts';
import { changePassword, requestReset, resetPassword } from './recovery/password-reset.ts';
import { refresh } from './sign-in/refresh.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signOut } from './sign-in/session-ends.ts';

const CHECKED_BEFORE =
  'passwords are checked before the transaction, and a refusal is thrown after its count is stored';

/** A console renews its tokens every quarter of an hour, so an address makes many more renewals than sign-ins. */
const RENEWALS = 20;

/** Sign-in, sessions and passwords. `perMinute` is how often one address may try to sign in. */
export function authRoutes(router: Router, perMinute: number): void {
  router.longWrite(
    'POST /auth/login',
    {
      access: 'public',
      perMinute: { address: perMinute },
      audit: ['auth.signed_in', 'auth.sign_in_failed', 'auth.code_sent', 'auth.locked'],
      reason: CHECKED_BEFORE,
    },
    async (context) => await signIn(context, context.body),
  );
  router.longWrite(
    'POST /auth/refresh',
    {
      access: 'public',
      perMinute: { address: perMinute * RENEWALS },
      audit: ['auth.refresh_reused', 'auth.signed_out'],
      reason:
        'the end of a session whose token came back, or that lasted its time, is stored before the call is refused',
    },
    async (context) => await refresh(context, context.body.refreshToken),
  );
  router.write(
    'POST /auth/logout',
    { access: 'public', perMinute: { address: perMinute * RENEWALS }, audit: ['auth.signed_out'] },
    async (context) => {
      await signOut(context, context.request);
      return { message: 'Signed out' };
    },
  );
  router.longWrite(
    'POST /auth/forgot-password',
    {
      access: 'public',
      perMinute: { address: perMinute },
      audit: ['auth.reset_requested'],
      reason: 'the work is done after the answer, so that its time reveals nothing',
    },
    async (context) => {
      requestReset(context, context.body);
      return {
        message: context.platform.messages.carries('sms')
          ? 'If this phone number has an account, a reset code is on its way.'
          : 'No SMS gateway is set up, so no code reaches a phone. Ask your administrator for a new password.',
      };
    },
  );
  router.longWrite(
    'POST /auth/reset-password',
    {
      access: 'public',
      perMinute: { address: perMinute },
      audit: ['auth.password_reset', 'auth.reset_failed'],
      reason: CHECKED_BEFORE,
    },
    async (context) => {
      await resetPassword(context, context.body);
      return { message: 'Password reset successful' };
    },
  );
  router.longWrite(
    'POST /auth/change-password',
    {
      perMinute: COSTLY.proof,
      access: 'signed-in',
      audit: ['auth.password_changed', 'auth.sign_in_failed', 'auth.locked'],
      reason: CHECKED_BEFORE,
    },
    async (context) => {
      await changePassword(context, context.body);
      return { message: 'Password changed' };
    },
  );
  router.read('GET /auth/me', { access: 'signed-in' }, async (context) => await readMe(context, context.actor));
  accountRoutes(router, perMinute);
}
