import type { UserId } from '@ec/contract/base/common';
import type { ElectionType } from '@ec/contract/elections/schemas';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { MOST_LINES_LISTED, type RefusedLines } from '@ec/contract/geography/register-import';
import type { Role } from '@ec/contract/permissions/roles';
import type { EarlierElectionId, EarlierLink } from '@ec/contract/unusual/earlier';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { jobOf, loadJobs } from '../../../platform/database/advisory-locks.ts';
import { areaColumn, inAreas } from '../../../platform/database/places.ts';
import { personLink } from '../../../platform/database/sql-parts.ts';
import type { StoredStanding } from '../../../platform/jobs/import-standing.ts';
import { earlierRow, type EarlierRow } from '../queries.ts';

/** The first half of the advisory lock of an import's worker; the other half is the import's number. */
export const JOB_LOCK = 7_301_056;

export interface StoredEarlier extends StoredStanding {
  id: EarlierElectionId;
  name: string;
  type: ElectionType;
  electionDate: string;
  parties: string[];
  sha256: Buffer;
  importedBy: { id: UserId; name: string; role: Role };
  /** Elections whose checks compare with it. */
  uses: number;
}

const columns = (
  error: RawBuilder<unknown>,
) => sql`select b.id, b.name, b.type, b.election_date::text as "electionDate", b.parties,
    b.file_name as "fileName", b.file_sha256 as sha256, b.state, b.done, b.rows, ${error} as error,
    ${personLink('p')} as "importedBy", b.created_at as "createdAt", b.ended_at as "endedAt",
    b.state in ('waiting', 'completed') as checked, ${jobOf(sql`b.id`)} as job,
    (select count(*)::int from unusual_settings s where s.earlier_id = b.id) as uses
  from earlier_elections b join users p on p.id = b.imported_by`;
const WHOLE = columns(sql`b.error`);
const BRIEF = columns(sql`case when b.error is not null then jsonb_set(b.error, '{lines}', '[]') end`);

const load = async (db: Db, what: RawBuilder<unknown>) => await loadJobs<StoredEarlier>(db, JOB_LOCK, what);

/** An earlier election that is stored, or a file of the person. */
export async function findEarlier(db: Db, reader: UserId, id: EarlierElectionId): Promise<StoredEarlier | undefined> {
  const what = sql`${WHOLE} where b.id = ${id}::uuid and (b.state = 'completed' or b.imported_by = ${reader}::uuid)`;
  return (await load(db, what))[0];
}

/** The earlier elections that are stored, the latest first. */
export async function listStored(db: Db): Promise<StoredEarlier[]> {
  return await load(db, sql`${BRIEF} where b.state = 'completed' order by b.election_date desc, b.created_at desc`);
}

/** The latest files of the person that are not stored, newest first; without the lines that were refused. */
export async function listFiles(db: Db, reader: UserId, limit: number): Promise<StoredEarlier[]> {
  return await load(
    db,
    sql`${BRIEF} where b.imported_by = ${reader}::uuid and b.state <> 'completed' order by b.created_at desc, b.id limit ${limit}`,
  );
}

/** An earlier election that is stored; undefined where there is none. */
export async function findStored(db: Db, id: EarlierElectionId): Promise<EarlierLink | undefined> {
  const { rows } = await sql<EarlierLink>`select b.id, b.name, b.election_date::text as "electionDate", b.parties
    from earlier_elections b where b.id = ${id}::uuid and b.state = 'completed'`.execute(db);
  return rows[0];
}

/** The lines whose unit the register does not have. */
export async function strangeLines(db: Db, id: EarlierElectionId): Promise<RefusedLines> {
  const { rows } = await sql<{ line: number; unit: LocationId; count: number }>`select l.line,
      l.polling_unit_id as unit, count(*) over ()::int as count
    from earlier_results l left join locations u on u.id = l.polling_unit_id and u.type = 'polling_unit'
    where l.earlier_id = ${id}::uuid and u.id is null order by l.line limit ${MOST_LINES_LISTED}`.execute(db);
  const lines = rows.map(({ line, unit }) => ({ line, message: `${codeOf(unit)} is no polling unit of the register` }));
  return { count: rows[0]?.count ?? 0, lines };
}

/** The result of a unit in one earlier election, beside that of the one before it. */
export interface TrialRow extends EarlierRow {
  unit: LocationId;
  ward: LocationId;
  before: EarlierRow | null;
}

/** The results of an earlier election in the areas, in the order of the units. */
export async function listTrialRows(
  db: Db,
  {
    sampleId,
    earlierId,
    areas,
  }: { sampleId: EarlierElectionId; earlierId: EarlierElectionId | null; areas: readonly LocationId[] },
): Promise<TrialRow[]> {
  const { rows } =
    await sql<TrialRow>`select l.polling_unit_id as unit, ${areaColumn('l.polling_unit_id', 'ward')} as ward,
      l.registered, l.accredited, l.votes, l.others, ${earlierRow} as before
    from earlier_results l
    left join earlier_results b on b.earlier_id = ${earlierId}::uuid and b.polling_unit_id = l.polling_unit_id
    where l.earlier_id = ${sampleId}::uuid and ${inAreas('l.polling_unit_id', areas)}
    order by l.polling_unit_id`.execute(db);
  return rows;
}
