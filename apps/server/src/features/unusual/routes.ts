import { RESULT_DECIDING } from '@ec/contract/permissions/privileges';
import { ADMIN_ROLES, NATIONAL_ROLES } from '@ec/contract/permissions/roles';
import { CHECK_EDITORS } from '@ec/contract/unusual/settings';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { earlierRoutes } from './earlier/earlier-routes.ts';
import { checkSettings, changeSettings } from './settings-service.ts';
import { unusualStatistics } from './statistics-service.ts';
import { explainMark, unusualList, unusualOfResult } from './service.ts';
import { tryChecks } from './trial-service.ts';

const READERS = { roles: ADMIN_ROLES, module: 'disputes' } as const;
const EXPLAINERS = { ...READERS, level: 'write', privilege: RESULT_DECIDING } as const;
const CHECK_READERS = { roles: NATIONAL_ROLES, module: 'election_management' } as const;
const EDITORS = {
  roles: CHECK_EDITORS,
  module: 'election_management',
  level: 'write',
  privilege: 'canManageElections',
} as const;

export function unusualRoutes(router: Router): void {
  router.read(
    'GET /unusual',
    { access: READERS },
    async (context) => await unusualList(context, context.actor, context.query),
  );

  router.read(
    'GET /unusual/statistics',
    { access: { ...READERS, roles: NATIONAL_ROLES } },
    async (context) => await unusualStatistics(context, context.actor, context.query),
  );

  router.read(
    'GET /unusual/settings',
    { access: CHECK_READERS },
    async ({ db, actor, query }) => await checkSettings(db, actor, query.electionId),
  );

  router.write(
    'PUT /unusual/settings',
    { access: EDITORS, audit: ['unusual.checks_changed'] },
    async (context) => await changeSettings(context, context.actor, context.body),
  );

  router.read(
    'POST /unusual/trial',
    { access: EDITORS, perMinute: COSTLY.trial },
    async ({ db, actor, body }) => await tryChecks(db, actor, body),
  );

  earlierRoutes(router, CHECK_READERS, EDITORS);

  router.read(
    'GET /unusual/:id',
    { access: READERS },
    async ({ db, actor, params }) => await unusualOfResult(db, actor, params.id),
  );

  router.write(
    'POST /unusual/:id/close',
    { access: EXPLAINERS, audit: ['unusual.closed'] },
    async (context) => await explainMark(context, context.actor, context.params.id, 'closed', context.body),
  );

  router.write(
    'POST /unusual/:id/reopen',
    { access: EXPLAINERS, audit: ['unusual.reopened'] },
    async (context) => await explainMark(context, context.actor, context.params.id, 'reopened', context.body),
  );
}
