import type { ContestDayId } from '@ec/contract/base/common';
import type { ContestDay } from '@ec/contract/contest-days/schemas';
import { ELECTION_EDITORS } from '@ec/contract/elections/schemas';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { pageOf } from '../../platform/http/requests.ts';
import type { Router } from '../../platform/http/router.ts';
import { listContestDays } from './queries.ts';
import { changeContestDay, createContestDay, removeContestDay, toContestDay } from './service.ts';

const EDITORS = {
  roles: ELECTION_EDITORS,
  module: 'election_management',
  level: 'write',
  privilege: 'canManageElections',
} as const;

async function answer({ db }: ReadContext, actor: Actor, id: ContestDayId): Promise<ContestDay> {
  const { rows } = await listContestDays(db, { areas: areasOf(actor), id }, { limit: 1, offset: 0 });
  const [day] = rows;
  if (!day) throw new AppError('CONTEST_DAY_NOT_FOUND');
  return toContestDay(actor, day);
}

export function contestDayRoutes(router: Router): void {
  router.read('GET /contest-days', { access: { roles: 'any' } }, async ({ db, actor, query }) => {
    const { rows, total } = await listContestDays(db, { areas: areasOf(actor), q: query.q }, pageOf(query, 50));
    return { contestDays: rows.map((row) => toContestDay(actor, row)), total };
  });

  router.write('POST /contest-days', { access: EDITORS, audit: ['contest_day.created'] }, async (context) => {
    const id = await createContestDay(context, context.actor, context.body);
    return await answer(context, context.actor, id);
  });

  router.write('PUT /contest-days/:id', { access: EDITORS, audit: ['contest_day.updated'] }, async (context) => {
    await changeContestDay(context, context.actor, context.params.id, context.body);
    return await answer(context, context.actor, context.params.id);
  });

  router.write('DELETE /contest-days/:id', { access: EDITORS, audit: ['contest_day.deleted'] }, async (context) => {
    await removeContestDay(context, context.actor, context.params.id);
    return { id: context.params.id };
  });
}
