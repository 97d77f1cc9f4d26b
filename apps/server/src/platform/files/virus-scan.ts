import { createReadStream } from 'node:fs';
import type { Actor } from '../http/actor.ts';
import type { Platform } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import type { MadeImages, Recipe } from './image-messages.ts';
import type { Transact } from '../http/router.ts';

/** The audit event of an upload in which something harmful was found; a route that takes uploads may leave it. */
export const FILE_REFUSED = 'file.refused';

interface Upload {
  /** What it was to be, as the log names it. */
  what: 'picture' | 'profile picture' | 'file of users' | 'register';
  /** In memory, or where it lies until it was looked at. */
  content: Buffer | { path: string };
}

async function noteRefused(actor: Actor, what: Upload['what'], found: string, transact: Transact): Promise<void> {
  await transact(async (write) => {
    await write.audit({ event: FILE_REFUSED, areaId: actor.area, next: { what, found } });
  });
}

/** Refuses an upload in which the scanner finds something, and notes in the log who sent it; before anything of it is opened. */
export async function requireVirusFree(
  { scanner }: Pick<Platform, 'scanner'>,
  actor: Actor,
  { what, content }: Upload,
  transact: Transact,
): Promise<void> {
  const found = await scanner.scan(Buffer.isBuffer(content) ? content : createReadStream(content.path));
  if (found === null) return;
  await noteRefused(actor, what, found, transact);
  throw new AppError('FILE_HARMFUL');
}

/** What the log says of a picture that brought its process to an end twice. A header that is refused, or a busy machine, is no sign of harm. */
const NOT_OPENED = 'a picture that takes more memory than its header says';

/** Makes the images of an uploaded picture, once the scanner has found nothing in it. Notes in the log who sent one that is refused as harmful. */
export async function openUpload(
  { scanner, images }: Pick<Platform, 'scanner' | 'images'>,
  actor: Actor,
  { what, content, recipe }: { what: Upload['what']; content: Buffer; recipe: Recipe },
  transact: Transact,
): Promise<MadeImages> {
  await requireVirusFree({ scanner }, actor, { what, content }, transact);
  try {
    return await images.make(actor.userId, content, recipe);
  } catch (error) {
    if (error instanceof AppError && error.code === 'IMAGE_NOT_OPENED')
      await noteRefused(actor, what, NOT_OPENED, transact);
    throw error;
  }
}
