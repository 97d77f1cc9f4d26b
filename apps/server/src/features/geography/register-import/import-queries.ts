import type { UserId } from '@ec/contract/base/common';
import type { ImportCounts, ImportKind, RegisterPreview } from '@ec/contract/geography/register-import';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { jobOf, loadJobs, TREE_LOCK } from '../../../platform/database/advisory-locks.ts';
import type { StoredStanding } from '../../../platform/jobs/import-standing.ts';
import { JOB_LOCK } from './import-repository.ts';

/** True while any process stores a register. */
export async function importIsRunning(db: Db): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select exists (select from pg_locks
      where locktype = 'advisory' and mode = 'ExclusiveLock' and granted and objsubid = 1
        and (classid::bigint << 32) + objid::bigint = ${TREE_LOCK}
        and database = (select oid from pg_database where datname = current_database())) as held`.execute(db);
  return rows[0]?.held ?? false;
}

export interface StoredImport extends StoredStanding {
  id: string;
  kind: ImportKind;
  counts: ImportCounts | null;
  sha256: Buffer | null;
  startedBy: UserId | null;
  starterName: string | null;
  treeChanges: number | null;
}

const COLUMNS = sql`i.id, i.kind, i.state, i.done, i.rows, i.counts, i.file_name as "fileName", i.file_sha256 as sha256,
  i.started_by as "startedBy", u.name as "starterName", i.created_at as "createdAt", i.ended_at as "endedAt",
  i.tree_changes is not null as checked, i.tree_changes as "treeChanges",
  ${jobOf(sql`i.id`)} as job`;
const FROM = sql`from register_imports i left join users u on u.id = i.started_by`;

const load = async (db: Db, what: RawBuilder<unknown>) => await loadJobs<StoredImport>(db, JOB_LOCK, what);

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
