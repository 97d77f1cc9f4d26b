import { RESULT_DECIDING } from '@ec/contract/permissions/privileges';
import { NATIONAL_ROLES } from '@ec/contract/permissions/roles';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { auditFile, auditSheets, drawAudit, endAudit, extendAudit, reviewAudits } from './review-audit-service.ts';

const READERS = { roles: NATIONAL_ROLES, module: 'disputes' } as const;
const DRAWERS = { ...READERS, level: 'write', privilege: RESULT_DECIDING } as const;

export function reviewAuditRoutes(router: Router): void {
  router.read(
    'GET /review-audits',
    { access: READERS },
    async (context) => await reviewAudits(context, context.actor, context.query.electionId),
  );

  router.write(
    'POST /review-audits',
    { perMinute: COSTLY.import, access: DRAWERS, audit: ['review_audit.drawn'] },
    async (context) => await drawAudit(context, context.actor, context.body),
  );

  router.read(
    'GET /review-audits/:id/sheets',
    { access: READERS },
    async ({ db, actor, params, query }) => await auditSheets(db, actor, params.id, query),
  );

  router.longWrite(
    'GET /review-audits/:id/sheets.csv',
    {
      perMinute: COSTLY.export,
      access: READERS,
      audit: ['review_audit.exported'],
      reason: 'notes who exports in a transaction of its own and then sends a stream that may take minutes',
    },
    async ({ db, actor, params, query: { of }, reply, transact }) => {
      const { row, content } = await auditFile(db, actor, params.id, of);
      await transact(async (write) => {
        await write.audit({ event: 'review_audit.exported', resourceId: row.id, areaId: null, next: { of } });
      });
      const name = `review-audit-${row.number}-${of}.csv`;
      reply.header('content-disposition', `attachment; filename="${name}"`).type('text/csv; charset=utf-8');
      return await reply.send(content);
    },
  );

  router.write(
    'POST /review-audits/:id/extend',
    { perMinute: COSTLY.import, access: DRAWERS, audit: ['review_audit.extended'] },
    async (context) => await extendAudit(context, context.actor, context.params.id, context.body),
  );

  router.write(
    'POST /review-audits/:id/close',
    { access: DRAWERS, audit: ['review_audit.closed'] },
    async (context) => await endAudit(context, context.actor, context.params.id, context.body),
  );
}
