import { IMPORT_KEPT_MS } from '@ec/contract/geography/register-import';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Platform, SystemWrite } from '../../platform/http/context.ts';
import { job, type JobDefinition } from '../../platform/jobs/jobs.ts';
import { systemWrite } from '../../platform/database/transact.ts';
import { keyOf, partsOf, pictureKey } from './keys.ts';
import { type UnhashedSheet, unhashedSheets, type UnusedFile, unusedFiles, withoutRow } from './queries.ts';
import { deleteFile, insertPhotoHash, isContentFree, isReferred } from './repository.ts';
import { readChecked } from '../../platform/files/checked-files.ts';
import { AppError } from '../../platform/http/errors.ts';

/** In one run, which is every minute: uploads use the same processes. */
const HASHES = 100;
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
  for (const sheet of await unhashedSheets(platform.database.db, HASHES)) {
    if (signal.aborted) return;
    const hash = await hashOf(platform, sheet);
    await systemWrite(platform, async ({ tx }) => await insertPhotoHash(tx, sheet.id, hash));
  }
}

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'files.remove_unused': Record<string, never>;
    'files.photo_hashes': Record<string, never>;
  }
}

/** So many in one look; the next look takes the rest. */
const BATCH = 1000;
const DAY_MS = 24 * 3_600_000;

async function removeContent(files: FileStore, write: SystemWrite, file: UnusedFile): Promise<boolean> {
  if (file.purpose === 'profile_picture') {
    const { deleted } = await deleteFile(write.tx, file);
    if (!deleted) return false;
    for (const variant of ['full', 'thumbnail'] as const) await files.remove(pictureKey(file.id, variant));
    return true;
  }
  const { deleted, alike } = await deleteFile(write.tx, file);
  if (!deleted) return false;
  const needed = new Set(alike.flatMap(partsOf).map(({ key }) => key));
  for (const { key } of partsOf(file)) if (!needed.has(key)) await files.remove(key);
  return true;
}

/** Removes the file unless something has come to refer to it. */
async function removeUnused(platform: Platform, file: UnusedFile): Promise<void> {
  try {
    await systemWrite(platform, async (write) => {
      // Before the row's end is settled: a failure leaves the row, and the next look comes back to it.
      if (!(await removeContent(platform.files, write, file))) return;
      await write.audit({
        event: 'file.removed',
        resourceId: file.id,
        previous: { sha256: file.sha256.toString('hex'), uploadedBy: file.uploadedBy, reason: 'never used' },
      });
    });
  } catch (error) {
    if (!isReferred(error)) throw error;
  }
}

const SHEET_KEY = /^(?:original|view|thumbnail)\/[\da-f]{2}\/([\da-f]{64})(?:-[\da-f]{16})?$/;
const PICTURE_KEY = /^picture-(?:full|thumbnail)\/[\da-f]{2}\/([\da-f-]{36})$/;
const REGISTER_KEY = /^imports\//;

interface Stray {
  key: string;
  digest?: string;
  id?: string;
}

/** Removes those of the keys that no row names. Of a sheet's content only while no row can come to name it. */
async function removeStrays(platform: Platform, strays: readonly Stray[]): Promise<void> {
  const digests = strays.flatMap(({ digest }) => digest ?? []);
  const ids = strays.flatMap(({ id }) => id ?? []);
  const free = await withoutRow(platform.database.db, { digests, ids });
  for (const { key, digest, id } of strays) {
    if (!free.has(digest ?? id ?? '')) continue;
    if (digest === undefined) await platform.files.remove(key);
    else {
      await systemWrite(platform, async ({ tx }) => {
        if (await isContentFree(tx, Buffer.from(digest, 'hex'))) await platform.files.remove(key);
      });
    }
  }
}

/** Removes content that broken uploads left without a row, and registers that were not decided on in time. */
async function sweepStore(platform: Platform, signal: AbortSignal): Promise<void> {
  let strays: Stray[] = [];
  const flush = async () => {
    const found = strays;
    strays = [];
    await removeStrays(platform, found);
  };
  for await (const { key, storedAt } of platform.files.list()) {
    if (signal.aborted) return;
    const age = Date.now() - storedAt.getTime();
    if (REGISTER_KEY.test(key) && age > IMPORT_KEPT_MS) await platform.files.remove(key);
    if (age < DAY_MS) continue;
    const digest = SHEET_KEY.exec(key)?.[1];
    const id = PICTURE_KEY.exec(key)?.[1];
    if (digest !== undefined) strays.push({ key, digest });
    else if (id !== undefined) strays.push({ key, id });
    if (strays.length >= BATCH) await flush();
  }
  await flush();
}

/** Removes after a day what belongs to nothing: sheets never submitted, pictures never sent, attachments abandoned, registers not decided on. */
export async function removeUnusedFiles(platform: Platform, signal: AbortSignal): Promise<void> {
  for (const file of await unusedFiles(platform.database.db, BATCH)) {
    if (signal.aborted) return;
    await removeUnused(platform, file);
  }
  await sweepStore(platform, signal);
}

export function fileJobs(platform: Platform): JobDefinition[] {
  return [
    job('files.remove_unused', (_payload, signal) => removeUnusedFiles(platform, signal), '50 * * * *'),
    job('files.photo_hashes', (_payload, signal) => hashStoredSheets(platform, signal), '* * * * *'),
  ];
}
