import type { ElectionId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { AffectedKind } from '@ec/contract/margin-of-lead/kinds';
import type { ResultStatus } from '@ec/contract/results/schemas';
import { type RawBuilder, sql } from 'kysely';
import { bigintArray, type Db } from '../../platform/database/database.ts';
import { areaColumn, inAreas, lastIn } from '../../platform/database/places.ts';
import type { Tally } from './totals.ts';

/** Polling units with the sum of their registered voters, and how many of them have none in the register. */
export interface Electorate {
  units: number;
  known: number;
  unknown: number;
}

export interface CoveredWard extends Electorate {
  areaId: LocationId;
}

/** The kept totals of a ward in one status, with what the register says of the units in it. */
export interface CountedWard extends Tally {
  areaId: LocationId;
  known: number;
  unknown: number;
}

/** The wards of the areas. Its text follows their number, so it is not prepared. */
export async function listCoveredWards(db: Db, areas: readonly LocationId[]): Promise<CoveredWard[]> {
  const { rows } = await sql<CoveredWard>`select ${areaColumn('l.id', 'ward')} as "areaId",
      count(*) as units, coalesce(sum(l.registered_voters), 0)::bigint as known,
      count(*) filter (where l.registered_voters is null) as unknown
    from locations l where l.type = 'polling_unit' and ${inAreas('l.id', areas)} group by 1 order by 1`.execute(db);
  return rows;
}

/** What the register says of the results of wards, by ward and status: of all wards in one go, of some by looking each of them up. */
function registerOf(wards: readonly LocationId[] | null, of: RawBuilder<unknown>): RawBuilder<unknown> {
  const sums = sql`coalesce(sum(l.registered_voters), 0)::bigint as known, count(*) filter (where l.registered_voters is null) as unknown
    from results r join locations l on l.id = r.polling_unit_id where ${of}`;
  if (!wards) return sql`select ${areaColumn('r.polling_unit_id', 'ward')} as area_id, r.status, ${sums} group by 1, 2`;
  const ward = sql.ref<LocationId>('w.area_id');
  return sql`select w.area_id, x.* from unnest(${bigintArray(wards)}::bigint[]) as w (area_id) cross join lateral (
    select r.status, ${sums} and r.polling_unit_id between ${ward} and ${lastIn(ward, 'ward')} group by 1) x`;
}

/** The counted ones of the wards, or of all. */
export async function listCountedWards(
  db: Db,
  electionId: ElectionId,
  source: Source,
  wards: readonly LocationId[] | null,
): Promise<CountedWard[]> {
  const register = registerOf(wards, sql`r.election_id = ${electionId}::uuid and r.source = ${source}`);
  const within = wards ? sql`and t.area_id = any (${bigintArray(wards)}::bigint[])` : sql``;
  const { rows } = await sql<CountedWard>`with register as (${register})
    select t.area_id as "areaId", t.status, t.units, t.votes, t.void_votes as "voidVotes", t.accredited, t.registered,
      t.registered_units as "registeredUnits", t.registered_accredited as "registeredAccredited",
      coalesce(g.known, 0) as known, coalesce(g.unknown, 0) as unknown
    from tallies t left join register g on g.area_id = t.area_id and g.status = t.status
    where t.election_id = ${electionId}::uuid and t.source = ${source} and t.level = 'ward' and t.units > 0 ${within}
    order by t.area_id, t.status`.execute(db);
  return rows;
}

/** A unit as the margin of lead needs it: what is recorded of it, and its official result. */
export interface AffectedFigures {
  unit: LocationId;
  kind: AffectedKind;
  pvcCollected: number | null;
  registered: number | null;
  /** Null without a result. */
  status: ResultStatus | null;
  votes: number[] | null;
}

/** All recorded units of the election. */
export async function listAffectedFigures(db: Db, electionId: ElectionId): Promise<AffectedFigures[]> {
  const { rows } = await sql<AffectedFigures>`/* margin.figures */ select a.polling_unit_id as unit, a.kind,
      a.pvc_collected as "pvcCollected", l.registered_voters as registered, r.status, r.votes
    from affected_units a join locations l on l.id = a.polling_unit_id
      left join results r on r.election_id = a.election_id and r.polling_unit_id = a.polling_unit_id and r.source = 'official'
    where a.election_id = ${electionId}::uuid and a.withdrawn_at is null order by a.polling_unit_id`.execute(db);
  return rows;
}

/** Sheets with over-voting that await review, of units of which nothing is recorded. No review can verify them. */
export async function listOverVoted(db: Db, electionId: ElectionId, source: Source): Promise<AffectedFigures[]> {
  const { rows } = await sql<AffectedFigures>`/* margin.over_voted */ select r.polling_unit_id as unit,
      'cancelled_overvoting' as kind, null::int as "pvcCollected", l.registered_voters as registered, r.status, r.votes
    from results r join locations l on l.id = r.polling_unit_id
    where r.election_id = ${electionId}::uuid and r.source = ${source} and r.status = 'pending' and 'OVER_VOTING' = any (r.flags)
      and not exists (select from affected_units a where a.election_id = r.election_id
        and a.polling_unit_id = r.polling_unit_id and a.withdrawn_at is null) order by 1`.execute(db);
  return rows;
}
