import { NATIONAL_ROLES } from '@ec/contract/permissions/roles';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { exportEntries } from './export-service.ts';
import { entryDetail, listEntries } from './service.ts';
import { verifyChain } from './verify-service.ts';

const READERS = { roles: NATIONAL_ROLES, module: 'audit_logs', privilege: 'canAccessAuditLogs' } as const;

/** What everybody did, from the first entry of the chain to the newest. */
export function auditRoutes(router: Router): void {
  router.read(
    'GET /audit-logs',
    { perMinute: COSTLY.search, access: READERS, mayLag: true },
    async (context) => await listEntries(context, context.actor, context.query),
  );
  router.longWrite(
    'GET /audit-logs/export.csv',
    {
      perMinute: COSTLY.export,
      access: READERS,
      audit: ['audit.exported'],
      reason: 'notes who exports in a transaction of its own and then sends a stream that may take minutes',
    },
    async (context) => {
      const { reply, query } = context;
      const { content, head, end, warnings } = await exportEntries(context, query);
      // Only the requester of the file may see it.
      const state = warnings.length > 0 ? '-not-whole' : '';
      reply.header('content-disposition', `attachment; filename="audit-logs-to-${end}${state}.csv"`);
      if (warnings.length > 0) reply.header('x-audit-warning', warnings.join(' '));
      reply.headers({ 'x-audit-position': String(head.position), 'x-audit-head': head.hash });
      reply.type('text/csv; charset=utf-8');
      return content;
    },
  );
  router.read(
    'GET /audit-logs/verify',
    { perMinute: COSTLY.verify, access: READERS },
    async ({ db, actor, query }) => await verifyChain(db, actor, query),
  );
  router.read(
    'GET /audit-logs/:id',
    { access: READERS },
    async ({ db, actor, params }) => await entryDetail(db, actor, params.id),
  );
}
