import type { ApprovalDetail, ApprovalId } from '@ec/contract/approvals/schemas';
import type { AuditEvent } from '@ec/contract/audit/events';
import { USER_REQUESTING } from '@ec/contract/permissions/privileges';
import { ADMIN_ROLES } from '@ec/contract/permissions/roles';
import type { Actor } from '../../platform/http/actor.ts';
import { AppError } from '../../platform/http/errors.ts';
import { WRITES } from '../../platform/http/limits/rate-limits.ts';
import { pageOf } from '../../platform/http/requests.ts';
import type { Router } from '../../platform/http/router.ts';
import { decidableOf, phoneFor, type Reading, toDetail, toRequests } from './answers.ts';
import { decide } from './decide.ts';
import { countRequests, findRequest, listDecided, listRequests, readerOf, waitingRequests } from './queries.ts';
import { REQUEST_RACES } from './requests.ts';
import { READERS, standingOf } from './rules.ts';
import { answerInfo, createRequest, decideAll, requestInfo, withdraw } from './service.ts';

const DECIDERS = { ...READERS, level: 'write', privilege: 'canManageApprovals' } as const;
/** Which of the privileges a request needs, its kind says; the service asks for that one. */
const REQUESTERS = {
  roles: ADMIN_ROLES,
  module: 'user_management',
  level: 'write',
  privilege: USER_REQUESTING,
} as const;
/** The trail says who decided on whom: it is for those who decide, and for those who read the audit log. */
const TRAIL_READERS = { ...READERS, privilege: ['canManageApprovals', 'canAccessAuditLogs'] } as const;
const PAGE = 20;

/** What a decision may leave in the audit log besides itself: what became of the person. */
const CONSEQUENCES = ['user.status_changed', 'user.updated', 'user.deleted'] as const satisfies readonly AuditEvent[];

async function detail(reading: Reading, actor: Actor, id: ApprovalId): Promise<ApprovalDetail> {
  const row = await findRequest(reading.db, readerOf(actor), id);
  if (!row) throw new AppError('NOT_FOUND');
  return await toDetail(reading, actor, row);
}

function readRoutes(router: Router): void {
  router.read('GET /approvals', { access: READERS }, async (context) => {
    const { db, actor, query } = context;
    if (query.decidable) {
      const rows = (await waitingRequests(db, readerOf(actor), query)).filter(
        (row) => standingOf(actor, decidableOf(row)) === 'decide',
      );
      const { limit, offset } = pageOf(query, PAGE);
      return { requests: await toRequests(context, actor, rows.slice(offset, offset + limit)), total: rows.length };
    }
    const { rows, total } = await listRequests(db, readerOf(actor), query, pageOf(query, PAGE));
    return { requests: await toRequests(context, actor, rows), total };
  });
  router.read('GET /approvals/statistics', { access: READERS }, async ({ db, actor, query }) => {
    const reader = readerOf(actor);
    const [counts, waiting] = await Promise.all([
      countRequests(db, reader, query.mine ?? false),
      waitingRequests(db, reader),
    ]);
    return {
      pendingRequests: counts.pending,
      approvedRequests: counts.approved,
      rejectedRequests: counts.rejected,
      averageApprovalTime: counts.averageHours,
      awaitingMe: waiting.filter((row) => standingOf(actor, decidableOf(row)) === 'decide').length,
      askedOfMe: counts.asked,
    };
  });
  router.read('GET /approvals/audit-trail', { access: TRAIL_READERS }, async ({ db, actor, query }) => {
    const { rows, total } = await listDecided(db, readerOf(actor), query, pageOf(query, PAGE));
    const auditTrail = rows.map((row) => ({
      id: row.id,
      type: row.type,
      status: row.status,
      user: { name: row.userData.name, phone: phoneFor(actor, row, row.userData) },
      reviewer: row.decidedBy && { name: row.decidedBy.name, role: row.decidedBy.role },
      reviewedAt: (row.decidedAt ?? row.createdAt).toISOString(),
    }));
    return { auditTrail, total };
  });
  router.read(
    'GET /approvals/:id',
    { access: READERS },
    async (context) => await detail(context, context.actor, context.params.id),
  );
}

function decisionRoutes(router: Router): void {
  for (const method of ['PATCH', 'POST'] as const) {
    router.write(
      `${method} /approvals/:id/approve`,
      { access: DECIDERS, audit: ['approval.approved', ...CONSEQUENCES], retryOn: REQUEST_RACES },
      async (write) => {
        const { actor, params, body } = write;
        await decide(write, actor, params.id, { approve: true, comment: body.comment || null });
        return await detail(write, actor, params.id);
      },
    );
    router.write(
      `${method} /approvals/:id/reject`,
      { access: DECIDERS, audit: ['approval.rejected', ...CONSEQUENCES] },
      async (write) => {
        const { actor, params, body } = write;
        await decide(write, actor, params.id, {
          approve: false,
          comment: body.rejectionReason || body.comment || null,
        });
        return await detail(write, actor, params.id);
      },
    );
  }
  for (const [call, approve] of [
    ['POST /approvals/bulk-approve', true],
    ['POST /approvals/bulk-reject', false],
  ] as const) {
    router.longWrite(
      call,
      {
        access: { ...DECIDERS, roles: ['super_admin', 'global_moderator', 'national_admin'] },
        audit: [approve ? 'approval.approved' : 'approval.rejected', ...CONSEQUENCES],
        reason: 'each request is decided in a transaction of its own, so that one refusal leaves the others done',
        retryOn: REQUEST_RACES,
      },
      async ({ transact, actor, body, request }) =>
        await decideAll(transact, actor, body, approve, (error) => request.log.error({ err: error }, 'bulk decision')),
    );
  }
}

function courseRoutes(router: Router): void {
  router.write(
    'POST /approvals',
    { perMinute: WRITES.people, access: REQUESTERS, audit: ['approval.requested'], retryOn: REQUEST_RACES },
    async (write) => await detail(write, write.actor, await createRequest(write, write.actor, write.body)),
  );
  router.write(
    'POST /approvals/:id/request-info',
    { access: DECIDERS, audit: ['approval.info_requested'] },
    async (write) => {
      await requestInfo(write, write.actor, write.params.id, write.body);
      return await detail(write, write.actor, write.params.id);
    },
  );
  router.write('POST /approvals/:id/answer', { access: REQUESTERS, audit: ['approval.answered'] }, async (write) => {
    await answerInfo(write, write.actor, write.params.id, write.body);
    return await detail(write, write.actor, write.params.id);
  });
  router.write(
    'POST /approvals/:id/cancel',
    { access: REQUESTERS, audit: ['approval.cancelled', ...CONSEQUENCES] },
    async (write) => {
      await withdraw(write, write.actor, write.params.id);
      return await detail(write, write.actor, write.params.id);
    },
  );
}

export function approvalRoutes(router: Router): void {
  readRoutes(router);
  decisionRoutes(router);
  courseRoutes(router);
}
