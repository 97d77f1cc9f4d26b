import type { ElectionId, FileId, ResultId } from '@ec/contract/common';
import type { Source } from '@ec/contract/elections';
import { areaRange, type LocationId } from '@ec/contract/location-id';
import type { Flag, ResultStatus, UnitStatus } from '@ec/contract/results';
import { OFFICER_ROLES, OFFICER_SOURCES } from '@ec/contract/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { likeEscaped } from '../../platform/like.ts';
import type {} from './tables.ts';

export interface ReviewFilter {
  electionId: ElectionId;
  source: Source;
  area: LocationId;
  status?: UnitStatus | undefined;
  flagged?: boolean | undefined;
  q?: string | undefined;
  limit: number;
  offset: number;
}

export interface ReviewRow {
  pollingUnitId: LocationId;
  code: string;
  name: string;
  registeredVoters: number | null;
  resultId: ResultId | null;
  resultStatus: ResultStatus | null;
  totalVotes: number | null;
  leading: string | null;
  flags: Flag[] | null;
  sheetFileId: FileId | null;
  submittedAt: Date | null;
  officer: { name: string; phone: string } | null;
}

const STATUSES: Record<UnitStatus, readonly ResultStatus[]> = {
  pending: ['returned'],
  submitted: ['pending'],
  approved: ['verified'],
  disputed: ['disputed'],
  cancelled: ['cancelled'],
};

/** A failed check that stands, as the situation room counts them. */
const flagged = ({ flagged: wanted }: Pick<ReviewFilter, 'flagged'>) =>
  wanted ? sql`and r.flags <> '{}' and r.status not in ('returned', 'cancelled')` : sql``;

/** Units of the area that the election covers, with the result of the source where there is one. */
function from(filter: ReviewFilter): RawBuilder<unknown> {
  const { first, last } = areaRange(filter.area);
  const status = filter.status;
  const byStatus = status
    ? sql`and (r.status in (${sql.join(STATUSES[status])}) ${status === 'pending' ? sql`or r.status is null` : sql``})`
    : sql``;
  const text = likeEscaped(filter.q ?? '');
  const search = text ? sql`and (u.search like lower(${`%${text}%`}) or u.code like ${`${text}%`})` : sql``;
  return sql`from locations u
    left join results r on r.polling_unit_id = u.id and r.election_id = ${filter.electionId} and r.source = ${filter.source}
    where u.type = 'polling_unit' and u.id between ${first}::bigint and ${last}::bigint
      and exists (select from election_areas a where a.election_id = ${filter.electionId} and a.location_id in (
        u.id - u.id % 10000000, u.id - u.id % 10000000000, u.id - u.id % 1000000000000, 10000000000000))
      ${byStatus} ${flagged(filter)} ${search}`;
}

/** One page of units: waiting for review first, then disputed, not reported, and decided. */
export async function listReviewUnits(db: Db, filter: ReviewFilter): Promise<{ rows: ReviewRow[]; total: number }> {
  const roles = OFFICER_ROLES.filter((role) => OFFICER_SOURCES[role] === filter.source);
  const [page, count] = await Promise.all([
    sql<ReviewRow>`with page as (
        select u.id, u.code, u.name, u.registered_voters, r.id as result_id, r.status, r.version,
          r.total_votes, r.leading_party, r.submitted_at,
          case r.status when 'pending' then 0 when 'disputed' then 1 when 'verified' then 3 when 'cancelled' then 4 else 2 end as rank
        ${from(filter)} order by rank, u.id limit ${filter.limit} offset ${filter.offset}
      )
      select p.id as "pollingUnitId", p.code, p.name, p.registered_voters as "registeredVoters",
        p.result_id as "resultId", p.status as "resultStatus", p.total_votes as "totalVotes", p.leading_party as leading, v.flags,
        v.sheet_file_id as "sheetFileId", p.submitted_at as "submittedAt",
        (select json_build_object('name', o.name, 'phone', o.phone) from users o
          where o.area_id = p.id and o.role in (${sql.join(roles)}) and o.status = 'ACTIVE' order by o.role desc limit 1) as officer
      from page p
      left join result_versions v on v.result_id = p.result_id and v.version = p.version
      order by p.rank, p.id`.execute(db),
    sql<{ total: number }>`select count(*) as total ${from(filter)}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

/** How many results of the area stand in each state. */
export async function countStatuses(db: Db, filter: ReviewFilter): Promise<Partial<Record<ResultStatus, number>>> {
  const { first, last } = areaRange(filter.area);
  const { rows } = await sql<{ status: ResultStatus; n: number }>`select r.status, count(*) as n from results r
    where r.election_id = ${filter.electionId} and r.source = ${filter.source}
      and r.polling_unit_id between ${first}::bigint and ${last}::bigint ${flagged(filter)} group by r.status`.execute(
    db,
  );
  return Object.fromEntries(rows.map((row) => [row.status, row.n]));
}
