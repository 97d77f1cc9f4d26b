import { readChecked } from '../../platform/files/checked-files.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/http/context.ts';
import { systemWrite } from '../../platform/database/transact.ts';
import { keyOf } from './keys.ts';
import { type UnhashedSheet, unhashedSheets } from './queries.ts';
import { insertPhotoHash } from './repository.ts';

/** In one run, which is every minute: uploads use the same processes. */
const BATCH = 100;
/** The photo is not at fault: it is tried again in the next run. */
const LATER: readonly string[] = ['IMAGES_BUSY', 'UNAVAILABLE'];

/** What is written on the stored photo; null where it cannot be read; the reader of the photo is notified of that. */
async function hashOf({ files, images }: Platform, sheet: UnhashedSheet): Promise<string | null> {
  try {
    const read = () => readChecked(files, keyOf(sheet.sha256, 'original'), sheet.sha256, sheet.size);
    return (await images.make(sheet.uploadedBy, read, 'sheet')).inkHash;
  } catch (error) {
    if (error instanceof AppError && LATER.includes(error.code)) throw error;
    return null;
  }
}

/** Fills in the hashes of photos that were stored before there were any. */
export async function hashStoredSheets(platform: Platform, signal: AbortSignal): Promise<void> {
  for (const sheet of await unhashedSheets(platform.database.db, BATCH)) {
    if (signal.aborted) return;
    const hash = await hashOf(platform, sheet);
    await systemWrite(platform, async ({ tx }) => await insertPhotoHash(tx, sheet.id, hash));
  }
}
