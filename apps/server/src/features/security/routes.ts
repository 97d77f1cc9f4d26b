import { NATIONAL_ROLES } from '@ec/contract/permissions/roles';
import type { Platform } from '../../platform/http/context.ts';
import type { Router } from '../../platform/http/router.ts';
import { alertList } from './alerts-service.ts';
import { createCountedSessions, endSession, sessionList } from './sessions-service.ts';
import { failedSignIns, lockedAccounts, unlockAccount } from './sign-ins-service.ts';
import { createStatus } from './status.ts';

// Who signed in, and who could not, is read from the audit log, so it needs the same right here.
const WATCHERS = { roles: NATIONAL_ROLES, module: 'audit_logs', privilege: 'canAccessAuditLogs' } as const;
const READERS = { ...WATCHERS, level: 'read' } as const;
const WRITERS = { ...WATCHERS, level: 'write', privilege: 'canManageSecurity' } as const;

/** How the server is doing, who is signed in, and who could not sign in. */
export function securityRoutes(router: Router, platform: Platform): void {
  const counted = createCountedSessions();
  const status = createStatus(platform, counted);

  router.read('GET /security/status', { access: READERS }, async (context) => await status(context, context.actor));

  router.read(
    'GET /security/sessions',
    { access: READERS },
    async (context) => await sessionList(context, context.actor, context.query, counted),
  );

  router.write(
    'DELETE /security/sessions/:id',
    { access: WRITERS, audit: ['security.session_ended'] },
    async (context) => await endSession(context, context.actor, context.params.id),
  );

  router.read(
    'GET /security/alerts',
    { access: READERS },
    async (context) => await alertList(context, context.actor, context.query),
  );

  signInRoutes(router);
}

function signInRoutes(router: Router): void {
  router.read(
    'GET /security/failed-sign-ins',
    { access: READERS },
    async (context) => await failedSignIns(context, context.actor, context.query),
  );

  router.read(
    'GET /security/locked-accounts',
    { access: READERS },
    async (context) => await lockedAccounts(context, context.actor, context.query),
  );

  router.write(
    'POST /security/locked-accounts/unlock',
    { access: WRITERS, audit: ['security.unlocked'] },
    async (context) => await unlockAccount(context, context.actor, context.body.userId),
  );
}
