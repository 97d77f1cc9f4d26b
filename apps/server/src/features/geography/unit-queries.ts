import { type LocationId, locationType } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { areaColumn, isUnitColumn } from '../../platform/database/place-columns.ts';
import { inAreas } from '../../platform/database/area-filter.ts';
import { bigintArray, type Db } from '../../platform/database/database.ts';

export interface UnitTally {
  state: LocationId;
  total: number;
  active: number;
  suspended: number;
}

const STATE = areaColumn('area_id', 'state');

/**
 * The units of the areas by state, and the numbers with an active or a suspended officer. Only officers are counted at a unit, and the database
 * ensures at most one per unit.
 */
export async function tallyUnits(db: Db, areas: readonly LocationId[]): Promise<UnitTally[]> {
  const officers = sql`role = 'polling_unit_officer' and ${isUnitColumn('area_id')} and ${inAreas('area_id', areas)}`;
  // A ward has its number of units, so only units with officers are read.
  const single = areas.filter((area) => locationType(area) === 'polling_unit');
  const [units, offices] = await Promise.all([
    sql<{ state: LocationId; total: number }>`
      select ${areaColumn('id', 'state')} as state, sum(units)::int as total from locations
      where type = 'ward' and ${inAreas('id', areas)} and units > 0 or id = any (${bigintArray(single)}::bigint[])
      group by 1 order by 1`.execute(db),
    sql<{ state: LocationId; status: string; count: number }>`
      select ${STATE} as state, status, count(*) from users
      where ${officers} and status in ('ACTIVE', 'SUSPENDED') group by 1, 2
      union all
      select ${STATE}, status_before, count(*) from users
      where ${officers} and status_before in ('ACTIVE', 'SUSPENDED') group by 1, 2`.execute(db),
  ]);
  const of = (asked: LocationId, wanted: string) =>
    offices.rows.reduce((sum, { state, status, count }) => sum + (state === asked && status === wanted ? count : 0), 0);
  return units.rows.map(({ state, total }) => ({
    state,
    total,
    active: of(state, 'ACTIVE'),
    suspended: of(state, 'SUSPENDED'),
  }));
}
