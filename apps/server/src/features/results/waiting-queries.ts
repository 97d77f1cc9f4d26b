import type { ElectionId, ResultId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { areaRange, type LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { notSender, TAKER, WARD_DECIDES } from './queries.ts';

/** How many results wait, and how many of them for the reader. */
export interface Waiting {
  waiting: number;
  decidable: number;
  /** The reader decides on these once their markings have an explanation; they are not among `decidable`. */
  unexplained: number;
}

/** The same before explanations are looked at: `gated` are those of `decidable` that can need one. */
type Counted = Omit<Waiting, 'unexplained'> & { gated: { id: ResultId; pollingUnitId: LocationId }[] };

/** A check of the election can keep `r` from verification; what has more votes than voters is never verified. */
const GATED = sql`coalesce(s.explains, false) and not 'OVER_VOTING' = any (r.flags)`;

/** Results of the area that wait for a decision, and those of them that the reader may decide on now. */
export async function countWaiting(
  db: Db,
  actor: Pick<Actor, 'userId' | 'role' | 'device'>,
  { electionId, source, area }: { electionId: ElectionId; source: Source; area: LocationId },
): Promise<Counted> {
  const { first, last } = areaRange(area);
  const isWard = actor.role === 'ward_admin';
  const mine = sql`(${actor.device}::text is null or encode(v.device, 'hex') is distinct from ${actor.device}::text) and ${notSender(sql`${actor.userId}::uuid`)}
        and coalesce((${TAKER}) = ${actor.userId}::uuid, ${isWard}::boolean or not ${WARD_DECIDES})`;
  // `offset 0`: what is the reader's is found once for each result, not once for each column.
  const { rows } =
    await sql<Counted>`/* results.waiting */ select count(*) as waiting, count(*) filter (where w.mine) as decidable,
      coalesce(json_agg(json_build_object('id', w.id, 'pollingUnitId', w.unit)) filter (where w.mine and w.gated), '[]') as gated
    from (select r.id, r.polling_unit_id as unit, ${mine} as mine, ${GATED} as gated
    from results r join elections e on e.id = r.election_id and e.status <> 'archived'
    left join unusual_settings s on s.election_id = e.id
    join locations u on u.id = r.polling_unit_id
    join result_versions v on v.result_id = r.id and v.version = r.version
    where r.election_id = ${electionId} and r.source = ${source} and r.status = 'pending'
      and r.polling_unit_id between ${first}::bigint and ${last}::bigint offset 0) w`.execute(db);
  return rows[0] ?? { waiting: 0, decidable: 0, gated: [] };
}

/** How many results of an area wait, and how many of them for the reader. */
export type WaitingCounts = (
  db: Db,
  actor: Actor,
  of: { electionId: ElectionId; source: Source; area: LocationId },
) => Promise<Waiting>;
