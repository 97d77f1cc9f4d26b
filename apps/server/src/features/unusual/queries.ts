import type { ElectionId, FileId, ResultId, UserId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { areaRange, type LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import type { ResultStatus } from '@ec/contract/results/schemas';
import type { UnusualCheck } from '@ec/contract/unusual/checks';
import type { UnusualStep } from '@ec/contract/unusual/schemas';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { areaColumn, inAreas } from '../../platform/database/places.ts';
import { personLink } from '../../platform/database/sql-parts.ts';
import type { EarlierElectionId } from '@ec/contract/unusual/earlier';
import { isDesk } from '../elections/queries.ts';
import type { UnitSheet } from './sheets.ts';

/** A result that stands, as the checks compare it. */
export interface SheetRow extends Omit<UnitSheet, 'votes' | 'others'> {
  resultId: ResultId;
  version: number;
  status: ResultStatus;
  code: string;
  name: string;
  photoFileId: FileId | null;
  /** Entered from the photo at the desk. */
  desk: boolean;
  /** In the order of the ballot, Others last. */
  allVotes: number[];
  /** The figures of the unit in the earlier election, with votes in the order of its own parties; null without one. */
  before: EarlierRow | null;
}

export interface EarlierRow {
  registered: number | null;
  accredited: number;
  votes: number[];
  others: number;
}

/** The figures of an earlier election, as a value of JSON; null where the join found none. */
export const earlierRow = sql`case when b.earlier_id is not null then json_build_object('registered', b.registered,
  'accredited', b.accredited, 'votes', b.votes, 'others', b.others) end`;

export interface CountOfArea {
  electionId: ElectionId;
  source: Source;
  area: LocationId;
}

/** The results of the area that were neither returned nor cancelled, in the order of the units, beside those of the earlier election. */
export async function listSheets(
  db: Db,
  { electionId, source, area }: CountOfArea,
  earlierId: EarlierElectionId | null = null,
): Promise<SheetRow[]> {
  const { first, last } = areaRange(area);
  const { rows } = await sql<SheetRow>`select r.id as "resultId", r.polling_unit_id as unit,
      ${areaColumn('r.polling_unit_id', 'ward')} as ward, r.version, r.status, u.code, u.name,
      coalesce(r.registered, u.registered_voters) as registered, r.accredited, r.votes as "allVotes",
      encode(v.sheet_sha256, 'hex') as photo, v.photo_file_id as "photoFileId", ${isDesk('r')} as desk, ${earlierRow} as before
    from results r join locations u on u.id = r.polling_unit_id
    join versions_with_photo v on v.result_id = r.id and v.version = r.version
    left join earlier_results b on b.earlier_id = ${earlierId}::uuid and b.polling_unit_id = r.polling_unit_id
    where r.election_id = ${electionId}::uuid and r.source = ${source} and r.status not in ('returned', 'cancelled')
      and r.polling_unit_id between ${first}::bigint and ${last}::bigint
    order by r.polling_unit_id`.execute(db);
  return rows;
}

export interface StepRow {
  resultId: ResultId;
  version: number;
  check: UnusualCheck;
  change: UnusualStep['change'];
  explanation: string;
  covers: string[];
  by: { id: UserId; name: string; role: Role };
  at: Date;
}

/** The steps about present versions of results in the area, oldest first. */
export async function listSteps(db: Db, { electionId, source, area }: CountOfArea): Promise<StepRow[]> {
  const { first, last } = areaRange(area);
  const { rows } = await sql<StepRow>`select s.result_id as "resultId", s.version, s.check_name as "check", s.change,
      s.explanation, s.covers, ${personLink('p')} as by, s.created_at as at
    from results r join unusual_steps s on s.result_id = r.id and s.version = r.version
    join users p on p.id = s.by_user_id
    where r.election_id = ${electionId}::uuid and r.source = ${source}
      and r.polling_unit_id between ${first}::bigint and ${last}::bigint
    order by s.id`.execute(db);
  return rows;
}

/** The LGAs with results in the areas: the first one, and those before and after the given one. */
export async function findLgas(
  db: Db,
  { electionId, source }: Omit<CountOfArea, 'area'>,
  areas: readonly LocationId[],
  lga: LocationId | null,
): Promise<{ first: LocationId | null; previous: LocationId | null; next: LocationId | null }> {
  const at = lga ?? 0;
  const { rows } = await sql<{ first: LocationId | null; previous: LocationId | null; next: LocationId | null }>`
    select min(area_id) as first, max(area_id) filter (where area_id < ${at}::bigint) as previous,
      min(area_id) filter (where area_id > ${at}::bigint) as next
    from tallies where election_id = ${electionId}::uuid and source = ${source} and level = 'lga' and units > 0
      and ${inAreas('area_id', areas)}`.execute(db);
  return rows[0] ?? { first: null, previous: null, next: null };
}

/** Where a result of the areas stands: its election, count and unit; undefined outside. */
export async function findPlaced(
  db: Db,
  areas: readonly LocationId[],
  id: ResultId,
): Promise<{ electionId: ElectionId; source: Source; unit: LocationId } | undefined> {
  const { rows } = await sql<{ electionId: ElectionId; source: Source; unit: LocationId }>`
    select r.election_id as "electionId", r.source, r.polling_unit_id as unit from results r
    where r.id = ${id}::uuid and ${inAreas('r.polling_unit_id', areas)}`.execute(db);
  return rows[0];
}
