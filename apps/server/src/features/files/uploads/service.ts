import type { FileId, UserId } from '@ec/contract/base/common';
import type { StoredSheet } from '@ec/contract/files/schemas';
import type { Actor } from '../../../platform/http/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Transact } from '../../../platform/http/router.ts';
import { findStoredFile } from '../queries.ts';
import { type JoinPhoto, storeSheet } from '../service.ts';
import { finishUpload, findUpload, readContent, removeUpload, type Upload } from './repository.ts';

/** The person's upload; throws UPLOAD_NOT_FOUND for another's as for none. */
export async function requireOwnUpload(db: Db, id: FileId, userId: UserId): Promise<Upload> {
  const upload = await findUpload(db, id);
  if (upload?.userId !== userId) throw new AppError('UPLOAD_NOT_FOUND');
  return upload;
}

/**
 * Makes a file of an upload that has arrived whole, and joins it to what declared it; asked again it answers the same. Throws
 * UPLOAD_ELSEWHERE while bytes are missing, FILE_NOT_ANNOUNCED (and forgets the upload) where they have another SHA-256, and what
 * storing a sheet throws; then the upload stays and may be finished later.
 */
export async function finishSheet(
  platform: Platform,
  id: FileId,
  { actor, join }: { actor: Actor; join: JoinPhoto },
  transact: Transact,
): Promise<StoredSheet> {
  const { db } = platform.database;
  const { sha256, size, received, fileId } = await requireOwnUpload(db, id, actor.userId);
  const file = fileId && (await findStoredFile(db, fileId));
  if (file) {
    const photo = { id: file.id, sha256, userId: actor.userId };
    const joined = await transact(async (write) => {
      write.noChange();
      return await join(write, photo);
    });
    return { ...file, joined };
  }
  if (received < size) throw new AppError('UPLOAD_ELSEWHERE', { received, size });
  try {
    const content = await readContent(db, id);
    const stored = await storeSheet(
      platform,
      content,
      { actor, purpose: 'sheet', announced: sha256.toString('hex'), join },
      transact,
    );
    await finishUpload(db, id, stored.id);
    return stored;
  } catch (error) {
    if (error instanceof AppError && error.code === 'FILE_NOT_ANNOUNCED') await removeUpload(db, id);
    throw error;
  }
}
