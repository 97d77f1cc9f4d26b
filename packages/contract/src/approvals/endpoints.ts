import * as z from 'zod/mini';
import type { Endpoints } from '../base/endpoint.ts';
import {
  AnswerInfoRequest,
  ApprovalDetail,
  ApprovalId,
  ApprovalList,
  ApprovalListQuery,
  ApprovalStatistics,
  ApprovalStatisticsQuery,
  AuditTrail,
  AuditTrailQuery,
  BulkDecisionRequest,
  BulkOutcome,
  CreateApprovalRequest,
  DecisionRequest,
  RequestInfoRequest,
} from './schemas.ts';

const WithId = z.object({ id: ApprovalId });

const approved = {
  summary: 'Approve a request: the change is made immediately',
  params: WithId,
  body: DecisionRequest,
  answer: ApprovalDetail,
};
const rejected = {
  summary: 'Reject a request with a reason',
  params: WithId,
  body: DecisionRequest,
  answer: ApprovalDetail,
};

export const APPROVAL_ENDPOINTS = {
  'GET /approvals': {
    summary: 'Requests that the person sees: their own, and those raised below them in their area',
    query: ApprovalListQuery,
    answer: ApprovalList,
  },
  'GET /approvals/statistics': {
    summary:
      'How many requests are pending, approved and rejected, how long decisions took, and what waits for the reader',
    query: ApprovalStatisticsQuery,
    answer: ApprovalStatistics,
  },
  'GET /approvals/audit-trail': {
    summary: 'Decided requests, the latest first',
    query: AuditTrailQuery,
    answer: AuditTrail,
  },
  'GET /approvals/:id': {
    summary: 'One request with its course',
    params: WithId,
    answer: ApprovalDetail,
  },
  'PATCH /approvals/:id/approve': approved,
  'PATCH /approvals/:id/reject': rejected,
  'POST /approvals/:id/approve': approved,
  'POST /approvals/:id/reject': rejected,
  'POST /approvals/bulk-approve': {
    summary: 'Approve several requests; each that cannot be is named with the reason',
    body: BulkDecisionRequest,
    answer: BulkOutcome,
  },
  'POST /approvals/bulk-reject': {
    summary: 'Reject several requests; each that cannot be is named with the reason',
    body: BulkDecisionRequest,
    answer: BulkOutcome,
  },
  'POST /approvals': {
    summary: 'Raise a request to register, change, deactivate or delete a user',
    body: CreateApprovalRequest,
    answer: ApprovalDetail,
    status: 201,
  },
  'POST /approvals/:id/request-info': {
    summary: 'Ask the requester for more information',
    params: WithId,
    body: RequestInfoRequest,
    answer: ApprovalDetail,
  },
  'POST /approvals/:id/answer': {
    summary: 'Give the information that was requested',
    params: WithId,
    body: AnswerInfoRequest,
    answer: ApprovalDetail,
  },
  'POST /approvals/:id/cancel': {
    summary: 'Withdraw an own request',
    params: WithId,
    answer: ApprovalDetail,
  },
} satisfies Endpoints;
