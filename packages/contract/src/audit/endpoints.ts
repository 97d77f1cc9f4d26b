import * as z from 'zod/mini';
import type { Endpoints } from '../base/endpoint.ts';
import {
  AuditEntryDetail,
  AuditLogFilters,
  AuditLogList,
  AuditLogQuery,
  AuditVerification,
  AuditVerifyQuery,
} from './schemas.ts';

const WithId = z.object({ id: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)) });

export const AUDIT_ENDPOINTS = {
  'GET /audit-logs': {
    summary: 'Entries of the audit log, newest first, by place in the chain',
    query: AuditLogQuery,
    answer: AuditLogList,
  },
  'GET /audit-logs/export.csv': {
    summary: 'What is filtered, oldest first, as CSV that can be verified without the server',
    query: AuditLogFilters,
  },
  'GET /audit-logs/verify': {
    summary: 'Whether a part of the chain is as it was written',
    query: AuditVerifyQuery,
    answer: AuditVerification,
  },
  'GET /audit-logs/:id': {
    summary: 'An entry with its values and its link of the chain',
    params: WithId,
    answer: AuditEntryDetail,
  },
} satisfies Endpoints;
