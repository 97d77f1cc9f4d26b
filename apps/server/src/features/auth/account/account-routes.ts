import {
  AcceptInviteRequest,
  Account,
  ConfirmEnrolmentRequest,
  EndedSessions,
  EnrollAnswer,
  EnrollRequest,
  OptInRequest,
  OwnSessionList,
  Preferences,
  PreferencesRequest,
  ProofRequest,
  RecoveryCodes,
} from '@ec/contract/auth/account';
import { MessageAnswer } from '@ec/contract/auth/schemas';
import { SessionId } from '@ec/contract/base/common';
import * as z from 'zod/mini';
import { COSTLY, WRITES } from '../../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../../platform/http/router.ts';
import { acceptInvite } from '../recovery/accept-invite.ts';
import { readAccount } from './account.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts';
import { setPreferences } from './preferences.ts';
import { confirmEnrolment, optIn, removeAuthenticator, renewRecoveryCodes, startEnrolment } from './two-factor.ts';

const OWN = { roles: 'any', own: true } as const;
const PROVED_BEFORE =
  'the password is checked before the transaction, and a refusal is thrown after its count is stored';
const REFUSED = ['auth.sign_in_failed', 'auth.locked'] as const;

/** The user's own account: second step, sessions, preferences; and the first password of an invited user. */
export function accountRoutes(router: Router, perMinute: number): void {
  router.longWrite(
    {
      method: 'POST',
      path: '/auth/accept-invite',
      summary: 'Set the first password by the invite code, which serves once',
      access: 'public',
      perMinute: { address: perMinute },
      body: AcceptInviteRequest,
      answer: MessageAnswer,
      audit: ['auth.invite_accepted', 'auth.invite_failed', 'auth.locked'],
      reason: PROVED_BEFORE,
    },
    async (context) => {
      await acceptInvite(context, context.body);
      return { message: 'Your password is set. Sign in with it.' };
    },
  );
  router.read(
    {
      method: 'GET',
      path: '/auth/account',
      summary: 'How the own second step stands, and what was chosen',
      fresh: true,
      access: OWN,
      answer: Account,
    },
    async (context) => await readAccount(context, context.actor),
  );
  router.write(
    {
      method: 'PUT',
      path: '/auth/preferences',
      summary: 'Keep a choice for every device',
      perMinute: WRITES.own,
      access: OWN,
      body: PreferencesRequest,
      answer: Preferences,
      audit: ['user.preferences_changed'],
    },
    async (context) => await setPreferences(context, context.body),
  );
  twoFactorRoutes(router);
  sessionRoutes(router);
}

function twoFactorRoutes(router: Router): void {
  router.longWrite(
    {
      method: 'POST',
      path: '/auth/2fa/enroll',
      summary: 'Start the enrolment of an authenticator app',
      perMinute: COSTLY.proof,
      access: OWN,
      body: EnrollRequest,
      answer: EnrollAnswer,
      audit: ['auth.two_factor_started', ...REFUSED],
      reason: PROVED_BEFORE,
    },
    async (context) => await startEnrolment(context, context.body.password),
  );
  router.longWrite(
    {
      method: 'POST',
      path: '/auth/2fa/confirm',
      summary: 'Take the authenticator into use by its first code; answers the recovery codes, this once',
      perMinute: COSTLY.proof,
      access: OWN,
      body: ConfirmEnrolmentRequest,
      answer: RecoveryCodes,
      audit: ['auth.two_factor_enabled', ...REFUSED],
      reason: PROVED_BEFORE,
    },
    async (context) => await confirmEnrolment(context, context.body.code),
  );
  router.longWrite(
    {
      method: 'POST',
      path: '/auth/2fa/disable',
      summary: 'Remove the authenticator and its recovery codes',
      perMinute: COSTLY.proof,
      access: OWN,
      body: ProofRequest,
      answer: MessageAnswer,
      audit: ['auth.two_factor_disabled', ...REFUSED],
      reason: PROVED_BEFORE,
    },
    async (context) => {
      await removeAuthenticator(context, context.body);
      return { message: 'Authenticator removed' };
    },
  );
  router.longWrite(
    {
      method: 'POST',
      path: '/auth/2fa/recovery-codes',
      summary: 'New recovery codes, which void the old ones',
      perMinute: COSTLY.proof,
      access: OWN,
      body: ProofRequest,
      answer: RecoveryCodes,
      audit: ['auth.recovery_codes_made', ...REFUSED],
      reason: PROVED_BEFORE,
    },
    async (context) => await renewRecoveryCodes(context, context.body),
  );
  router.longWrite(
    {
      method: 'POST',
      path: '/auth/2fa/opt-in',
      summary: 'Switch sign-in codes by SMS on or off for oneself',
      perMinute: COSTLY.proof,
      access: OWN,
      body: OptInRequest,
      answer: MessageAnswer,
      audit: ['auth.two_factor_enabled', 'auth.two_factor_disabled', ...REFUSED],
      reason: PROVED_BEFORE,
    },
    async (context) => {
      await optIn(context, context.body);
      return { message: `Two-step sign-in is ${context.body.on ? 'on' : 'off'}` };
    },
  );
}

function sessionRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/auth/sessions',
      summary: 'Where one is signed in',
      fresh: true,
      access: OWN,
      answer: OwnSessionList,
    },
    async (context) => await listOwnSessions(context, context.actor),
  );
  router.write(
    {
      method: 'DELETE',
      path: '/auth/sessions/:id',
      summary: 'End one of the own sessions',
      perMinute: WRITES.own,
      access: OWN,
      params: z.object({ id: SessionId }),
      answer: EndedSessions,
      audit: ['auth.session_ended'],
    },
    async (context) => await endOwnSession(context, context.params.id),
  );
  router.write(
    {
      method: 'POST',
      path: '/auth/sessions/end-others',
      summary: 'Sign out everywhere but here',
      perMinute: WRITES.own,
      access: OWN,
      answer: EndedSessions,
      audit: ['auth.session_ended'],
    },
    async (context) => await endOtherSessions(context),
  );
}
