import { COSTLY, WRITES } from '../../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../../platform/http/router.ts';
import { acceptInvite } from '../recovery/accept-invite.ts';
import { readAccount, savedViews, saveViews, setPreferences } from './account.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts';
import { confirmEnrolment, optIn, removeAuthenticator, renewRecoveryCodes, startEnrolment } from './two-factor.ts';

const OWN = { roles: 'any', own: true } as const;
const PROVED_BEFORE =
  'the password is checked before the transaction, and a refusal is thrown after its count is stored';
const REFUSED = ['auth.sign_in_failed', 'auth.locked'] as const;

/** The user's own account: second step, sessions, preferences; and the first password of an invited user. */
export function accountRoutes(router: Router, perMinute: number): void {
  router.longWrite(
    'POST /auth/accept-invite',
    {
      access: 'public',
      perMinute: { address: perMinute },
      audit: ['auth.invite_accepted', 'auth.invite_failed', 'auth.locked'],
      reason: PROVED_BEFORE,
    },
    async (context) => {
      await acceptInvite(context, context.body);
      return { message: 'Your password is set. Sign in with it.' };
    },
  );
  router.read('GET /auth/account', { access: OWN }, async (context) => await readAccount(context, context.actor));
  router.write(
    'PUT /auth/preferences',
    { perMinute: WRITES.own, access: OWN, audit: ['user.preferences_changed'] },
    async (context) => await setPreferences(context, context.body),
  );
  router.read(
    'GET /auth/saved-views',
    { access: OWN },
    async (context) => await savedViews(context, context.actor, context.query.list),
  );
  router.write(
    'PUT /auth/saved-views',
    { perMinute: WRITES.own, access: OWN, audit: ['user.preferences_changed'] },
    async (context) => await saveViews(context, context.body),
  );
  twoFactorRoutes(router);
  sessionRoutes(router);
}

function twoFactorRoutes(router: Router): void {
  router.longWrite(
    'POST /auth/2fa/enroll',
    { perMinute: COSTLY.proof, access: OWN, audit: ['auth.two_factor_started', ...REFUSED], reason: PROVED_BEFORE },
    async (context) => await startEnrolment(context, context.body.password),
  );
  router.longWrite(
    'POST /auth/2fa/confirm',
    { perMinute: COSTLY.proof, access: OWN, audit: ['auth.two_factor_enabled', ...REFUSED], reason: PROVED_BEFORE },
    async (context) => await confirmEnrolment(context, context.body.code),
  );
  router.longWrite(
    'POST /auth/2fa/disable',
    { perMinute: COSTLY.proof, access: OWN, audit: ['auth.two_factor_disabled', ...REFUSED], reason: PROVED_BEFORE },
    async (context) => {
      await removeAuthenticator(context, context.body);
      return { message: 'Authenticator removed' };
    },
  );
  router.longWrite(
    'POST /auth/2fa/recovery-codes',
    { perMinute: COSTLY.proof, access: OWN, audit: ['auth.recovery_codes_made', ...REFUSED], reason: PROVED_BEFORE },
    async (context) => await renewRecoveryCodes(context, context.body),
  );
  router.longWrite(
    'POST /auth/2fa/opt-in',
    {
      perMinute: COSTLY.proof,
      access: OWN,
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
  router.read('GET /auth/sessions', { access: OWN }, async (context) => await listOwnSessions(context, context.actor));
  router.write(
    'DELETE /auth/sessions/:id',
    { perMinute: WRITES.own, access: OWN, audit: ['auth.session_ended'] },
    async (context) => await endOwnSession(context, context.params.id),
  );
  router.write(
    'POST /auth/sessions/end-others',
    { perMinute: WRITES.own, access: OWN, audit: ['auth.session_ended'] },
    async (context) => await endOtherSessions(context),
  );
}
