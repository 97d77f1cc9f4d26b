import type { UserId } from '@ec/contract/base/common';
import type {
  ImportCounts,
  ImportKind,
  ImportProgress,
  ImportState,
  RegisterPreview,
} from '@ec/contract/geography/register-import';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { JOB_LOCK } from './import-repository.ts';
import { TREE_LOCK } from '../../../platform/database/tree-lock.ts';

/** True while any process stores a register. */
export async function importIsRunning(db: Db): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select exists (select from pg_locks
      where locktype = 'advisory' and mode = 'ExclusiveLock' and granted and objsubid = 1
        and (classid::bigint << 32) + objid::bigint = ${TREE_LOCK}
        and database = (select oid from pg_database where datname = current_database())) as held`.execute(db);
  return rows[0]?.held ?? false;
}

/** The second halves of the locks of all imports that are worked on now. */
async function jobsUnderWay(db: Db): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ job: number }>`select objid::bigint as job from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = ${JOB_LOCK}
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return new Set(rows.map(({ job }) => job));
}

export interface StoredImport {
  id: string;
  kind: ImportKind;
  state: ImportState;
  done: number;
  rows: number;
  counts: ImportCounts | null;
  error: ImportProgress['error'];
  fileName: string;
  sha256: Buffer | null;
  startedBy: UserId | null;
  starterName: string | null;
  createdAt: Date;
  endedAt: Date | null;
  /** It was found out what the file would change. */
  checked: boolean;
  treeChanges: number | null;
  /** A worker has it now. */
  running: boolean;
}

const COLUMNS = sql`i.id, i.kind, i.state, i.done, i.rows, i.counts, i.file_name as "fileName", i.file_sha256 as sha256,
  i.started_by as "startedBy", u.name as "starterName", i.created_at as "createdAt", i.ended_at as "endedAt",
  i.tree_changes is not null as checked, i.tree_changes as "treeChanges",
  hashtext(i.id::text)::bigint & 4294967295 as job`;
const FROM = sql`from register_imports i left join users u on u.id = i.started_by`;

type Row = Omit<StoredImport, 'running'> & { job: number };

async function load(db: Db, what: ReturnType<typeof sql>): Promise<StoredImport[]> {
  // In this order: a worker releases the lock of an import only after, or as, the end of the work is stored.
  const underWay = await jobsUnderWay(db);
  const { rows } = await sql<Row>`${what}`.execute(db);
  return rows.map(({ job, ...row }) => ({ ...row, running: underWay.has(job) }));
}

export async function findImport(db: Db, id: string): Promise<StoredImport | undefined> {
  return (await load(db, sql`select ${COLUMNS}, i.error ${FROM} where i.id = ${id}`))[0];
}

/** The latest imports, everybody's or one person's, newest first; without the lines that were refused. */
export async function listImports(db: Db, startedBy: UserId | null, limit: number): Promise<StoredImport[]> {
  const whose = startedBy === null ? sql`true` : sql`i.started_by = ${startedBy}`;
  return await load(
    db,
    sql`select ${COLUMNS},
        case when i.error is not null then jsonb_set(i.error, '{lines}', '[]') end as error
      ${FROM} where ${whose} order by i.created_at desc, i.id desc limit ${limit}`,
  );
}

export async function findPreview(db: Db, id: string): Promise<RegisterPreview | undefined> {
  const row = await db.selectFrom('register_imports').select('preview').where('id', '=', id).executeTakeFirst();
  return row?.preview ?? undefined;
}
