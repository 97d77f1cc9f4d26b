import type { ElectionId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { areaRange, type LocationId, type LocationType } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { areaColumn, inAreas } from '../../../platform/database/places.ts';
import type { Db } from '../../../platform/database/database.ts';
import { coversColumn } from '../../elections/queries.ts';

/** The number of results flagged by a check in each area of the type, without returned and cancelled ones, as in the situation room. */
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
      and status not in ('returned', 'cancelled') and polling_unit_id between ${first}::bigint and ${last}::bigint
    group by 1`.execute(db);
  return new Map(rows.map(({ areaId, flagged }) => [areaId, flagged]));
}

/** The units of the election in the area for which the register has no number of voters. */
export async function countUnknownUnits(db: Db, electionId: ElectionId, area: LocationId): Promise<number> {
  const { rows } = await sql<{ units: number }>`select count(*) as units from locations l
    where l.type = 'polling_unit' and l.registered_voters is null and ${inAreas('l.id', [area])}
      and ${coversColumn(electionId, 'l.id')}`.execute(db);
  return rows[0]?.units ?? 0;
}
