import { AuditEntryDetail, AuditLogList, AuditLogQuery } from '@ec/contract/audit-log';
import { NATIONAL_ROLES } from '@ec/contract/roles';
import * as z from 'zod/mini';
import type { Router } from '../../platform/router.ts';
import { entryDetail, listEntries } from './service.ts';

const READERS = { roles: NATIONAL_ROLES, module: 'audit_logs', privilege: 'canAccessAuditLogs' } as const;
const WithId = z.object({ id: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)) });

/** What everybody did, from the first entry of the chain to the newest. */
export function auditRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/audit-logs',
      summary: 'Entries of the audit log, newest first, by place in the chain',
      access: READERS,
      query: AuditLogQuery,
      answer: AuditLogList,
    },
    async (context) => await listEntries(context, context.actor, context.query),
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
