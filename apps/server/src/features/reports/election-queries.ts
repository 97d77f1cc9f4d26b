import type { ElectionId } from '@ec/contract/common';
import type { Source } from '@ec/contract/elections';
import { areaRange, type LocationId } from '@ec/contract/location-id';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type {} from '../results/tables.ts';

/** How many results of each child area (they span `span` ids) a check speaks against, returned ones left out. */
export async function countFlagged(
  db: Db,
  election: { electionId: ElectionId; source: Source },
  area: LocationId,
  span: number,
): Promise<Map<LocationId, number>> {
  const { first, last } = areaRange(area);
  const { rows } = await sql<{ areaId: LocationId; flagged: number }>`
    select polling_unit_id - polling_unit_id % ${span}::bigint as "areaId", count(*) as flagged from results
    where election_id = ${election.electionId}::uuid and source = ${election.source} and flags <> '{}'
      and status <> 'returned' and polling_unit_id between ${first}::bigint and ${last}::bigint
    group by 1`.execute(db);
  return new Map(rows.map(({ areaId, flagged }) => [areaId, flagged]));
}
