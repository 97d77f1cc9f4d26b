import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { findElectionRow } from './queries.ts';
import type { ElectionFields } from './repository.ts';
import { type Follower, followFault, isRunoffOf } from './rules.ts';

/**
 * Throws VALIDATION_FAILED where the election cannot follow the other one, and RUNOFF_PARTIES where it is a run-off without exactly two parties
 * of the other's ballot.
 */
export async function requireFollows(
  context: Pick<ReadContext, 'db'>,
  actor: Actor,
  follower: Follower,
  follows: ElectionFields['follows'],
): Promise<void> {
  if (!follows) return;
  const followed = await findElectionRow(context.db, follows.id, areasOf(actor));
  const message = followed ? followFault(follower, followed) : 'There is no such election in your area';
  if (message) throw new AppError('VALIDATION_FAILED').at({ path: 'follows', message });
  if (followed && follows.as === 'runoff' && !isRunoffOf(follower, followed))
    throw new AppError('RUNOFF_PARTIES', { election: followed.name }).atField('parties');
}
