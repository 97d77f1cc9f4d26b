import type { ElectionId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { areaRange, type LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { areaColumn } from '../../platform/database/places.ts';

interface Counted {
  electionId: ElectionId;
  source: Source;
  area: LocationId;
}

const inArea = ({ electionId, source, area }: Counted, column: string) => {
  const { first, last } = areaRange(area);
  return sql`election_id = ${electionId}::uuid and source = ${source}
    and ${sql.ref(column)} between ${first}::bigint and ${last}::bigint`;
};

export interface Changes {
  reported: number;
  verified: number;
  disputesOpened: number;
  disputesResolved: number;
}

/** What changed in the area since: first reports of units (a replacing version is none), verified results, disputes. */
export async function countChanges(db: Db, of: Counted, since: Date): Promise<Changes> {
  const { rows } = await sql<Changes>`/* dashboards.hour */ select r.*, d.* from (
      select count(*) filter (where submitted_at >= ${since} and (version = 1 or exists (select from result_versions v
          where v.result_id = r.id and v.version = 1 and v.submitted_at >= ${since}))) as reported,
        count(*) filter (where status = 'verified' and coalesce(decided_at, submitted_at) >= ${since}) as verified
      from results r where ${inArea(of, 'polling_unit_id')}
    ) r cross join (
      select count(*) filter (where raised_at >= ${since}) as "disputesOpened",
        count(*) filter (where resolved_at >= ${since}) as "disputesResolved"
      from disputes where ${inArea(of, 'polling_unit_id')}
    ) d`.execute(db);
  return rows[0] ?? { reported: 0, verified: 0, disputesOpened: 0, disputesResolved: 0 };
}

export interface WaitingWard {
  areaId: LocationId;
  waiting: number;
  oldestAt: Date;
}

/** The wards of the area with pending results, that with the oldest first. */
export async function listWaitingWards(db: Db, of: Counted, most: number): Promise<WaitingWard[]> {
  const { rows } = await sql<WaitingWard>`/* dashboards.waiting */
    select ${areaColumn('polling_unit_id', 'ward')} as "areaId", count(*) as waiting, min(submitted_at) as "oldestAt"
    from results where ${inArea(of, 'polling_unit_id')} and status = 'pending'
    group by 1 order by 3, 1 limit ${most}`.execute(db);
  return rows;
}
