import {
  ChangePasswordRequest,
  ForgotPasswordRequest,
  LoginAnswer,
  LoginRequest,
  Me,
  MessageAnswer,
  RefreshAnswer,
  RefreshRequest,
  ResetPasswordRequest,
} from '@ec/contract/auth/schemas';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { accountRoutes } from './account/account-routes.ts';
import { readMe } from './account/me.ts';
import { changePassword, requestReset, resetPassword } from './recovery/password-reset.ts';
import { refresh } from './sign-in/refresh.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signOut } from './sign-in/sign-out.ts';

const CHECKED_BEFORE =
  'passwords are checked before the transaction, and a refusal is thrown after its count is stored';

/** A console renews its tokens every quarter of an hour, so an address makes many more renewals than sign-ins. */
const RENEWALS = 20;

/** Sign-in, sessions and passwords. `perMinute` is how often one address may try to sign in. */
export function authRoutes(router: Router, perMinute: number): void {
  router.longWrite(
    {
      method: 'POST',
      path: '/auth/login',
      summary: 'Sign in; the same credentials come again with the code where one is asked for',
      access: 'public',
      perMinute: { address: perMinute },
      body: LoginRequest,
      answer: LoginAnswer,
      flat: true,
      audit: ['auth.signed_in', 'auth.sign_in_failed', 'auth.code_sent', 'auth.locked'],
      reason: CHECKED_BEFORE,
    },
    async (context) => await signIn(context, context.body),
  );
  router.longWrite(
    {
      method: 'POST',
      path: '/auth/refresh',
      summary: 'New tokens for a refresh token, which serves once',
      access: 'public',
      perMinute: { address: perMinute * RENEWALS },
      body: RefreshRequest,
      answer: RefreshAnswer,
      audit: ['auth.refresh_reused', 'auth.signed_out'],
      reason:
        'the end of a session whose token came back, or that lasted its time, is stored before the call is refused',
    },
    async (context) => await refresh(context, context.body.refreshToken),
  );
  router.write(
    {
      method: 'POST',
      path: '/auth/logout',
      summary: 'End the session of the access token, fresh or not',
      access: 'public',
      perMinute: { address: perMinute * RENEWALS },
      answer: MessageAnswer,
      audit: ['auth.signed_out'],
    },
    async (context) => {
      await signOut(context, context.request);
      return { message: 'Signed out' };
    },
  );
  router.longWrite(
    {
      method: 'POST',
      path: '/auth/forgot-password',
      summary: 'Send a reset code to the phone, if it has an account',
      access: 'public',
      perMinute: { address: perMinute },
      body: ForgotPasswordRequest,
      answer: MessageAnswer,
      audit: ['auth.reset_requested'],
      reason: 'the work is done after the answer, so that its time tells nothing',
    },
    async (context) => {
      requestReset(context, context.body);
      return { message: 'If this phone number has an account, a reset code is on its way.' };
    },
  );
  router.longWrite(
    {
      method: 'POST',
      path: '/auth/reset-password',
      summary: 'Set a new password by the reset code',
      access: 'public',
      perMinute: { address: perMinute },
      body: ResetPasswordRequest,
      answer: MessageAnswer,
      audit: ['auth.password_reset', 'auth.reset_failed'],
      reason: CHECKED_BEFORE,
    },
    async (context) => {
      await resetPassword(context, context.body);
      return { message: 'Password reset successful' };
    },
  );
  router.longWrite(
    {
      method: 'POST',
      path: '/auth/change-password',
      summary: 'Change the own password',
      perMinute: COSTLY.proof,
      access: 'signed-in',
      body: ChangePasswordRequest,
      answer: MessageAnswer,
      audit: ['auth.password_changed', 'auth.sign_in_failed', 'auth.locked'],
      reason: CHECKED_BEFORE,
    },
    async (context) => {
      await changePassword(context, context.body);
      return { message: 'Password changed' };
    },
  );
  router.read(
    {
      method: 'GET',
      path: '/auth/me',
      summary: 'The signed-in person, their module levels and the election mode',
      access: 'signed-in',
      fresh: true,
      answer: Me,
    },
    async (context) => await readMe(context, context.actor),
  );
  accountRoutes(router, perMinute);
}
