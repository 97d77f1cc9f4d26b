import { EndedSessions } from '@ec/contract/auth/account';
import { MessageAnswer } from '@ec/contract/auth/schemas';
import { ListQuery, SessionId } from '@ec/contract/base/common';
import { NATIONAL_ROLES } from '@ec/contract/permissions/roles';
import {
  ActiveSessionList,
  ActiveSessionQuery,
  FailedSignInList,
  FailedSignInQuery,
  LockedAccountList,
  SecurityAlertList,
  SecurityStatus,
  UnlockRequest,
} from '@ec/contract/security/schemas';
import * as z from 'zod/mini';
import type { Platform } from '../../platform/http/context.ts';
import type { Router } from '../../platform/http/router.ts';
import { alertList } from './alerts-service.ts';
import { createCountedSessions } from './counted-sessions.ts';
import { endSession, sessionList } from './sessions-service.ts';
import { failedSignIns, lockedAccounts, unlockAccount } from './sign-ins-service.ts';
import { createStatus } from './status.ts';

// Who signed in, and who could not, is read from the audit log: whoever was not granted that does not read it here either.
const WATCHERS = { roles: NATIONAL_ROLES, module: 'audit_logs', privilege: 'canAccessAuditLogs' } as const;
const READERS = { ...WATCHERS, level: 'read' } as const;
const WRITERS = { ...WATCHERS, level: 'write', privilege: 'canManageSecurity' } as const;

/** How the server is doing, who is signed in, and who could not sign in. */
export function securityRoutes(router: Router, platform: Platform): void {
  const counted = createCountedSessions();
  const status = createStatus(platform, counted);

  router.read(
    {
      method: 'GET',
      path: '/security/status',
      summary: 'How the server and what it stands on are doing',
      access: READERS,
      answer: SecurityStatus,
    },
    async (context) => await status(context, context.actor),
  );

  router.read(
    {
      method: 'GET',
      path: '/security/sessions',
      summary: 'The open sessions of people in the own areas',
      access: READERS,
      query: ActiveSessionQuery,
      answer: ActiveSessionList,
    },
    async (context) => await sessionList(context, context.actor, context.query, counted),
  );

  router.write(
    {
      method: 'DELETE',
      path: '/security/sessions/:id',
      summary: "End somebody's session, at once and everywhere",
      access: WRITERS,
      audit: ['security.session_ended'],
      params: z.object({ id: SessionId }),
      answer: EndedSessions,
    },
    async (context) => await endSession(context, context.actor, context.params.id),
  );

  router.read(
    {
      method: 'GET',
      path: '/security/alerts',
      summary: 'The open alerts about security',
      access: READERS,
      query: ListQuery,
      answer: SecurityAlertList,
    },
    async (context) => await alertList(context, context.actor, context.query),
  );

  signInRoutes(router);
}

function signInRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/security/failed-sign-ins',
      summary: 'The refused attempts to sign in of the last hours',
      access: READERS,
      query: FailedSignInQuery,
      answer: FailedSignInList,
    },
    async (context) => await failedSignIns(context, context.actor, context.query),
  );

  router.read(
    {
      method: 'GET',
      path: '/security/locked-accounts',
      summary: 'The accounts that are locked at this moment',
      access: READERS,
      query: ListQuery,
      answer: LockedAccountList,
    },
    async (context) => await lockedAccounts(context, context.actor, context.query),
  );

  router.write(
    {
      method: 'POST',
      path: '/security/locked-accounts/unlock',
      summary: 'Let somebody try again before the lock is over',
      access: WRITERS,
      audit: ['security.unlocked'],
      body: UnlockRequest,
      answer: MessageAnswer,
    },
    async (context) => await unlockAccount(context, context.actor, context.body.userId),
  );
}
