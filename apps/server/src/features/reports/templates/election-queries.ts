import type { ElectionId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { areaRange, type LocationId, type LocationType } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { areaColumn } from '../../../platform/database/places.ts';
import type { Db } from '../../../platform/database/database.ts';

/** The number of results flagged by a check in each area of the type, without returned ones. */
export async function countFlagged(
  db: Db,
  election: { electionId: ElectionId; source: Source },
  area: LocationId,
  kind: LocationType,
): Promise<Map<LocationId, number>> {
  const { first, last } = areaRange(area);
  const { rows } = await sql<{ areaId: LocationId; flagged: number }>`
    select ${areaColumn('polling_unit_id', kind)} as "areaId", count(*) as flagged from results
    where election_id = ${election.electionId}::uuid and source = ${election.source} and flags <> '{}'
      and status <> 'returned' and polling_unit_id between ${first}::bigint and ${last}::bigint
    group by 1`.execute(db);
  return new Map(rows.map(({ areaId, flagged }) => [areaId, flagged]));
}
