import type { CollationDetail, CollationId } from '@ec/contract/collations/schemas';
import { IdempotencyKey } from '@ec/contract/results/schemas';
import { RESULT_DECIDING } from '@ec/contract/permissions/privileges';
import { ADMIN_ROLES, COLLATION_ROLES } from '@ec/contract/permissions/roles';
import type { Db } from '../../platform/database/database.ts';
import { loadNames } from '../../platform/database/places.ts';
import { type Actor, areasOf, requireInside } from '../../platform/http/actor.ts';
import { AppError } from '../../platform/http/errors.ts';
import { areaFromReference, pageOf } from '../../platform/http/requests.ts';
import { LARGE_BODY } from '../../platform/http/input/json-body.ts';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { agentList, assignAgent, endAgent } from './agents-service.ts';
import { toCollation, toDetail } from './answers.ts';
import { compareCollation, raiseDifferences } from './compare-service.ts';
import { acknowledgeCollation, decideCollation, requireCollation, requireInsideCollation } from './decision-service.ts';
import { blankForm, collationDesk } from './desk-service.ts';
import { enterCollation } from './enter-service.ts';
import { exportForm, exportGains } from './exports/export-service.ts';
import type { RenderFile } from './exports/exported-file.ts';
import { collationGains } from './gains-service.ts';
import { collationGap, createGaps } from './gap-service.ts';
import { addPages } from './pages-service.ts';
import { collationProgress } from './progress-service.ts';
import { publishedImportRoutes } from './published-import/import-routes.ts';
import { enterPublished, publishedSheet } from './published-service.ts';
import { findCollation, listCentresOf, listCollations } from './queries.ts';
import { DECIDERS } from './rules.ts';

const ENTERERS = { roles: COLLATION_ROLES } as const;
const SENDERS = { ...ENTERERS, privilege: RESULT_DECIDING } as const;
const READERS = { module: 'disputes' } as const;
const DISPUTERS = { module: 'disputes', level: 'write', privilege: RESULT_DECIDING } as const;

async function detailOf(db: Db, actor: Actor, id: CollationId): Promise<CollationDetail> {
  const record = await findCollation(db, id);
  if (!record) throw new AppError('NOT_FOUND');
  return await toDetail(db, actor, record);
}

