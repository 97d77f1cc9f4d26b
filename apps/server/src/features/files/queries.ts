import type { FileId, UserId } from '@ec/contract/common';
import type { LocationId } from '@ec/contract/location-id';
import { sql } from 'kysely';
import { inAreas } from '../../platform/area-filter.ts';
import { type Db, statement } from '../../platform/database.ts';
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

const selectOwn = statement(
  'files.own',
  "select id from files where id = $1::uuid and uploaded_by = $2::uuid and purpose = 'sheet'",
);

/** True if there is such a picture and this person uploaded it: nobody attaches another's, or a profile picture. */
export async function ownsFile(db: Db, fileId: FileId, userId: UserId): Promise<boolean> {
  return (await selectOwn(db, [fileId, userId])).length > 0;
}
