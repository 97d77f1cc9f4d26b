import type { ResultId } from '@ec/contract/base/common';
import { RESULT_DECIDING } from '@ec/contract/permissions/privileges';
import type { ResultDetail } from '@ec/contract/results/schemas';
import { IdempotencyKey } from '@ec/contract/results/schemas';
import { ADMIN_ROLES, OFFICER_ROLES, TAKEOVER_ROLES } from '@ec/contract/permissions/roles';
import { areasOf, boundedArea } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { areaFromReference, pageOf } from '../../platform/http/requests.ts';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { toDetail, toResults } from './answers.ts';
import { decideResult } from './decision-service.ts';
import { resultTasks, submissionDesk } from './desk-service.ts';
import { askOriginal } from './photo-service.ts';
import { findResult, listResults } from './queries.ts';
import type { Reader } from './refusal-answers.ts';
import { reviewList } from './review-service.ts';
import { type Decision, moveOf } from './decision-rules.ts';
import { askTakeover, takeOver } from './takeover-service.ts';
import { SUBMISSION_SHARING, submitResult } from './submit-service.ts';
import type { WaitingCounts } from './waiting-queries.ts';
import { sourceOf } from '../elections/rules.ts';
import type { DisputeHooks } from './dispute-hooks.ts';

const OFFICERS = { roles: OFFICER_ROLES, electionMode: true } as const;
const REVIEWERS = { roles: ADMIN_ROLES, module: 'disputes' } as const;
const DECIDERS = { ...REVIEWERS, level: 'write', privilege: RESULT_DECIDING } as const;
const TAKERS = { ...REVIEWERS, roles: TAKEOVER_ROLES, level: 'write', privilege: 'canManageResults' } as const;
const READERS = { module: 'disputes' } as const;
const DISPUTERS = { module: 'disputes', level: 'write', privilege: RESULT_DECIDING } as const;

export function resultRoutes(router: Router, disputes: DisputeHooks, waitingCounts: WaitingCounts): void {
  router.read(
    'GET /results/desk',
    { access: OFFICERS },
    async (context) => await submissionDesk(context, context.actor),
  );

  router.read('GET /results/tasks', { access: OFFICERS }, async (context) => await resultTasks(context, context.actor));

  router.shared(
    'POST /results',
    {
      access: OFFICERS,
      audit: ['result.submitted'],
      unlimited:
        'each entry is a version of the result of the one unit that the officer has: the fourth and later ones wait for each other; a repeated one leaves none',
      ...SUBMISSION_SHARING,
    },
    async (call) => {
      const key = IdempotencyKey.safeParse(call.request.headers['idempotency-key']);
      const { receipt, repeated } = await submitResult({ ...call, request: call.body, idempotencyKey: key.data });
      call.reply.code(repeated ? 200 : 201);
      return receipt;
    },
  );

  router.read('GET /results', { access: READERS }, async ({ db, actor, query }) => {
    const asked = areaFromReference(query.area);
    const areas = asked === undefined ? areasOf(actor) : [boundedArea(actor, asked)];
    const { rows, total } = await listResults(db, { ...query, areas, ...pageOf(query, 50) });
    return { results: await toResults(db, actor, rows), total };
  });

  router.read(
    'GET /results/review',
    { access: REVIEWERS },
    async (context) => await reviewList(context, context.actor, context.query, waitingCounts),
  );

  router.read(
    'GET /results/:id',
    { access: { roles: [...ADMIN_ROLES, ...OFFICER_ROLES, 'moderator'] } },
    async ({ db, actor, params, organisation, now }) => {
      // A moderator comes to a result through disputes alone.
      if (actor.role === 'moderator' && actor.levels.disputes === 'none')
        throw new AppError('MODULE_DENIED', { module: 'disputes' });
      const row = await findResult(db, areasOf(actor), params.id);
      // An officer sees their own count alone, so that neither source can be fitted to the other.
      const source = sourceOf(actor.role);
      if (!row || (source && source !== row.source)) throw new AppError('NOT_FOUND');
      return await toDetail(db, { actor, organisation, now }, row);
    },
  );

  router.write(
    'POST /results/:id/dispute',
    { perMinute: COSTLY.dispute, access: DISPUTERS, audit: ['result.disputed'] },
    async (context) => {
      const { actor, params, body } = context;
      await decideResult({ ...context, disputes }, actor, params.id, 'dispute', body);
      return await decided(context, waitingCounts);
    },
  );

  router.write(
    'POST /results/:id/ask-original',
    { access: DECIDERS, audit: ['result.original_asked'] },
    async (context) => {
      const { actor, params, body } = context;
      await askOriginal(context, actor, params.id, body.version);
      return await decided(context, waitingCounts);
    },
  );

  router.write('POST /results/:id/take-over', { access: TAKERS, audit: ['result.taken_over'] }, async (context) => {
    const { actor, params, body } = context;
    await takeOver(context, actor, params.id, body);
    return await decided(context, waitingCounts);
  });

  router.write(
    'POST /results/:id/ask-takeover',
    { access: OFFICERS, audit: ['result.takeover_asked'] },
    async (context) => {
      const { actor, params, body } = context;
      await askTakeover(context, actor, params.id, body.version);
      return await decided(context, waitingCounts);
    },
  );

  decisionRoute(router, disputes, waitingCounts, 'verify');
  decisionRoute(router, disputes, waitingCounts, 'return');
  decisionRoute(router, disputes, waitingCounts, 'cancel');
}

async function decided(
  context: Reader & WriteContext & { params: { id: ResultId } },
  waitingCounts: WaitingCounts,
): Promise<ResultDetail> {
  const { tx, actor, organisation, now, params } = context;
  const row = await findResult(tx, areasOf(actor), params.id);
  if (!row) throw new AppError('NOT_FOUND');
  context.afterCommit(() => waitingCounts.noteDecision(actor, row.pollingUnitId));
  return await toDetail(tx, { actor, organisation, now }, row);
}

function decisionRoute(
  router: Router,
  disputes: DisputeHooks,
  waitingCounts: WaitingCounts,
  decision: Exclude<Decision, 'dispute'>,
): void {
  const { done } = moveOf(decision);
  router.write(
    `POST /results/:id/${decision}`,
    { access: DECIDERS, audit: [`result.${done}` as 'result.verified'] },
    async (context) => {
      const { actor, params, body: input } = context;
      const reason = input.reason ?? ('comment' in input ? input.comment : undefined);
      if (decision !== 'verify' && !reason)
        throw new AppError('VALIDATION_FAILED').at({ path: 'reason', message: 'Give a reason' });
      await decideResult({ ...context, disputes }, actor, params.id, decision, { reason, version: input.version });
      return await decided(context, waitingCounts);
    },
  );
}
