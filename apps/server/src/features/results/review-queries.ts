import type { ElectionId, FileId, ResultId, UserId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { areaRange, type LocationId, locationType } from '@ec/contract/geography/location-id';
import type { OtherSheet } from '@ec/contract/results/contests';
import type { Flag, ResultStatus, UnitStatus } from '@ec/contract/results/schemas';
import { officerRoles, type Role } from '@ec/contract/permissions/roles';
import { type RawBuilder, sql } from 'kysely';
import { coversColumn } from '../elections/queries.ts';
import type { Db } from '../../platform/database/database.ts';
import { likeEscaped } from '../../platform/database/sql-parts.ts';
import type { Control, Raised } from './decision-rules.ts';
import type { DeskRow } from './desk/desk-queries.ts';
import {
  FLAGGED,
  OTHER_SHEETS,
  SECOND_ENTRY_COLUMNS,
  type SecondEntryRow,
  SENDER_COLUMNS,
  TAKEOVER_COLUMNS,
  type TakeoverRow,
  WARD_DECIDES,
} from './queries.ts';

export interface ReviewFilter {
  electionId: ElectionId;
  source: Source;
  area: LocationId;
  flagged?: boolean | undefined;
  q?: string | undefined;
}

interface Part {
  limit: number;
  offset: number;
}

export interface ReviewRow extends TakeoverRow, SecondEntryRow, DeskRow {
  pollingUnitId: LocationId;
  code: string;
  name: string;
  registeredVoters: number | null;
  resultId: ResultId | null;
  resultStatus: ResultStatus | null;
  totalVotes: number | null;
  leading: string | null;
  flags: Flag[] | null;
  accredited: number | null;
  otherSheets: OtherSheet[] | null;
  photoDeclared: boolean;
  photoFileId: FileId | null;
  submittedAt: Date | null;
  /** Null where there is no result. */
  submittedBy: UserId | null;
  controls: Control[];
  device: string | null;
  wardDecides: boolean;
  dispute: Raised | null;
  officer: { id: UserId; name: string; role: Role; phone: string } | null;
}

/** The list's groups in its order: what waits for review first, then disputed, not reported, and decided. */
export const GROUPS = ['submitted', 'disputed', 'pending', 'approved', 'cancelled'] as const satisfies UnitStatus[];

/** How many units of each group there are. */
export type GroupSizes = Record<UnitStatus, number>;

/** The state of the results in each group but that of units without one, among which the returned stand. */
const STATUSES = {
  submitted: 'pending',
  approved: 'verified',
  disputed: 'disputed',
  cancelled: 'cancelled',
} as const satisfies Record<Exclude<UnitStatus, 'pending'>, ResultStatus>;

/** A failed check that stands. The situation room counts those of the sheet alone, not whether the accreditation of the day's sheets differs (ADR 0069). */
const flagged = ({ flagged: wanted }: Pick<ReviewFilter, 'flagged'>) =>
  wanted ? sql`and ${FLAGGED} and r.status not in ('returned', 'cancelled')` : sql``;

function searched({ q }: ReviewFilter): RawBuilder<unknown> | undefined {
  const text = likeEscaped(q ?? '');
  return text ? sql`and (u.search like lower(${`%${text}%`}) or u.code like ${`${text}%`})` : undefined;
}

/**
 * Results of the area. All of them are of units that the election covers: it takes results of no other, and what it covers is
 * fixed from then on. So units are only looked at where their names are searched.
 */
function reported(filter: ReviewFilter): RawBuilder<unknown> {
  const { first, last } = areaRange(filter.area);
  const search = searched(filter);
  return sql`from results r join elections e on e.id = r.election_id ${search ? sql`join locations u on u.id = r.polling_unit_id` : sql``}
    where r.election_id = ${filter.electionId} and r.source = ${filter.source}
      and r.polling_unit_id between ${first}::bigint and ${last}::bigint ${flagged(filter)} ${search ?? sql``}`;
}

/** Units of the area that the election covers and that have no result, or one that went back. */
function unreported(filter: ReviewFilter): RawBuilder<unknown> {
  const { first, last } = areaRange(filter.area);
  return sql`from locations u
    join elections e on e.id = ${filter.electionId}
    left join results r on r.polling_unit_id = u.id and r.election_id = e.id and r.source = ${filter.source}
    where u.type = 'polling_unit' and u.id between ${first}::bigint and ${last}::bigint
      and ${coversColumn(filter.electionId, 'u.id')}
      and (r.status is null or r.status = 'returned') ${flagged(filter)} ${searched(filter) ?? sql``}`;
}

const RESULT = sql`r.id as result_id, r.status, r.version, r.total_votes, r.leading_party, r.submitted_at`;

/** Part of one group, in the order of the units. */
async function listGroup(
  db: Db,
  filter: ReviewFilter,
  group: UnitStatus,
  { limit, offset }: Part,
): Promise<ReviewRow[]> {
  const roles = officerRoles(filter.source);
  const page =
    group === 'pending'
      ? sql`select u.id, ${RESULT} ${unreported(filter)} order by u.id`
      : sql`select r.polling_unit_id as id, ${RESULT} ${reported(filter)} and r.status = ${STATUSES[group]}
          order by r.polling_unit_id`;
  const { rows } = await sql<ReviewRow>`with page as (${page} limit ${limit} offset ${offset})
    select p.id as "pollingUnitId", u.code, u.name, u.registered_voters as "registeredVoters",
      p.result_id as "resultId", p.status as "resultStatus", p.total_votes as "totalVotes", p.leading_party as leading, v.flags, r.accredited, ${OTHER_SHEETS},
      coalesce(v.photo_declared, false) as "photoDeclared", v.photo_file_id as "photoFileId", p.submitted_at as "submittedAt", r.submitted_by as "submittedBy",
      ${SENDER_COLUMNS}, ${TAKEOVER_COLUMNS}, ${SECOND_ENTRY_COLUMNS}, ${WARD_DECIDES} as "wardDecides",
      (select json_build_object('raisedBy', d.raised_by, 'raisedRole', d.raised_role)
        from disputes d where d.result_id = r.id and d.resolved_at is null) as dispute,
      (select json_build_object('id', o.id, 'name', o.name, 'role', o.role, 'phone', o.phone) from users o
        where o.area_id = p.id and o.role in (${sql.join(roles)}) and o.status = 'ACTIVE' order by o.role desc limit 1) as officer
    from page p
    join locations u on u.id = p.id
    join elections e on e.id = ${filter.electionId}
    left join results r on r.id = p.result_id
    left join versions_with_photo v on v.result_id = p.result_id and v.version = p.version
    order by p.id`.execute(db);
  return rows;
}

/** One page of the groups, one after the other; `sizes` says how many units each of them has. */
export async function listReviewUnits(
  db: Db,
  filter: ReviewFilter,
  { groups, sizes, limit, offset }: Part & { groups: readonly UnitStatus[]; sizes: GroupSizes },
): Promise<ReviewRow[]> {
  const rows: ReviewRow[] = [];
  let before = 0;
  for (const group of groups) {
    const part = { limit: limit - rows.length, offset: Math.max(0, offset - before) };
    before += sizes[group];
    if (part.limit > 0 && part.offset < sizes[group]) rows.push(...(await listGroup(db, filter, group, part)));
  }
  return rows;
}

type StatusCounts = Partial<Record<ResultStatus, number>>;

async function countReported(db: Db, filter: ReviewFilter): Promise<StatusCounts> {
  const { rows } = await sql<{ status: ResultStatus; n: number }>`select r.status, count(*) as n ${reported(filter)}
    group by r.status`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.status, row.n]));
}

