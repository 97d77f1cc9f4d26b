import type { FileId } from '@ec/contract/base/common';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { FilePurpose } from '../../platform/database/tables/shared.ts';
import type { FileDigests } from './keys.ts';
import { SUBMITTED, VERSIONS_OF_FILE } from './queries.ts';

/** A file as the database has it, with what the submissions say of it. */
export interface StoredRow extends FileDigests {
  id: FileId;
  purpose: FilePurpose;
  /** The digests that the versions of results and forms hold of it, and the receipts' numbers of those that differ from the row's. */
  submitted: Buffer[];
  differing: string[];
  used: boolean;
}

const COLUMNS = sql`f.id, f.purpose, f.sha256, f.view_sha256 as "viewSha256", f.thumbnail_sha256 as "thumbnailSha256",
  ${SUBMITTED} as submitted,
  array(select v.submission_id from ${VERSIONS_OF_FILE} v where v.sha256 <> f.sha256
    union all select v.submission_id from collation_photos p
      join collation_versions v on v.collation_id = p.collation_id and v.version = p.version
      where p.file_id = f.id and p.sha256 <> f.sha256 order by 1) as differing,
  exists (select from ${VERSIONS_OF_FILE} v) or exists (select from dispute_entries where file_id = f.id)
  or exists (select from affected_unit_files where file_id = f.id)
    or exists (select from collation_photos where file_id = f.id)
    or exists (select from published_sheets where file_id = f.id)
    or exists (select from ballot_parties where logo_file_id = f.id)
    or exists (select from approval_entry_files where file_id = f.id)
    or exists (select from chat_messages where file_id = f.id)
    or exists (select from users where profile_picture_id = f.id) as used`;

const FIRST = '00000000-0000-0000-0000-000000000000';
const PART = 500;

/** All files, a part at a time, in the order of their ids. */
export async function* storedRows(db: Db): AsyncGenerator<StoredRow> {
  for (let after: string = FIRST; ; ) {
    const { rows }: { rows: StoredRow[] } = await sql<StoredRow>`select ${COLUMNS} from files f
      where f.id > ${after} order by f.id limit ${PART}`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PART) return;
    after = last.id;
  }
}

export async function countFiles(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from files`.execute(db);
  return rows[0]?.count ?? 0;
}

/** False once the file was removed, as by the job while others are read. */
export async function isStored(db: Db, id: FileId): Promise<boolean> {
  return (await sql`select from files where id = ${id}`.execute(db)).rows.length > 0;
}

/** The files whose rows have one of the contents. */
export async function filesWith(db: Db, digests: readonly Buffer[]): Promise<FileId[]> {
  const { rows } = await sql<{ id: FileId }>`select id from files
    where sha256 = any (${digests.map((digest) => `\\x${digest.toString('hex')}`)}::bytea[]) order by id limit 10`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The files whose row is not what the audit log says of its upload; profile pictures have no such entry. */
export async function filesNotAsAudited(db: Db): Promise<FileId[]> {
  const { rows } = await sql<{ id: FileId }>`with audited as materialized (
      select resource_id, array_agg(distinct
        array[new_values->>'sha256', new_values->>'viewSha256', new_values->>'thumbnailSha256']) as digests
      from audit_entries where event = 'file.uploaded' group by resource_id
    )
    select f.id from files f left join audited t on t.resource_id = f.id::text
    where (t.digests is not null or f.purpose <> 'profile_picture') and t.digests is distinct from
      array[array[encode(f.sha256, 'hex'), encode(f.view_sha256, 'hex'), encode(f.thumbnail_sha256, 'hex')]]
    order by f.id`.execute(db);
  return rows.map(({ id }) => id);
}
