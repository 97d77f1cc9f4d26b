import type { ElectionId, ResultId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { areaRange, type LocationId, type LocationType } from '@ec/contract/geography/location-id';
import type { Flag, ResultStatus } from '@ec/contract/results/schemas';
import { type RawBuilder, sql } from 'kysely';
import { areaColumn, inAreas } from '../../platform/database/places.ts';
import { bigintArray, type Db } from '../../platform/database/database.ts';
import { isDesk } from '../elections/queries.ts';
import type { Tally } from './totals.ts';

export interface Place {
  id: LocationId;
  type: LocationType;
  name: string;
  code: string;
  units: number;
  registered: number;
}

const PLACE = sql`id, type, name, code, units, coalesce(registered_voters, 0)::bigint as registered`;

/** The nation, zones, states and LGAs: few enough to be kept at hand. */
export async function listPlaces(db: Db): Promise<Place[]> {
  const { rows } = await sql<Place>`/* live.places */ select ${PLACE} from locations
    where type in ('national', 'region', 'state', 'lga') order by id`.execute(db);
  return rows;
}

/** The wards of an area that is wider than one: units and names, in the order of their codes. */
export async function listWards(db: Db, area: LocationId): Promise<Place[]> {
  const { first, last } = areaRange(area);
  const { rows } = await sql<Place>`/* live.wardPlaces */ select ${PLACE} from locations
    where type = 'ward' and id between ${first}::bigint and ${last}::bigint order by id`.execute(db);
  return rows;
}

/** The children of a place, in the order of their codes. */
export async function listChildren(db: Db, parent: LocationId): Promise<Place[]> {
  const { rows } =
    await sql<Place>`/* live.children */ select ${PLACE} from locations where parent_id = ${parent}::bigint order by id`.execute(
      db,
    );
  return rows;
}

export interface AreaTally extends Tally {
  areaId: LocationId;
  /** When a result of the area in this state last changed. */
  changedAt: Date;
}

const TALLY = sql`area_id as "areaId", status, units, votes, void_votes as "voidVotes", accredited, registered,
  registered_units as "registeredUnits", registered_accredited as "registeredAccredited", changed_at as "changedAt"`;

/** The tallies of all LGAs of an election: from these every wider area is added up. */
export async function listLgaTallies(db: Db, electionId: ElectionId, source: Source): Promise<AreaTally[]> {
  const { rows } = await sql<AreaTally>`/* live.lgas */ select ${TALLY} from tallies
    where election_id = ${electionId}::uuid and source = ${source} and level = 'lga' order by area_id`.execute(db);
  return rows;
}

/** What may have changed since all were read. */
export interface TallyChanges {
  lgas: readonly LocationId[];
  /** Whatever moved in so many seconds is read too; 0 for nothing more. */
  seconds: number;
}

/** Those of the tallies above that belong to the LGAs, or have moved in the last seconds. */
export async function listChangedLgaTallies(
  db: Db,
  electionId: ElectionId,
  source: Source,
  { lgas, seconds }: TallyChanges,
): Promise<AreaTally[]> {
  const { rows } = await sql<AreaTally>`/* live.changed_lgas */ select ${TALLY} from tallies
    where election_id = ${electionId}::uuid and source = ${source} and level = 'lga'
      and (area_id = any (${bigintArray(lgas)}::bigint[])
        or changed_at > clock_timestamp() - make_interval(secs => ${seconds}::float8)) order by area_id`.execute(db);
  return rows;
}

/** The tallies of the wards of an LGA, or of one ward. */
export async function listWardTallies(
  db: Db,
  electionId: ElectionId,
  source: Source,
  area: LocationId,
): Promise<AreaTally[]> {
  const { first, last } = areaRange(area);
  const { rows } = await sql<AreaTally>`/* live.wards */ select ${TALLY} from tallies
    where election_id = ${electionId}::uuid and source = ${source} and level = 'ward'
      and area_id between ${first}::bigint and ${last}::bigint`.execute(db);
  return rows;
}

/** The tallies of single wards, in the order of their areas. */
export async function listTalliesOfWards(
  db: Db,
  electionId: ElectionId,
  source: Source,
  wards: readonly LocationId[],
): Promise<AreaTally[]> {
  if (wards.length === 0) return [];
  const { rows } = await sql<AreaTally>`/* live.some_wards */ select ${TALLY} from tallies
    where election_id = ${electionId}::uuid and source = ${source} and level = 'ward'
      and area_id = any (${bigintArray(wards)}::bigint[]) order by area_id`.execute(db);
  return rows;
}

export interface UnitTally extends Tally {
  areaId: LocationId;
  resultId: ResultId;
}

/** The results of the units of a ward, or of one unit, each as a tally of one. */
export async function listUnitTallies(
  db: Db,
  electionId: ElectionId,
  source: Source,
  area: LocationId,
): Promise<UnitTally[]> {
  const { first, last } = areaRange(area);
  const { rows } =
    await sql<UnitTally>`/* live.units */ select id as "resultId", polling_unit_id as "areaId", status, 1 as units, votes,
      void_votes as "voidVotes", accredited, coalesce(registered, 0) as registered,
      (registered is not null)::int as "registeredUnits", case when registered is null then 0 else accredited end as "registeredAccredited"
    from results where election_id = ${electionId}::uuid and source = ${source}
      and polling_unit_id between ${first}::bigint and ${last}::bigint`.execute(db);
  return rows;
}

export interface FeedFilter {
  electionId: ElectionId;
  source: Source;
  areas: readonly LocationId[];
  status?: ResultStatus | undefined;
  leading?: string | undefined;
  /** Place of a party on the ballot, 1 upward: only results in which it has votes. */
  partyPlace?: number | undefined;
}

export interface FeedRow {
  id: ResultId;
  pollingUnitId: LocationId;
  unit: string;
  code: string;
  votes: number[];
  voidVotes: number;
  totalVotes: number;
  accredited: number;
  registered: number | null;
  leading: string | null;
  status: ResultStatus;
  version: number;
  flags: string[];
  changedAt: Date;
  /** The newest version was entered from the photo at the desk. */
  desk: boolean;
}

function feedConditions(filter: FeedFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [
    sql`r.election_id = ${filter.electionId}::uuid and r.source = ${filter.source}`,
    inAreas('r.polling_unit_id', filter.areas),
    filter.status ? sql`r.status = ${filter.status}` : sql`r.status <> 'returned'`,
  ];
  if (filter.leading) parts.push(sql`r.leading_party = ${filter.leading}`);
  if (filter.partyPlace !== undefined) parts.push(sql`r.votes[${filter.partyPlace}::int] > 0`);
  return sql.join(parts, sql` and `);
}

const FEED = sql`r.id, r.polling_unit_id as "pollingUnitId", u.name as unit, u.code, r.votes, r.void_votes as "voidVotes",
  r.total_votes as "totalVotes", r.accredited, r.registered, r.leading_party as leading, r.status, r.version, r.flags, r.updated_at as "changedAt",
  ${isDesk('r')} as desk`;

/** The newest changes first. */
export async function listFeed(db: Db, filter: FeedFilter, limit: number): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`select ${FEED} from results r join locations u on u.id = r.polling_unit_id
    where ${feedConditions(filter)} order by r.updated_at desc limit ${limit}`.execute(db);
  return rows;
}

