import type { ElectionId, ResultId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { ResultStatus } from '@ec/contract/results/schemas';
import type { FlagCode } from '@ec/contract/results/sheet';
import { PACE } from '@ec/contract/situation-room/schemas';
import { sql } from 'kysely';
import { inAreas } from '../../platform/database/places.ts';
import type { Db } from '../../platform/database/database.ts';
import { EFFECTIVE_STATUS } from '../../platform/identity/person.ts';
import { coversColumn, isDesk } from '../elections/queries.ts';

/** The official results of an election in the areas. */
export interface Counted {
  electionId: ElectionId;
  areas: readonly LocationId[];
}

const counted = ({ electionId, areas }: Counted) => sql`r.election_id = ${electionId}::uuid and r.source = 'official'
  and ${inAreas('r.polling_unit_id', areas)}`;

/** Flagged by a check, and neither returned nor cancelled. */
const flagged = (which: Counted) =>
  sql`${counted(which)} and r.flags <> '{}' and r.status not in ('returned', 'cancelled')`;

export interface CheckCount {
  /** Null for all results, whatever their flags. */
  code: FlagCode | null;
  results: number;
}

/** The number of flagged results, in total and by flag. */
export async function countFlagged(db: Db, which: Counted): Promise<CheckCount[]> {
  const { rows } = await sql<CheckCount>`with flagged as materialized (
      select r.flags, count(*) as results from results r where ${flagged(which)} group by r.flags
    )
    select null as code, coalesce(sum(results), 0)::int as results from flagged
    union all (select code, sum(results)::int as results from flagged cross join unnest(flags) as code
      group by code order by results desc, code)`.execute(db);
  return rows;
}

export interface FlaggedRow {
  id: ResultId;
  pollingUnitId: LocationId;
  code: string;
  codes: FlagCode[];
  status: ResultStatus;
  at: Date;
  desk: boolean;
}

/** Flagged results, latest change first. */
export async function listFlagged(db: Db, which: Counted, limit: number): Promise<FlaggedRow[]> {
  const { rows } =
    await sql<FlaggedRow>`select r.id, r.polling_unit_id as "pollingUnitId", u.code, r.flags as codes, r.status,
      r.updated_at as at, ${isDesk('r')} as desk
    from results r join locations u on u.id = r.polling_unit_id
    where ${flagged(which)} order by r.updated_at desc limit ${limit}`.execute(db);
  return rows;
}

export interface ArrivalRow {
  /** Start of the interval. */
  at: Date;
  results: number;
  lastHour: number;
}

/**
 * The first reports of units, by interval since `since`. A replacing version is no new report; a returned result counts as reported. Few results have
 * more than one version, so the first version is looked up only for those.
 */
export async function countArrivals(db: Db, which: Counted, since: Date, now: Date): Promise<ArrivalRow[]> {
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const recent = sql`${counted(which)} and r.submitted_at >= ${since}`;
  const { rows } = await sql<ArrivalRow>`with arrivals as (
      select r.submitted_at as at from results r where ${recent} and r.version = 1
      union all
      select v.submitted_at from results r join result_versions v on v.result_id = r.id and v.version = 1
      where ${recent} and r.version > 1 and v.submitted_at >= ${since}
    )
    select date_bin(make_interval(mins => ${PACE.minutes}::int), at, 'epoch') as at, count(*) as results,
      count(*) filter (where at > ${hourAgo}) as "lastHour"
    from arrivals group by 1`.execute(db);
  return rows;
}

export interface SilentRow {
  id: LocationId;
  name: string;
  code: string;
  wardId: LocationId;
  wardName: string;
  wardCode: string;
  registeredVoters: number | null;
  returned: boolean;
  officerId: UserId | null;
  officerName: string | null;
  officerPhone: string | null;
  lastActivity: Date | null;
}

/** The covered units of the area, inside the reader's own areas, without an official result or with a returned one. */
export async function listSilentUnits(
  db: Db,
  which: { electionId: ElectionId; area: LocationId; own: readonly LocationId[] },
): Promise<SilentRow[]> {
  const { rows } =
    await sql<SilentRow>`select l.id, l.name, l.code, w.id as "wardId", w.name as "wardName", w.code as "wardCode",
      l.registered_voters as "registeredVoters", r.id is not null as returned,
      o.id as "officerId", o.name as "officerName", o.phone as "officerPhone", o.last_login_at as "lastActivity"
    from locations l
    join locations w on w.id = l.parent_id
    left join results r on r.polling_unit_id = l.id and r.election_id = ${which.electionId} and r.source = 'official'
    left join lateral (
      select u.id, u.name, u.phone, u.last_login_at from users u
      where u.area_id = l.id and u.role = 'polling_unit_officer' and u.status <> 'DELETED'
        and ${EFFECTIVE_STATUS} = 'ACTIVE' limit 1
    ) o on true
    where l.type = 'polling_unit' and ${inAreas('l.id', [which.area])} and ${inAreas('l.id', which.own)}
      and (r.id is null or r.status = 'returned')
      and ${coversColumn(which.electionId, 'l.id')}
    order by l.id`.execute(db);
  return rows;
}
