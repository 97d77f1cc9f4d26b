import type { ElectionId, ResultId } from '@ec/contract/base/common';
import type { CollationLevel } from '@ec/contract/collations/chain';
import type { StoredFigures } from '@ec/contract/collations/figures';
import type { CollationId } from '@ec/contract/collations/schemas';
import { areaRange, type LocationId, type LocationType, NATION } from '@ec/contract/geography/location-id';
import type { ResultStatus } from '@ec/contract/results/schemas';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { areaColumn, lastIn } from '../../platform/database/places.ts';
import { coversColumn, isDesk } from '../elections/queries.ts';
import { COUNTED, COUNTS_FIRST } from './gap-queries.ts';
import { FIGURES } from './queries.ts';

/** Our own figures of one place. */
export interface OwnFigures {
  childId: LocationId;
  units: number;
  held: number;
  verified: number;
  votes: number[];
  rejected: number;
  accredited: number;
  /** Null where a sheet has none. */
  registered: number | null;
  resultId: ResultId | null;
  /** Of a unit, also where it is not counted. */
  resultStatus: ResultStatus | null;
  /** Of a unit: the result was entered at the desk. */
  desk: boolean;
}

/** Our own results of the ward's units, counted or not. */
export async function ownOfUnits(db: Db, electionId: ElectionId, ward: LocationId): Promise<OwnFigures[]> {
  const { first, last } = areaRange(ward);
  const { rows } = await sql<OwnFigures>`/* collations.ownUnits */ select r.polling_unit_id as "childId", 1 as units,
      (r.${COUNTED})::int as held, (r.status = 'verified')::int as verified, r.votes, r.void_votes as rejected, r.accredited,
      r.registered, r.id as "resultId", r.status as "resultStatus", ${isDesk('r')} as desk
    from results r where r.election_id = ${electionId} and r.source = 'official'
      and r.polling_unit_id between ${first}::bigint and ${last}::bigint`.execute(db);
  return rows;
}

/** The sums of votes entry by entry, where each row has as many as the ballot: many times faster than by rows of single votes. */
export const sumVotes = (column: string, entries: number): RawBuilder<number[]> =>
  sql`array[${sql.join(Array.from({ length: entries }, (_, at) => sql`sum(${sql.ref(column)}[${sql.lit(at + 1)}])::bigint`))}]`;

/**
 * The units that the election covers of a place of the type, a row `l` of locations: all of them, or those of its areas inside. One over the nation
 * is asked once, and not for each of 8,809 wards.
 */
export const unitsOf = (id: ElectionId, type: LocationType): RawBuilder<number> =>
  sql<number>`case when exists (select from election_areas a where a.election_id = ${id} and a.location_id = ${NATION}::bigint)
    or ${coversColumn(id, 'l.id')} then l.units else (select coalesce(sum(p.units), 0)::int
    from election_areas a join locations p on p.id = a.location_id
    where a.election_id = ${id} and a.location_id between l.id and ${lastIn(sql.ref<LocationId>('l.id'), type)}) end`;

/**
 * The sums of our own results of each child of the area: from the kept totals of LGAs where no constituency divides them, else of wards.
 */
export async function ownOfAreas(
  db: Db,
  electionId: ElectionId,
  area: LocationId,
  childType: LocationType,
  constituencyId: string | null,
  entries: number,
): Promise<OwnFigures[]> {
  const { first, last } = areaRange(area);
  const kept = constituencyId === null && childType !== 'ward' ? 'lga' : 'ward';
  const inside =
    constituencyId === null
      ? sql`true`
      : sql`exists (select from constituency_wards w where w.ward_id = l.id and w.constituency_id = ${constituencyId})`;
  const child = areaColumn('l.id', childType);
  const { rows } = await sql<OwnFigures>`with places as (
      select l.id, ${child} as child, ${unitsOf(electionId, kept)} as units from locations l
      where l.type = ${kept} and l.id between ${first}::bigint and ${last}::bigint and ${inside}
    ), counted as (
      select p.child, sum(t.units)::int as held, coalesce(sum(t.units) filter (where t.status = 'verified'), 0)::int as verified,
        ${sumVotes('t.votes', entries)} as votes, sum(t.void_votes)::bigint as rejected, sum(t.accredited)::bigint as accredited,
        case when sum(t.registered_units) = sum(t.units) then sum(t.registered)::bigint end as registered
      from places p join tallies t on t.area_id = p.id and t.election_id = ${electionId} and t.source = 'official' and t.level = ${kept}
        and t.${COUNTED} and t.units > 0
      group by 1
    ), whole as (
      select child, sum(units)::int as units from places group by 1
    )
    select w.child as "childId", w.units, coalesce(c.held, 0) as held, coalesce(c.verified, 0) as verified,
      coalesce(c.votes, '{}') as votes, coalesce(c.rejected, 0) as rejected, coalesce(c.accredited, 0) as accredited, c.registered,
      null::uuid as "resultId", null as "resultStatus", false as desk
    from whole w left join counted c using (child)`.execute(db);
  return rows;
}

export interface ChildForm {
  id: CollationId;
  childId: LocationId;
  parties: string[];
  stated: StoredFigures;
}

/** The form that counts of each place of the level in the area. */
export async function formsBelow(
  db: Db,
  electionId: ElectionId,
  level: CollationLevel,
  area: LocationId,
  constituencyId: string | null,
): Promise<ChildForm[]> {
  const { first, last } = areaRange(area);
  const { rows } =
    await sql<ChildForm>`/* collations.formsBelow */ select distinct on (c.area_id) c.id, c.area_id as "childId", v.parties,
      ${FIGURES('v')} as stated
    from collations c join collation_versions v on v.collation_id = c.id and v.version = c.version
    where c.election_id = ${electionId} and c.level = ${level} and c.status <> 'returned'
      and c.constituency_id is not distinct from ${constituencyId}
      and c.area_id between ${first}::bigint and ${last}::bigint
    order by c.area_id, ${COUNTS_FIRST}`.execute(db);
  return rows;
}
