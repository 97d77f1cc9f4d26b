import type { FileId, UserId } from '@ec/contract/common';
import type { LocationId } from '@ec/contract/location-id';
import { sql } from 'kysely';
import { inAreas } from '../../platform/area-filter.ts';
import { type Db, type Statements, statement } from '../../platform/database.ts';
import type {} from '../disputes/tables.ts';
import type {} from '../results/tables.ts';

export interface FileRow {
  id: FileId;
  sha256: Buffer;
  size: number;
  type: 'image/png' | 'image/jpeg';
}

/**
 * A picture that the person uploaded, the sheet of a result in the areas whose results they see, or a picture of a dispute in
 * those whose disputes they see; undefined for any other file.
 */
export async function findVisibleFile(
  db: Db,
  id: FileId,
  userId: UserId,
  areas: { sheets: readonly LocationId[]; disputes: readonly LocationId[] },
): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`select f.id, f.sha256, f.size, f.type from files f
    where f.id = ${id} and f.purpose = 'sheet' and (f.uploaded_by = ${userId} or exists (
      select from result_versions v join results r on r.id = v.result_id
      where v.sheet_file_id = f.id and ${inAreas('r.polling_unit_id', areas.sheets)}) or exists (
      select from dispute_entries n join disputes d on d.id = n.dispute_id
      where n.file_id = f.id and ${inAreas('d.polling_unit_id', areas.disputes)}))`.execute(db);
  return rows[0];
}

const selectOwn = statement<{ place: number }>(
  'files.own',
  `select k.place::int from unnest($1::uuid[], $2::uuid[]) with ordinality as k (file, person, place)
    join lateral (select from files where id = k.file and uploaded_by = k.person and purpose = 'sheet' limit 1) f on true`,
);

/** For each: true if there is such a picture and this person uploaded it: nobody attaches another's, or a profile picture. */
export async function ownFiles(
  db: Statements,
  files: readonly { fileId: FileId; userId: UserId }[],
): Promise<boolean[]> {
  if (files.length === 0) return [];
  const rows = await selectOwn(db, [files.map(({ fileId }) => fileId), files.map(({ userId }) => userId)]);
  const own = new Set(rows.map(({ place }) => place));
  return files.map((_, index) => own.has(index + 1));
}

export async function ownsFile(db: Db, fileId: FileId, userId: UserId): Promise<boolean> {
  return (await ownFiles(db, [{ fileId, userId }]))[0] ?? false;
}

/** A picture that was uploaded for a chat and is in no message. */
export interface UnsentPicture {
  id: FileId;
  sha256: Buffer;
  uploadedBy: UserId | null;
}

/** So many of those that are older than a day: whoever still meant to send one attaches it again. */
export async function unsentPictures(db: Db, limit: number): Promise<UnsentPicture[]> {
  const { rows } = await sql<UnsentPicture>`select f.id, f.sha256, f.uploaded_by as "uploadedBy" from files f
    where f.purpose = 'chat' and f.created_at < now() - interval '1 day'
      and not exists (select from chat_messages m where m.file_id = f.id)
    order by f.created_at limit ${limit}::int`.execute(db);
  return rows;
}
