import * as z from 'zod/mini';
import { DisputeId } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import {
  AssignDisputeRequest,
  Assignees,
  AssigneesQuery,
  DisputeCommentRequest,
  DisputeDetail,
  DisputeList,
  DisputeListQuery,
  RaiseDisputeRequest,
  ResolveDisputeRequest,
} from './schemas.ts';

const WithId = z.object({ id: DisputeId });

export const DISPUTE_ENDPOINTS = {
  'GET /disputes': {
    summary: 'Disputes of the area, newest first',
    query: DisputeListQuery,
    answer: DisputeList,
  },
  'POST /disputes': {
    summary: 'Dispute a result',
    body: RaiseDisputeRequest,
    answer: DisputeDetail,
    status: 201,
  },
  'GET /disputes/:id': {
    summary: 'One dispute with its course and the figures in dispute',
    params: WithId,
    answer: DisputeDetail,
  },
  'POST /disputes/:id/comments': {
    summary: 'Comment on an open dispute',
    params: WithId,
    body: DisputeCommentRequest,
    answer: DisputeDetail,
  },
  'GET /disputes/:id/assignees': {
    summary: 'Whom the dispute could be given to',
    params: WithId,
    query: AssigneesQuery,
    answer: Assignees,
  },
  'POST /disputes/:id/assign': {
    summary: 'Assign an open dispute, or take it back',
    params: WithId,
    body: AssignDisputeRequest,
    answer: DisputeDetail,
  },
  'POST /disputes/:id/resolve': {
    summary: 'Resolve a dispute: verify, return or cancel its result',
    params: WithId,
    body: ResolveDisputeRequest,
    answer: DisputeDetail,
  },
} satisfies Endpoints;
