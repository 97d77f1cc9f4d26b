import { createReadStream } from 'node:fs';
import type { Actor } from '../http/actor.ts';
import type { Platform } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import type { MadeImages, Recipe } from './image-messages.ts';
import type { Transact } from '../http/router.ts';

/** The audit event of an upload with a virus; routes that accept uploads declare it. */
export const FILE_REFUSED = 'file.refused';

export interface Upload {
  /** The kind of upload, as the audit log names it. */
  what: 'picture' | 'logo' | 'profile picture' | 'file of users' | 'register' | 'published sheets' | 'earlier results';
  /** In memory, or as a temporary file until it is scanned. */
  content: Buffer | { path: string };
}

async function noteRefused(actor: Actor, what: Upload['what'], found: string, transact: Transact): Promise<void> {
  await transact(async (write) => {
    await write.audit({ event: FILE_REFUSED, areaId: actor.area, next: { what, found } });
  });
}

/** Scans an upload before anything opens it. Throws FILE_HARMFUL for a virus, recorded in the audit log, and SCANNER_AWAY. */
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

/** The log's text for an image whose process crashed twice. A refused header or a busy machine is no sign of an attack. */
const NOT_OPENED = 'a picture that takes more memory than its header says';

/** Scans an uploaded image and makes its JPEGs; a harmful upload is recorded in the audit log. Throws what requireVirusFree and Images.make throw. */
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