/** How many results of the area stand in each state, as the kept totals have it. */
async function readTallies(db: Db, { electionId, source, area }: ReviewFilter): Promise<StatusCounts> {
  const { first, last } = areaRange(area);
  const level = ['ward', 'lga'].includes(locationType(area)) ? 'ward' : 'lga';
  const { rows } = await sql<{ status: ResultStatus; n: number }>`select status, sum(units) as n from tallies
    where election_id = ${electionId} and source = ${source} and level = ${level}
      and area_id between ${first}::bigint and ${last}::bigint group by status`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.status, row.n]));
}

/** The sizes of the groups in the whole area, but of what is searched for; `units` are those that the election covers in it. */
export async function countGroups(db: Db, filter: ReviewFilter, units: number): Promise<GroupSizes> {
  const whole = { ...filter, q: undefined };
  const kept = !filter.flagged && locationType(filter.area) !== 'polling_unit';
  const {
    pending = 0,
    verified = 0,
    disputed = 0,
    cancelled = 0,
  } = await (kept ? readTallies : countReported)(db, whole);
  // A unit that has not reported has no check that failed.
  const silent = filter.flagged ? 0 : units - pending - verified - disputed - cancelled;
  return { submitted: pending, approved: verified, disputed, cancelled, pending: silent };
}

/** The sizes of the groups among what is searched for. */
export async function countSearched(db: Db, filter: ReviewFilter): Promise<GroupSizes> {
  const [counts, silent] = await Promise.all([
    countReported(db, filter),
    sql<{ n: number }>`select count(*) as n ${unreported(filter)}`.execute(db),
  ]);
  const { pending = 0, verified = 0, disputed = 0, cancelled = 0 } = counts;
  return { submitted: pending, approved: verified, disputed, cancelled, pending: silent.rows[0]?.n ?? 0 };
}
