import { DisputeId } from '@ec/contract/base/common';
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
} from '@ec/contract/disputes/schemas';
import { RESULT_DECIDING } from '@ec/contract/permissions/privileges';
import * as z from 'zod/mini';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { assign, assignees } from './assign-service.ts';
import { disputeList } from './list-service.ts';
import { comment, detailOf, raise, resolve } from './service.ts';

const READERS = { module: 'disputes' } as const;
const WRITERS = { module: 'disputes', level: 'write', privilege: 'canManageDisputes' } as const;
const RAISERS = { ...WRITERS, privilege: RESULT_DECIDING } as const;
const WithId = z.object({ id: DisputeId });

export function disputeRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/disputes',
      summary: 'Disputes of the area, newest first',
      access: READERS,
      query: DisputeListQuery,
      answer: DisputeList,
    },
    async (context) => await disputeList(context, context.actor, context.query),
  );

  router.write(
    {
      method: 'POST',
      path: '/disputes',
      summary: 'Dispute a result',
      perMinute: COSTLY.dispute,
      access: RAISERS,
      audit: ['result.disputed'],
      body: RaiseDisputeRequest,
      answer: DisputeDetail,
      status: 201,
    },
    async (context) => await raise(context, context.actor, context.body),
  );

  router.read(
    {
      method: 'GET',
      path: '/disputes/:id',
      summary: 'One dispute with its course and the figures in dispute',
      access: READERS,
      params: WithId,
      answer: DisputeDetail,
    },
    async (context) => await detailOf(context.db, context, context.params.id),
  );

  router.write(
    {
      method: 'POST',
      path: '/disputes/:id/comments',
      summary: 'Comment on an open dispute',
      perMinute: COSTLY.comment,
      access: WRITERS,
      audit: ['dispute.commented'],
      params: WithId,
      body: DisputeCommentRequest,
      answer: DisputeDetail,
    },
    async (context) => await comment(context, context.actor, context.params.id, context.body),
  );

  router.read(
    {
      method: 'GET',
      path: '/disputes/:id/assignees',
      summary: 'Whom the dispute could be given to',
      access: WRITERS,
      params: WithId,
      query: AssigneesQuery,
      answer: Assignees,
    },
    async (context) => await assignees(context, context.actor, context.params.id, context.query.q),
  );

  router.write(
    {
      method: 'POST',
      path: '/disputes/:id/assign',
      summary: 'Give an open dispute to somebody, or take it back',
      perMinute: COSTLY.comment,
      access: WRITERS,
      audit: ['dispute.assigned'],
      params: WithId,
      body: AssignDisputeRequest,
      answer: DisputeDetail,
    },
    async (context) => await assign(context, context.actor, context.params.id, context.body),
  );

  router.write(
    {
      method: 'POST',
      path: '/disputes/:id/resolve',
      summary: 'Resolve a dispute: verify, return or cancel its result',
      access: WRITERS,
      audit: ['result.verified', 'result.returned', 'result.cancelled'],
      params: WithId,
      body: ResolveDisputeRequest,
      answer: DisputeDetail,
    },
    async (context) => await resolve(context, context.actor, context.params.id, context.body),
  );
}
