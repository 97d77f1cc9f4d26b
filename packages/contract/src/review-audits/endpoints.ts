import * as z from 'zod/mini';
import type { Endpoints } from '../base/endpoint.ts';
import {
  AuditFileQuery,
  AuditSheetList,
  AuditSheetQuery,
  CloseRequest,
  DrawRequest,
  ExtendRequest,
  ReviewAudit,
  ReviewAuditId,
  ReviewAuditList,
  ReviewAuditQuery,
} from './schemas.ts';

const params = z.object({ id: ReviewAuditId });

export const REVIEW_AUDIT_ENDPOINTS = {
  'GET /review-audits': {
    summary: 'The review audits of an election, with what each found',
    query: ReviewAuditQuery,
    answer: ReviewAuditList,
  },
  'POST /review-audits': {
    summary: 'Draw verified sheets by a seed, to be entered again blind',
    body: DrawRequest,
    answer: ReviewAudit,
    status: 201,
  },
  'GET /review-audits/:id/sheets': {
    summary: 'The drawn sheets, in the order of the draw',
    params,
    query: AuditSheetQuery,
    answer: AuditSheetList,
  },
  'GET /review-audits/:id/sheets.csv': {
    summary: 'The drawn sheets, or all that they were drawn from, as CSV',
    params,
    query: AuditFileQuery,
  },
  'POST /review-audits/:id/extend': {
    summary: 'Draw the next sheets of the same seed',
    params,
    body: ExtendRequest,
    answer: ReviewAudit,
  },
  'POST /review-audits/:id/close': {
    summary: 'End an audit; what it found stands from then on',
    params,
    body: CloseRequest,
    answer: ReviewAudit,
  },
} satisfies Endpoints;
