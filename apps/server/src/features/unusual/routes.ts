import { RESULT_DECIDING } from '@ec/contract/permissions/privileges';
import { ADMIN_ROLES, NATIONAL_ROLES } from '@ec/contract/permissions/roles';
import type { Router } from '../../platform/http/router.ts';
import { unusualStatistics } from './statistics-service.ts';
import { explainMark, unusualList, unusualOfResult } from './service.ts';

const READERS = { roles: ADMIN_ROLES, module: 'disputes' } as const;
const EXPLAINERS = { ...READERS, level: 'write', privilege: RESULT_DECIDING } as const;

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
