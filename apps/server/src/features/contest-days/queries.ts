import type { ContestDayId, ElectionId } from '@ec/contract/base/common';
import type { ElectionStatus, ElectionType } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { likeEscaped } from '../../platform/database/sql-parts.ts';
import { touches } from '../elections/queries.ts';

/** An election of a day, with what decides who may change the day. */
export interface HeldElection {
  id: ElectionId;
  name: string;
  type: ElectionType;
  status: ElectionStatus;
  electionDate: string;
  areas: LocationId[];
  counted: boolean;
  /** It covers one of the reader's areas. */
  seen: boolean;
}

export interface ContestDayRow {
  id: ContestDayId;
  date: string;
  name: string;
  createdAt: Date;
  elections: HeldElection[];
}

interface DayFilter {
  /** The reader's areas: days of which no election covers one of them are left out. */
  areas: readonly LocationId[];
  id?: ContestDayId | undefined;
  q?: string | undefined;
}

/** Days with all their elections, the newest first. */
export async function listContestDays(
  db: Db,
  { areas, id, q }: DayFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ContestDayRow[]; total: number }> {
  const text = q && `%${likeEscaped(q)}%`;
  const days = sql`from contest_days d
    where exists (select from elections e where e.contest_day_id = d.id and ${touches(areas)})
      ${id ? sql`and d.id = ${id}` : sql``} ${text ? sql`and d.name ilike ${text}` : sql``}`;
  const [page, count] = await Promise.all([
    sql<ContestDayRow>`select d.id, d.date, d.name, d.created_at as "createdAt",
      (select json_agg(json_build_object('id', e.id, 'name', e.name, 'type', e.type, 'status', e.status,
          'electionDate', e.election_date, 'seen', ${touches(areas)},
          'areas', (select json_agg(a.location_id) from election_areas a where a.election_id = e.id),
          'counted', exists (select from results r where r.election_id = e.id)))
        from elections e where e.contest_day_id = d.id) as elections
      ${days} order by d.date desc, d.created_at desc, d.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total ${days}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

/** Elections among the ids that cover one of the areas, as a day holds them; `day` names the one that each is in. */
export async function listForDay(
  db: Db,
  ids: readonly ElectionId[],
  areas: readonly LocationId[],
): Promise<(HeldElection & { day: { id: ContestDayId; name: string } | null })[]> {
  const { rows } = await sql<
    HeldElection & { day: { id: ContestDayId; name: string } | null }
  >`select e.id, e.name, e.type, e.status, e.election_date as "electionDate", true as seen,
      (select json_agg(a.location_id) from election_areas a where a.election_id = e.id) as areas,
      exists (select from results r where r.election_id = e.id) as counted,
      (select json_build_object('id', d.id, 'name', d.name) from contest_days d where d.id = e.contest_day_id) as day
    from elections e where e.id = any (${[...ids]}::uuid[]) and ${touches(areas)}`.execute(db);
  return rows;
}