export function collationRoutes(router: Router, render: RenderFile): void {
  const gaps = createGaps();
  router.read('GET /collations/desk', { access: ENTERERS }, async ({ db, actor }) => await collationDesk(db, actor));

  router.read(
    'GET /collations/blank',
    { access: ENTERERS },
    async ({ db, actor, query }) => await blankForm(db, actor, query),
  );

  router.write(
    'POST /collations',
    {
      access: SENDERS,
      audit: ['collation.entered', 'alert.raised'],
      bodyLimit: LARGE_BODY,
      retryOn: ['collation_versions_one_per_key'],
    },
    async (context) => {
      const key = IdempotencyKey.safeParse(context.request.headers['idempotency-key']);
      const { receipt, repeated } = await enterCollation(context, context.actor, context.body, key.data);
      if (!repeated) await raiseDifferences(context, receipt.id);
      context.reply.code(repeated ? 200 : 201);
      return receipt;
    },
  );

  router.read('GET /collations', { access: READERS }, async ({ db, actor, query }) => {
    const { area, electionId, status, source, level, outOfDate } = query;
    const asked = areaFromReference(area);
    if (asked !== undefined) requireInside(actor, asked);
    const areas = asked === undefined ? areasOf(actor) : [asked];
    const [{ rows, total }, centres] = await Promise.all([
      listCollations(db, { areas, electionId, status, source, level, outOfDate, q: query.q, ...pageOf(query, 50) }),
      listCentresOf(db, actor.userId),
    ]);
    const names = await loadNames(
      db,
      rows.map(({ areaId }) => areaId),
    );
    const isAgent = (row: (typeof rows)[number]) =>
      centres.some((centre) => centre.electionId === row.electionId && centre.areaId === row.areaId);
    return { collations: rows.map((row) => toCollation(actor, row, names, isAgent(row))), total };
  });

  router.read('GET /collations/published', { access: READERS }, async ({ db, actor, query }) =>
    publishedSheet(db, actor, query),
  );
  router.write(
    'PUT /collations/published',
    { access: DECIDERS, audit: ['collation.published_entered'] },
    async (context) => await enterPublished(context, context.actor, context.body),
  );

  publishedImportRoutes(router, DECIDERS, READERS);

  router.read(
    'GET /collations/agents',
    { access: { roles: ADMIN_ROLES, module: 'disputes' } },
    async ({ db, actor, query }) => await agentList(db, actor, query),
  );
  router.write(
    'PUT /collations/agents',
    { access: DECIDERS, audit: ['collation_agent.assigned'] },
    async (context) => await assignAgent(context, context.actor, context.body),
  );
  router.write(
    'DELETE /collations/agents/:id',
    { access: DECIDERS, audit: ['collation_agent.ended'] },
    async (context) => {
      await endAgent(context, context.actor, context.params.id);
      return {};
    },
  );

  router.read(
    'GET /collations/gap',
    { access: READERS },
    async (context) => await collationGap(context, context.actor, context.query, gaps),
  );

  router.read(
    'GET /collations/gains',
    { perMinute: COSTLY.verify, access: READERS },
    async (context) => await collationGains(context, context.actor, context.query, gaps),
  );

  router.longWrite(
    'GET /collations/gains/export',
    {
      perMinute: COSTLY.export,
      access: READERS,
      audit: ['collation.gains_exported'],
      reason: 'notes who exports in a transaction of its own, and sends the file after it',
    },
    async (context) => {
      const { content, type, name } = await exportGains(context, context.query, render);
      const headers = { 'content-disposition': `attachment; filename="${name}"` };
      return await context.reply.headers(headers).type(type).send(content);
    },
  );

  router.read(
    'GET /collations/progress',
    { access: READERS },
    async ({ db, actor, query, now }) => await collationProgress(db, actor, query, now),
  );

  router.read('GET /collations/:id/comparison', { access: READERS }, async ({ db, actor, params }) =>
    compareCollation(db, await requireInsideCollation(db, actor, params.id)),
  );

  router.longWrite(
    'GET /collations/:id/export',
    {
      perMinute: COSTLY.export,
      access: READERS,
      audit: ['collation.exported'],
      reason: 'notes who exports in a transaction of its own, and sends the file after it',
    },
    async (context) => {
      const { params, query } = context;
      const { content, type, name } = await exportForm(context, params.id, query.format, render);
      const headers = { 'content-disposition': `attachment; filename="${name}"` };
      return await context.reply.headers(headers).type(type).send(content);
    },
  );

  router.read('GET /collations/:id', { access: ENTERERS }, async ({ db, actor, params }) =>
    toDetail(db, actor, await requireCollation(db, actor, params.id)),
  );

  router.write('POST /collations/:id/pages', { access: SENDERS, audit: ['collation.pages_added'] }, async (context) => {
    const { actor, params, body, tx } = context;
    await addPages(context, actor, params.id, body);
    return await detailOf(tx, actor, params.id);
  });

  router.write('POST /collations/:id/verify', { access: DECIDERS, audit: ['collation.verified'] }, async (context) => {
    const { actor, params, body, tx } = context;
    await decideCollation(context, actor, params.id, 'verify', { version: body.version, reason: body.comment });
    return await detailOf(tx, actor, params.id);
  });
  router.write('POST /collations/:id/return', { access: DECIDERS, audit: ['collation.returned'] }, async (context) => {
    const { actor, params, body, tx } = context;
    await decideCollation(context, actor, params.id, 'return', body);
    return await detailOf(tx, actor, params.id);
  });
  router.write(
    'POST /collations/:id/dispute',
    { perMinute: COSTLY.dispute, access: DISPUTERS, audit: ['collation.disputed'] },
    async (context) => {
      const { actor, params, body, tx } = context;
      await decideCollation(context, actor, params.id, 'dispute', body);
      return await detailOf(tx, actor, params.id);
    },
  );
  router.write(
    'POST /collations/:id/acknowledge',
    { access: DECIDERS, audit: ['collation.acknowledged'] },
    async (context) => {
      const { actor, params, body, tx } = context;
      await acknowledgeCollation(context, actor, params.id, body);
      return await detailOf(tx, actor, params.id);
    },
  );
}
