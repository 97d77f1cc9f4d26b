import {
  AuditEntryDetail,
  AuditLogFilters,
  AuditLogList,
  AuditLogQuery,
  AuditVerification,
  AuditVerifyQuery,
} from '@ec/contract/audit/schemas';
import { NATIONAL_ROLES } from '@ec/contract/permissions/roles';
import * as z from 'zod/mini';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { exportEntries } from './export-service.ts';
import { entryDetail, listEntries } from './service.ts';
import { verifyChain } from './verify-service.ts';

const READERS = { roles: NATIONAL_ROLES, module: 'audit_logs', privilege: 'canAccessAuditLogs' } as const;
const WithId = z.object({ id: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)) });

/** What everybody did, from the first entry of the chain to the newest. */
export function auditRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/audit-logs',
      summary: 'Entries of the audit log, newest first, by place in the chain',
      perMinute: COSTLY.search,
      access: READERS,
      query: AuditLogQuery,
      answer: AuditLogList,
    },
    async (context) => await listEntries(context, context.actor, context.query),
  );
  router.longWrite(
    {
      method: 'GET',
      path: '/audit-logs/export.csv',
      summary: 'What is filtered, oldest first, as CSV that can be verified without the server',
      perMinute: COSTLY.export,
      access: READERS,
      query: AuditLogFilters,
      audit: ['audit.exported'],
      reason: 'notes who exports in a transaction of its own and then sends a stream that may take minutes',
    },
    async (context) => {
      const { reply, query } = context;
      const { content, head, end, warnings } = await exportEntries(context, query);
      // Who gets the file alone is to see it too.
      const state = warnings.length > 0 ? '-not-whole' : '';
      reply.header('content-disposition', `attachment; filename="audit-logs-to-${end}${state}.csv"`);
      if (warnings.length > 0) reply.header('x-audit-warning', warnings.join(' '));
      reply.headers({ 'x-audit-position': String(head.position), 'x-audit-head': head.hash });
      reply.type('text/csv; charset=utf-8');
      return content;
    },
  );
  router.read(
    {
      method: 'GET',
      path: '/audit-logs/verify',
      summary: 'Whether a part of the chain is as it was written',
      perMinute: COSTLY.verify,
      access: READERS,
      query: AuditVerifyQuery,
      answer: AuditVerification,
    },
    async ({ db, actor, query }) => await verifyChain(db, actor, query),
  );
  router.read(
    {
      method: 'GET',
      path: '/audit-logs/:id',
      summary: 'An entry with its values and its link of the chain',
      access: READERS,
      params: WithId,
      answer: AuditEntryDetail,
    },
    async ({ db, actor, params }) => await entryDetail(db, actor, params.id),
  );
}
