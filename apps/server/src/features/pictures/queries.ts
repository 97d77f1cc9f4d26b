import type { FileId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Db } from '../../platform/database/database.ts';

export interface PictureRow {
  /** The id of the person shown. */
  id: UserId;
  area: LocationId | null;
  pictureId: FileId;
  sha256: Buffer;
  /** Null in older rows. */
  thumbnailSha256: Buffer | null;
}

/** A user's picture; undefined for other files and pictures of deleted users. */
export async function findPicture(db: Db, fileId: FileId): Promise<PictureRow | undefined> {
  return await db
    .selectFrom('users as u')
    .innerJoin('files as f', 'f.id', 'u.profile_picture_id')
    .select(['u.id', 'u.area_id as area', 'f.id as pictureId', 'f.sha256', 'f.thumbnail_sha256 as thumbnailSha256'])
    .where('u.profile_picture_id', '=', fileId)
    .where('f.purpose', '=', 'profile_picture')
    .where('u.status', '!=', 'DELETED')
    .executeTakeFirst();
}

export async function hasPicture(db: Db, userId: UserId): Promise<boolean> {
  const row = await db.selectFrom('users').select('profile_picture_id').where('id', '=', userId).executeTakeFirst();
  return Boolean(row?.profile_picture_id);
}
