import type { ElectionId, FileId, ResultId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { AffectedKind } from '@ec/contract/margin-of-lead/kinds';
import type { AffectedUnitEntry, AffectedUnitId } from '@ec/contract/margin-of-lead/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import type { ResultStatus } from '@ec/contract/results/schemas';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { inAreas } from '../../platform/database/places.ts';
import { allOf, likeEscaped, personLink } from '../../platform/database/sql-parts.ts';

export interface AffectedRow {
  id: AffectedUnitId | null;
  unit: LocationId;
  kind: AffectedKind;
  pvcCollected: number | null;
  registered: number | null;
  /** Of its official result; null without one. */
  status: ResultStatus | null;
  electionId: ElectionId;
  code: string;
  name: string;
  ground: string;
  resultId: ResultId | null;
  fileIds: FileId[];
  version: number;
  recordedBy: { id: UserId; name: string; role: Role } | null;
  updatedAt: Date;
  withdrawn: boolean;
}

const FILES = sql`array(select x.file_id from affected_unit_files x where x.entry_id = (
  select max(n.id) from affected_unit_entries n where n.affected_unit_id = a.id) order by x.file_id)`;

const RECORDED = sql`select a.id, a.election_id, a.polling_unit_id as unit, a.kind, a.ground, a.pvc_collected, a.version,
    ${personLink('p')} as recorded_by, a.updated_at, a.withdrawn_at is not null as withdrawn, ${FILES} as files
  from affected_units a join users p on p.id = a.recorded_by`;

/** Results that a review cancelled, in units of which nothing is recorded. */
const cancelled = (electionId: ElectionId) => sql`select null::uuid as id, r.election_id, r.polling_unit_id as unit,
    case when 'OVER_VOTING' = any (r.flags) then 'cancelled_overvoting' else 'cancelled_other' end as kind,
    'Result cancelled in review' as ground, null::int as pvc_collected, 0 as version, null::json as recorded_by, r.updated_at,
    false as withdrawn, '{}'::uuid[] as files
  from results r where r.election_id = ${electionId}::uuid and r.source = 'official' and r.status = 'cancelled'
    and not exists (select from affected_units a where a.election_id = r.election_id
      and a.polling_unit_id = r.polling_unit_id and a.withdrawn_at is null)`;

const COLUMNS = sql`u.id, u.election_id as "electionId", u.unit, l.code, l.name, u.kind, u.ground, u.pvc_collected as "pvcCollected",
  l.registered_voters as registered, r.id as "resultId", r.status, u.files as "fileIds", u.version,
  u.recorded_by as "recordedBy", u.updated_at as "updatedAt", u.withdrawn`;

const select = (units: RawBuilder<unknown>, where: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql<
  AffectedRow & { total: number }
>`select ${COLUMNS}, count(*) over () as total from (${units}) u join locations l on l.id = u.unit
    left join results r on r.election_id = u.election_id and r.polling_unit_id = u.unit and r.source = 'official'
  where ${where} ${rest}`;

export interface AffectedFilter {
  electionId: ElectionId;
  areas: readonly LocationId[];
  kind?: AffectedKind | undefined;
  q?: string | undefined;
}

const SORTS = {
  code: sql`order by u.unit`,
  updatedAt: sql`order by u.updated_at desc, u.unit`,
} as const;
export type AffectedSort = keyof typeof SORTS;
export const isAffectedSort = (sort: string): sort is AffectedSort => sort in SORTS;

/** One page of the units in the areas: what is recorded, and what reviews cancelled. */
export async function listAffected(
  db: Db,
  { electionId, areas, kind, q }: AffectedFilter,
  { sort, limit, offset }: { sort: AffectedSort; limit: number; offset: number },
): Promise<{ rows: AffectedRow[]; total: number }> {
  const words = q && `%${likeEscaped(q)}%`;
  const conditions = [
    inAreas('u.unit', areas),
    ...(kind ? [sql`u.kind = ${kind}`] : []),
    ...(words ? [sql`(l.code ilike ${words} or l.name ilike ${words} or u.ground ilike ${words})`] : []),
  ];
  const recorded = sql`${RECORDED} where a.election_id = ${electionId}::uuid and a.withdrawn_at is null`;
  const units = sql`${recorded} union all ${cancelled(electionId)}`;
  const { rows } = await select(
    units,
    allOf(conditions),
    sql`${SORTS[sort]} limit ${limit}::int offset ${offset}::int`,
  ).execute(db);
  if (rows.length > 0 || offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  const all = await select(units, allOf(conditions), sql`limit 1`).execute(db);
  return { rows, total: all.rows[0]?.total ?? 0 };
}

/** What is recorded of the units, and what reviews cancelled there. */
export async function listAffectedAt(
  db: Db,
  electionId: ElectionId,
  units: readonly LocationId[],
): Promise<AffectedRow[]> {
  const recorded = sql`${RECORDED} where a.election_id = ${electionId}::uuid and a.withdrawn_at is null`;
  const all = sql`${recorded} union all ${cancelled(electionId)}`;
  const { rows } = await select(all, sql`u.unit = any (${`{${units.join(',')}}`}::bigint[])`, sql``).execute(db);
  return rows;
}

/** The registered voters of those of the units that there are; null where the register has no number. */
export async function registeredAt(db: Db, units: readonly LocationId[]): Promise<Map<LocationId, number | null>> {
  const { rows } = await sql<{ id: LocationId; registered: number | null }>`
    select id, registered_voters as registered from locations
    where type = 'polling_unit' and id = any (${`{${units.join(',')}}`}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, registered }) => [id, registered]));
}

/** A record in the areas, withdrawn or not. */
export async function findAffected(
  db: Db,
  areas: readonly LocationId[],
  id: AffectedUnitId,
): Promise<AffectedRow | undefined> {
  const { rows } = await select(sql`${RECORDED} where a.id = ${id}::uuid`, inAreas('u.unit', areas), sql``).execute(db);
  return rows[0];
}

export type EntryRow = Omit<AffectedUnitEntry, 'at'> & { at: Date };

/** The history of a record, oldest first. */
export async function listAffectedEntries(db: Db, id: AffectedUnitId): Promise<EntryRow[]> {
  const { rows } =
    await sql<EntryRow>`select n.id, n.change, n.kind, n.ground, n.pvc_collected as "pvcCollected", n.reason,
      array(select x.file_id from affected_unit_files x where x.entry_id = n.id order by x.file_id) as "fileIds",
      ${personLink('p')} as by, n.created_at as at
    from affected_unit_entries n join users p on p.id = n.by_user_id where n.affected_unit_id = ${id}::uuid
    order by n.id`.execute(db);
  return rows;
}
