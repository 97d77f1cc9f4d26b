import type { FileId, UserId } from '@ec/contract/base/common';
import { OPEN_UPLOADS } from '@ec/contract/uploads/schemas';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** An upload on its way; `fileId` once it was checked and stored. Sizes in bytes. */
export interface Upload {
  id: FileId;
  userId: UserId;
  sha256: Buffer;
  size: number;
  received: number;
  fileId: FileId | null;
  createdAt: Date;
}

export async function findUpload(db: Db, id: FileId): Promise<Upload | undefined> {
  const { rows } = await sql<Upload>`select id, user_id as "userId", sha256, size, received, file_id as "fileId",
      created_at as "createdAt" from uploads where id = ${id}`.execute(db);
  return rows[0];
}

/** Adds an upload; where the person has too many, their oldest go. */
export async function addUpload(
  db: Db,
  { id, userId, sha256, size, createdAt }: Pick<Upload, 'id' | 'userId' | 'sha256' | 'size' | 'createdAt'>,
): Promise<void> {
  await sql`with old as (
      delete from uploads where id in (
        select id from uploads where user_id = ${userId} order by created_at desc, id desc offset ${OPEN_UPLOADS - 1}::int)
      returning id
    ), parts as (delete from upload_parts where upload_id in (select id from old))
    insert into uploads (id, user_id, sha256, size, created_at)
      values (${id}, ${userId}, ${sha256}, ${size}, ${createdAt})`.execute(db);
}

/** Adds bytes that begin at `startsAt`. False where the upload does not stand there, and then nothing is stored. */
export async function addPart(db: Db, id: FileId, startsAt: number, bytes: Buffer): Promise<boolean> {
  const { rows } = await sql`with moved as (
      update uploads set received = received + ${bytes.length}::int
        where id = ${id} and received = ${startsAt}::int and received + ${bytes.length}::int <= size returning id)
    insert into upload_parts (upload_id, starts_at, bytes) select id, ${startsAt}::int, ${bytes}::bytea from moved
    returning upload_id`.execute(db);
  return rows.length === 1;
}

/** All that has arrived, in one piece. */
export async function readContent(db: Db, id: FileId): Promise<Buffer> {
  const { rows } = await sql<{ bytes: Buffer }>`select bytes from upload_parts where upload_id = ${id}
    order by starts_at`.execute(db);
  return Buffer.concat(rows.map(({ bytes }) => bytes));
}

/** Notes what the upload became; its bytes are in the file's store now. */
export async function finishUpload(db: Db, id: FileId, fileId: FileId): Promise<void> {
  await sql`with parts as (delete from upload_parts where upload_id = ${id})
    update uploads set file_id = ${fileId} where id = ${id}`.execute(db);
}

export async function removeUpload(db: Db, id: FileId): Promise<void> {
  await sql`with parts as (delete from upload_parts where upload_id = ${id}) delete from uploads where id = ${id}`.execute(
    db,
  );
}

/** An upload that was removed unfinished, with the unit and election of each result that waits for its photo. */
export interface Abandoned {
  userId: UserId;
  electionId: string | null;
  electionName: string | null;
  unitName: string | null;
  unitCode: string | null;
}

/** Removes the uploads begun before the moment. */
export async function removeUploadsBefore(db: Db, before: Date): Promise<Abandoned[]> {
  const { rows } = await sql<Abandoned>`with gone as (
      delete from uploads where created_at < ${before} returning id, user_id, sha256, file_id
    ), parts as (delete from upload_parts where upload_id in (select id from gone))
    select distinct g.user_id as "userId", e.id as "electionId", e.name as "electionName", u.name as "unitName", u.code as "unitCode"
    from gone g
    join versions_with_photo v on v.submitted_by = g.user_id and v.photo_declared and v.sheet_sha256 = g.sha256
      and v.photo_file_id is null
    join results r on r.id = v.result_id and r.version = v.version
    join elections e on e.id = r.election_id
    join locations u on u.id = r.polling_unit_id
    where g.file_id is null`.execute(db);
  return rows;
}
