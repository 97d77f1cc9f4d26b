import type { ElectionId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { areaRange, type LocationId, locationType } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { staleWhileRevalidate } from '../../platform/runtime/stale-while-revalidate.ts';
import { notSender, TAKER, WARD_DECIDES } from './queries.ts';

/** How many results wait, and how many of them for the reader. */
export interface Waiting {
  waiting: number;
  decidable: number;
}

/** Results of the area that wait for a decision, and those of them that the reader may decide on now. */
async function countWaiting(
  db: Db,
  actor: Pick<Actor, 'userId' | 'role' | 'device'>,
  { electionId, source, area }: { electionId: ElectionId; source: Source; area: LocationId },
): Promise<Waiting> {
  const { first, last } = areaRange(area);
  const isWard = actor.role === 'ward_admin';
  const { rows } = await sql<Waiting>`/* results.waiting */ select count(*) as waiting,
      count(*) filter (where (${actor.device}::text is null or encode(v.device, 'hex') is distinct from ${actor.device}::text) and ${notSender(sql`${actor.userId}::uuid`)}
        and coalesce((${TAKER}) = ${actor.userId}::uuid, ${isWard}::boolean or not ${WARD_DECIDES})) as decidable
    from results r join elections e on e.id = r.election_id and e.status <> 'archived'
    join locations u on u.id = r.polling_unit_id
    join result_versions v on v.result_id = r.id and v.version = r.version
    where r.election_id = ${electionId} and r.source = ${source} and r.status = 'pending'
      and r.polling_unit_id between ${first}::bigint and ${last}::bigint`.execute(db);
  return rows[0] ?? { waiting: 0, decidable: 0 };
}

/** How many results of an area wait, and how many of them for the reader. */
export type WaitingCounts = (
  db: Db,
  actor: Actor,
  of: { electionId: ElectionId; source: Source; area: LocationId },
) => Promise<Waiting>;

/** Counted at once in a state, which has some thousand units; of a zone and the nation the known count is answered while it is renewed. */
export function createWaitingCounts(): WaitingCounts {
  const wide = staleWhileRevalidate<Waiting>({ renewMs: 10_000, serveMs: 60_000, most: 1000 });
  return async (db, actor, { electionId, source, area }) => {
    const count = () => countWaiting(db, actor, { electionId, source, area });
    const type = locationType(area);
    if (type !== 'national' && type !== 'region') return await count();
    return await wide.get(JSON.stringify([actor.userId, actor.role, actor.device, electionId, source, area]), count);
  };
}
