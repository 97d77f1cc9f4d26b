import type { FileId, UserId } from '@ec/contract/base/common';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { describePicture } from './picture-files.ts';

function selectPerson(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'role', 'area_id as area', 'profile_picture_id as pictureId'])
    .where('status', '!=', 'DELETED');
}
export type PicturedPerson = NonNullable<Awaited<ReturnType<typeof findPicturedPerson>>>;

export async function findPicturedPerson(db: Db, id: UserId) {
  return await selectPerson(db).where('id', '=', id).executeTakeFirst();
}

/** Locks the user's row until the transaction ends, so that concurrent new pictures replace each other in order. */
export async function lockPicturedPerson(tx: Tx, id: UserId): Promise<PicturedPerson | undefined> {
  return await selectPerson(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export type NewPicture = ReturnType<typeof describePicture> & { id: FileId; uploadedBy: UserId; now: Date };

/** Stores the user's new picture; the old one is replaced. */
export async function replacePicture(
  tx: Tx,
  userId: UserId,
  { uploadedBy, now, ...file }: NewPicture,
  previous: FileId | null,
): Promise<void> {
  await tx
    .insertInto('files')
    .values({ ...file, uploaded_by: uploadedBy })
    .execute();
  await tx
    .updateTable('users')
    .set({ profile_picture_id: file.id, updated_at: now })
    .where('id', '=', userId)
    .execute();
  if (previous)
    await tx.deleteFrom('files').where('id', '=', previous).where('purpose', '=', 'profile_picture').execute();
}
