import type { FileId, UserId } from '@ec/contract/common';
import type { LocationId } from '@ec/contract/location-id';
import type { Db } from '../../platform/database.ts';
import type {} from '../../platform/tables.ts';

/** Whose picture the file is; undefined where it is nobody's, a sheet or of somebody deleted. */
export async function findPictureOwner(
  db: Db,
  fileId: FileId,
): Promise<{ id: UserId; area: LocationId | null } | undefined> {
  return await db
    .selectFrom('users as u')
    .innerJoin('files as f', 'f.id', 'u.profile_picture_id')
    .select(['u.id', 'u.area_id as area'])
    .where('u.profile_picture_id', '=', fileId)
    .where('f.purpose', '=', 'profile_picture')
    .where('u.status', '!=', 'DELETED')
    .executeTakeFirst();
}

export async function hasPicture(db: Db, userId: UserId): Promise<boolean> {
  const row = await db.selectFrom('users').select('profile_picture_id').where('id', '=', userId).executeTakeFirst();
  return Boolean(row?.profile_picture_id);
}
