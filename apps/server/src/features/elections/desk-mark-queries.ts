import type { ElectionId } from '@ec/contract/base/common';
import { areaRange, type LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** A condition: the newest version of the result that the alias names was entered at the desk. */
export const isDesk = (result: string) => sql<boolean>`exists (select from desk_versions k
  where k.result_id = ${sql.ref(`${result}.id`)} and k.version = ${sql.ref(`${result}.version`)})`;

/** The units of an area whose official result has a newest version that was entered at the desk. */
export async function listDeskUnits(db: Db, electionId: ElectionId, area: LocationId): Promise<Set<LocationId>> {
  const { first, last } = areaRange(area);
  const { rows } = await sql<{ unit: LocationId }>`select r.polling_unit_id as unit
    from desk_versions k join results r on r.id = k.result_id and r.version = k.version
    where r.election_id = ${electionId} and r.source = 'official'
      and r.polling_unit_id between ${first}::bigint and ${last}::bigint`.execute(db);
  return new Set(rows.map(({ unit }) => unit));
}
