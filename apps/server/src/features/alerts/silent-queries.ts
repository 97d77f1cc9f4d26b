import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { coversColumn } from '../elections/queries.ts';
import type { Db } from '../../platform/database/database.ts';

export interface SilentWard {
  electionId: ElectionId;
  electionName: string;
  wardId: LocationId;
  wardName: string;
  units: number;
  silent: number;
}

/** Live elections whose voting closed at or before that time. */
export async function listClosedElections(db: Db, closedBy: Date): Promise<{ id: ElectionId; name: string }[]> {
  return await db
    .selectFrom('elections')
    .select(['id', 'name'])
    .where('status', '=', 'live')
    .where('closes_at', '<=', closedBy)
    .orderBy('closes_at')
    .execute();
}

/** Wards of an election in which units have no official result (or a returned one) and for which no alert was raised; at most `most`. */
export async function listSilentWards(
  db: Db,
  election: { id: ElectionId; name: string },
  limit: number,
): Promise<SilentWard[]> {
  const { rows } = await sql<SilentWard>`select ${election.id}::uuid as "electionId",
      ${election.name}::text as "electionName", w.id as "wardId", w.name as "wardName", w.units,
      w.units - coalesce(t.reported, 0) as silent
    from locations w
    left join (
      select area_id, sum(units)::int as reported from tallies
      where election_id = ${election.id} and source = 'official' and level = 'ward' and status <> 'returned'
      group by area_id
    ) t on t.area_id = w.id
    where w.type = 'ward' and w.units > coalesce(t.reported, 0)
      and ${coversColumn(election.id, 'w.id')}
      and not exists (select from alerts a where a.election_id = ${election.id} and a.rule = 'silent_units'
        and a.area_id = w.id)
    order by w.id limit ${limit}`.execute(db);
  return rows;
}
