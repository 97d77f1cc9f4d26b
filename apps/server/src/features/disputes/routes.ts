import { RESULT_DECIDING } from '@ec/contract/permissions/privileges';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { assign, assignees } from './assign-service.ts';
import { comment, detailOf, disputeList, raise, resolve } from './service.ts';

const READERS = { module: 'disputes' } as const;
const WRITERS = { module: 'disputes', level: 'write', privilege: 'canManageDisputes' } as const;
const RAISERS = { ...WRITERS, privilege: RESULT_DECIDING } as const;

export function disputeRoutes(router: Router): void {
  router.read(
    'GET /disputes',
    { access: READERS },
    async (context) => await disputeList(context, context.actor, context.query),
  );

  router.write(
    'POST /disputes',
    { perMinute: COSTLY.dispute, access: RAISERS, audit: ['result.disputed'] },
    async (context) => await raise(context, context.actor, context.body),
  );

  router.read(
    'GET /disputes/:id',
    { access: READERS },
    async (context) => await detailOf(context.db, context, context.params.id),
  );

  router.write(
    'POST /disputes/:id/comments',
    { perMinute: COSTLY.comment, access: WRITERS, audit: ['dispute.commented'] },
    async (context) => await comment(context, context.actor, context.params.id, context.body),
  );

  router.read(
    'GET /disputes/:id/assignees',
    { access: WRITERS },
    async (context) => await assignees(context, context.actor, context.params.id, context.query.q),
  );

  router.write(
    'POST /disputes/:id/assign',
    { perMinute: COSTLY.comment, access: WRITERS, audit: ['dispute.assigned'] },
    async (context) => await assign(context, context.actor, context.params.id, context.body),
  );

  router.write(
    'POST /disputes/:id/resolve',
    { access: WRITERS, audit: ['result.verified', 'result.returned', 'result.cancelled'] },
    async (context) => await resolve(context, context.actor, context.params.id, context.body),
  );
}
