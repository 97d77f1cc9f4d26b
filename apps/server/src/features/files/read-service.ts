import type { FileVariant } from '@ec/contract/files/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import { FileFault, readChecked } from '../../platform/files/checked-files.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { noteFault, readOrNote } from './fault-service.ts';
import { keyOf, type Preview, previewKey } from './keys.ts';
import type { FileRow, SheetRow } from './queries.ts';

type Reading = Pick<ReadContext, 'platform' | 'origin'>;

/** Throws FileFault where the row names another photo than was submitted. */
function requireSubmitted(file: FileRow | SheetRow): void {
  const submitted = 'submitted' in file ? file.submitted : [];
  if (submitted.some((digest) => !digest.equals(file.sha256))) {
    throw new FileFault('changed', keyOf(file.sha256, 'original'));
  }
}

/** The original, which must be what its row and each submission of it say. Throws FileFault. */
async function readOriginal({ platform }: Reading, file: FileRow | SheetRow): Promise<Buffer> {
  requireSubmitted(file);
  return await readChecked(platform.files, keyOf(file.sha256, 'original'), file.sha256, file.size);
}

/** Makes the preview again from the original, where the stored one is missing or changed, or has no digest. */
async function remakePreview(reading: Reading, actor: Actor, file: FileRow, variant: Preview): Promise<Buffer> {
  try {
    // Read only when its turn has come: a waiting call takes no memory, and no place among the readers of originals.
    const made = await reading.platform.images.make(actor.userId, () => readOriginal(reading, file), 'sheet');
    return made[variant];
  } catch (error) {
    // Said of an upload; here nothing was sent.
    if (error instanceof AppError && error.code === 'IMAGES_BUSY') throw new AppError('PHOTO_NOT_READY');
    throw error;
  }
}

async function readPreview(
  reading: Reading,
  actor: Actor,
  file: FileRow | SheetRow,
  variant: Preview,
): Promise<Buffer> {
  const { platform, origin } = reading;
  requireSubmitted(file);
  const digest = variant === 'view' ? file.viewSha256 : file.thumbnailSha256;
  if (digest === null) return await remakePreview(reading, actor, file, variant);
  try {
    return await readChecked(platform.files, previewKey(file.sha256, variant, digest), digest);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    await noteFault(platform, origin, file.id, error);
    return await remakePreview(reading, actor, file, variant);
  }
}

/** The file, checked before its first byte is sent: what is shown is what was received, or made of that. */
export async function readSheet(
  reading: Reading,
  actor: Actor,
  file: FileRow | SheetRow,
  variant: FileVariant,
): Promise<Buffer> {
  return await readOrNote(reading.platform, reading.origin, file.id, () =>
    variant === 'original' ? readOriginal(reading, file) : readPreview(reading, actor, file, variant),
  );
}
