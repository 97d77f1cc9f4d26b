import type { ElectionId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { areaRange, type LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { isDesk } from '../../elections/queries.ts';

/** One of the two compared counts. */
export interface Side {
  electionId: ElectionId;
  source: Source;
}

export interface SideFigures {
  votes: number[];
  voidVotes: number;
  accredited: number;
  registered: number | null;
  /** Entered from the photo at the desk. */
  desk: boolean;
}

/** A unit in either count; null on the side that lacks it. */
export interface UnitPair {
  unitId: LocationId;
  name: string;
  code: string;
  left: SideFigures | null;
  right: SideFigures | null;
}

const FIGURES = (side: 'l' | 'r') => sql`case when ${sql.ref(`${side}.id`)} is not null then json_build_object(
  'votes', ${sql.ref(`${side}.votes`)}, 'voidVotes', ${sql.ref(`${side}.void_votes`)},
  'accredited', ${sql.ref(`${side}.accredited`)}, 'registered', ${sql.ref(`${side}.registered`)},
  'desk', ${isDesk(side)}) end`;

const counted = ({ electionId, source }: Side, area: LocationId) => {
  const { first, last } = areaRange(area);
  return sql`(select * from results where election_id = ${electionId}::uuid and source = ${source}
    and status in ('pending', 'verified') and polling_unit_id between ${first}::bigint and ${last}::bigint)`;
};

/** The units of the area in either count, by code; the area is an LGA at most. */
export async function listUnitPairs(db: Db, left: Side, right: Side, area: LocationId): Promise<UnitPair[]> {
  const { rows } = await sql<UnitPair>`select p.*, u.name, u.code from (
      select coalesce(l.polling_unit_id, r.polling_unit_id) as "unitId", ${FIGURES('l')} as left, ${FIGURES('r')} as right
      from ${counted(left, area)} l full join ${counted(right, area)} r on r.polling_unit_id = l.polling_unit_id) p
    join locations u on u.id = p."unitId" order by p."unitId"`.execute(db);
  return rows;
}
