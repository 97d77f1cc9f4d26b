import type { UserId } from '@ec/contract/base/common';
import type { ElectionType } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { areaRange } from '@ec/contract/geography/location-id';
import type { ImportState } from '@ec/contract/geography/register-import';
import type { Role } from '@ec/contract/permissions/roles';
import type { EarlierElection, EarlierElectionId, EarlierLink } from '@ec/contract/unusual/earlier';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { areaColumn } from '../../../platform/database/place-columns.ts';
import { personLink } from '../../../platform/database/sql-parts.ts';
import { type EarlierRow, earlierRow } from '../queries.ts';

/** The first half of the advisory lock of an import's worker; the other half is the import's number. */
export const JOB_LOCK = 7_301_056;

export interface StoredEarlier {
  id: EarlierElectionId;
  name: string;
  type: ElectionType;
  electionDate: string;
  parties: string[];
  fileName: string;
  sha256: Buffer;
  state: ImportState;
  done: number;
  rows: number;
  error: EarlierElection['error'];
  importedBy: { id: UserId; name: string; role: Role };
  createdAt: Date;
  endedAt: Date | null;
  /** It was found out what the file holds. */
  checked: boolean;
  /** A worker has it now. */
  running: boolean;
  /** Elections whose checks compare with it. */
  uses: number;
}

type Row = Omit<StoredEarlier, 'running'> & { job: number };

const columns = (
  error: RawBuilder<unknown>,
) => sql`select b.id, b.name, b.type, b.election_date::text as "electionDate", b.parties,
    b.file_name as "fileName", b.file_sha256 as sha256, b.state, b.done, b.rows, ${error} as error,
    ${personLink('p')} as "importedBy", b.created_at as "createdAt", b.ended_at as "endedAt",
    b.state in ('waiting', 'completed') as checked, hashtext(b.id::text)::bigint & 4294967295 as job,
    (select count(*)::int from unusual_settings s where s.earlier_id = b.id) as uses
  from earlier_elections b join users p on p.id = b.imported_by`;
const WHOLE = columns(sql`b.error`);
const BRIEF = columns(sql`case when b.error is not null then jsonb_set(b.error, '{lines}', '[]') end`);

async function load(db: Db, what: RawBuilder<unknown>): Promise<StoredEarlier[]> {
  // In this order: a worker releases the lock of an import only after, or as, the end of the work is stored.
  const held = await sql<{ job: number }>`select objid::bigint as job from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = ${JOB_LOCK}
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  const underWay = new Set(held.rows.map(({ job }) => job));
  const { rows } = await sql<Row>`${what}`.execute(db);
  return rows.map(({ job, ...row }) => ({ ...row, running: underWay.has(job) }));
}

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

/** The lines whose unit the register does not have: how many, and the first of them. */
export async function strangeLines(
  db: Db,
  id: EarlierElectionId,
  limit: number,
): Promise<{ count: number; lines: { line: number; unit: LocationId }[] }> {
  const { rows } = await sql<{ line: number; unit: LocationId; count: number }>`select l.line,
      l.polling_unit_id as unit, count(*) over ()::int as count
    from earlier_results l left join locations u on u.id = l.polling_unit_id and u.type = 'polling_unit'
    where l.earlier_id = ${id}::uuid and u.id is null order by l.line limit ${limit}`.execute(db);
  return { count: rows[0]?.count ?? 0, lines: rows.map(({ line, unit }) => ({ line, unit })) };
}

/** The result of a unit in one earlier election, beside that of the one before it. */
export interface TrialRow extends EarlierRow {
  unit: LocationId;
  ward: LocationId;
  before: EarlierRow | null;
}

/** The results of an earlier election in an area, in the order of the units. */
export async function listTrialRows(
  db: Db,
  { sampleId, earlierId, area }: { sampleId: EarlierElectionId; earlierId: EarlierElectionId | null; area: LocationId },
): Promise<TrialRow[]> {
  const { first, last } = areaRange(area);
  const { rows } =
    await sql<TrialRow>`select l.polling_unit_id as unit, ${areaColumn('l.polling_unit_id', 'ward')} as ward,
      l.registered, l.accredited, l.votes, l.others, ${earlierRow} as before
    from earlier_results l
    left join earlier_results b on b.earlier_id = ${earlierId}::uuid and b.polling_unit_id = l.polling_unit_id
    where l.earlier_id = ${sampleId}::uuid and l.polling_unit_id between ${first}::bigint and ${last}::bigint
    order by l.polling_unit_id`.execute(db);
  return rows;
}
