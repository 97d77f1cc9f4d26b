import type { DisputeList, DisputeListQuery } from '@ec/contract/disputes/schemas';
import { atLeast } from '@ec/contract/permissions/levels';
import { ADMIN_ROLES, type Role } from '@ec/contract/permissions/roles';
import { type Actor, areasOf, boundedArea } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { areaFromReference, pageOf } from '../../platform/http/requests.ts';
import { toDisputes } from './disputes-answers.ts';
import { listDisputes } from './queries.ts';
import { raisersBelow } from './rules.ts';

const PAGE = 20;
const SORTS = ['updatedAt', 'raisedAt'] as const;

/** The roles whose disputes the user can resolve. */
function raisersOf(actor: Actor): Role[] {
  const admin = (ADMIN_ROLES as readonly Role[]).includes(actor.role) && atLeast(actor.levels.disputes, 'write');
  return admin ? raisersBelow(actor.role) : [];
}

/** One page of the disputes whose units are in the user's areas. */
export async function disputeList({ db }: ReadContext, actor: Actor, query: DisputeListQuery): Promise<DisputeList> {
  const asked = areaFromReference(query.area);
  const areas = asked === undefined ? areasOf(actor) : [boundedArea(actor, asked)];
  const sort = SORTS.find((known) => known === (query.sort ?? 'updatedAt'));
  if (!sort) throw new AppError('VALIDATION_FAILED').at({ path: 'sort', message: 'The list cannot be sorted so' });
  const { electionId, source, status, whose, q } = query;
  const reader = { userId: actor.userId, device: actor.device, raisers: raisersOf(actor) };
  const { rows, counts } = await listDisputes(
    db,
    { areas, electionId, source, status, whose, q, reader },
    { sort, ...pageOf(query, PAGE) },
  );
  return {
    disputes: await toDisputes(db, actor, rows),
    total: status ? counts[status] : counts.open + counts.resolved,
    counts,
  };
}
