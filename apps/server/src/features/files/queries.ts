import type { FileId, UserId } from '@ec/contract/common';
import type { LocationId } from '@ec/contract/location-id';
import { sql } from 'kysely';
import { inAreas } from '../../platform/area-filter.ts';
import type { Db } from '../../platform/database.ts';
import type {} from '../results/tables.ts';

export interface FileRow {
  id: FileId;
  sha256: Buffer;
  size: number;
  type: 'image/png' | 'image/jpeg';
}

/** A sheet that the person uploaded, or that of a result in the area they review; undefined for any other file. */
export async function findVisibleFile(
  db: Db,
  id: FileId,
  userId: UserId,
  areas: readonly LocationId[],
): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`select f.id, f.sha256, f.size, f.type from files f
    where f.id = ${id} and f.purpose = 'sheet' and (f.uploaded_by = ${userId} or exists (
      select from result_versions v join results r on r.id = v.result_id
      where v.sheet_file_id = f.id and ${inAreas('r.polling_unit_id', areas)}))`.execute(db);
  return rows[0];
}