export async function countFeed(db: Db, filter: FeedFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from results r
    where ${feedConditions(filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** One stretch of the export, in the order of unit codes, after the unit given. */
export async function listExport(db: Db, filter: FeedFilter, after: LocationId | 0, limit: number): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`select ${FEED} from results r join locations u on u.id = r.polling_unit_id
    where ${feedConditions(filter)} and r.polling_unit_id > ${after}::bigint order by r.polling_unit_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

export interface FlagRow {
  id: ResultId;
  flags: Flag[];
}

/** The flags of results with their arithmetic. */
export async function listFlags(db: Db, ids: readonly ResultId[]): Promise<FlagRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FlagRow>`select r.id, v.flags from results r
    join result_versions v on v.result_id = r.id and v.version = r.version where r.id in (${sql.join([...ids])})`.execute(
    db,
  );
  return rows;
}

export interface Arrival {
  basis: 'verified' | 'provisional';
  /** The number of its moment, from 1 on. */
  at: number;
  results: number;
  valid: number;
  /** Of the parties asked for. */
  votes: number[];
}

/**
 * The results that each basis counts, by when they were sent or verified: sums for each of so many moments. A result that needed no review was
 * verified when it was sent.
 */
export async function listArrivals(
  db: Db,
  { electionId, source, area }: { electionId: ElectionId; source: Source; area: LocationId },
  places: readonly number[],
  moments: number,
): Promise<{ rows: Arrival[]; from: Date | null; to: Date | null }> {
  const { first, last } = areaRange(area);
  const sums = places.map((place) => sql`coalesce(sum(r.votes[${sql.lit(place)}]), 0)::float8`);
  const { rows } = await sql<Arrival & { from: Date; to: Date }>`/* live.history */
    with counted as (
      select x.basis, x.at, r.votes, r.total_votes - r.void_votes as valid
      from results r cross join lateral (values ('provisional', r.submitted_at),
        ('verified', case when r.status = 'verified' then coalesce(r.decided_at, r.submitted_at) end)) x (basis, at)
      where r.election_id = ${electionId}::uuid and r.source = ${source} and r.status in ('verified', 'pending')
        and r.polling_unit_id between ${first}::bigint and ${last}::bigint and x.at is not null
    ), ends as materialized (select min(at) as first, max(at) as last from counted)
    select r.basis, least(${moments}::int, width_bucket(extract(epoch from r.at)::float8, extract(epoch from e.first)::float8,
        extract(epoch from e.last)::float8 + 0.001, ${moments}::int)) as at,
      count(*) as results, sum(r.valid)::bigint as valid, array[${sql.join(sums)}] as votes, e.first as from, e.last as to
    from counted r cross join ends e group by 1, 2, e.first, e.last`.execute(db);
  return { rows, from: rows[0]?.from ?? null, to: rows[0]?.to ?? null };
}

export interface PairRow {
  areaId: LocationId;
  source: Source;
  units: number;
  votes: number[];
  voidVotes: number;
  accredited: number;
  registered: number;
  registeredUnits: number;
  registeredAccredited: number;
}

/** Both counts over the units that both have (pending or verified), summed by areas of the kind. */
export async function listPairs(
  db: Db,
  electionId: ElectionId,
  area: LocationId,
  kind: LocationType,
): Promise<PairRow[]> {
  const { first, last } = areaRange(area);
  const { rows } = await sql<PairRow>`with both_counts as (
      select ${areaColumn('o.polling_unit_id', kind)} as area_id, x.*
      from results g
      join results o on o.election_id = g.election_id and o.source = 'official' and o.polling_unit_id = g.polling_unit_id
        and o.status in ('pending', 'verified')
      cross join lateral (values
        ('official', o.votes, o.void_votes, o.accredited, o.registered),
        ('grassroots', g.votes, g.void_votes, g.accredited, g.registered)
      ) as x (source, votes, void_votes, accredited, registered)
      where g.election_id = ${electionId}::uuid and g.source = 'grassroots' and g.status in ('pending', 'verified')
        and g.polling_unit_id between ${first}::bigint and ${last}::bigint
    ), sums as (
      select area_id, source, count(*) as units, sum(void_votes)::bigint as void_votes, sum(accredited)::bigint as accredited,
        coalesce(sum(registered), 0)::bigint as registered, count(registered)::int as registered_units,
        coalesce(sum(accredited) filter (where registered is not null), 0)::bigint as registered_accredited
      from both_counts group by 1, 2
    ), votes as (
      select area_id, source, array_agg(votes order by i) as votes from (
        select area_id, source, t.i, sum(t.vote)::bigint as votes
        from both_counts b cross join lateral unnest(b.votes) with ordinality as t (vote, i) group by 1, 2, 3
      ) by_party group by 1, 2
    )
    select area_id as "areaId", source, units, votes, void_votes as "voidVotes", accredited, registered,
      registered_units as "registeredUnits", registered_accredited as "registeredAccredited"
    from sums join votes using (area_id, source)`.execute(db);
  return rows;
}
