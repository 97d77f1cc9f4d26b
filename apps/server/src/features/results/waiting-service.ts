import { locationType } from '@ec/contract/geography/location-id';
import { staleWhileRevalidate } from '../../platform/runtime/stale-while-revalidate.ts';
import { unexplainedAmong } from '../unusual/gate-service.ts';
import { countWaiting, type Waiting, type WaitingCounts } from './waiting-queries.ts';

/** What waits for an explanation is taken out of what the reader may decide on now. */
const count: WaitingCounts = async (db, actor, of) => {
  const { waiting, decidable, gated } = await countWaiting(db, actor, of);
  const { size } = await unexplainedAmong(db, of, gated);
  return { waiting, decidable: decidable - size, unexplained: size };
};

/** Counted at once in a state, which has some thousand units; of a zone and the nation the known count is answered while it is renewed. */
export function createWaitingCounts(): WaitingCounts {
  const wide = staleWhileRevalidate<Waiting>({ renewMs: 10_000, serveMs: 60_000, most: 1000 });
  return async (db, actor, of) => {
    const { electionId, source, area } = of;
    const type = locationType(area);
    if (type !== 'national' && type !== 'region') return await count(db, actor, of);
    const question = JSON.stringify([actor.userId, actor.role, actor.device, electionId, source, area]);
    return await wide.get(question, () => count(db, actor, of));
  };
}
