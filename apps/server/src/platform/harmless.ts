import { createReadStream } from 'node:fs';
import type { Actor } from './actor.ts';
import type { Platform } from './context.ts';
import { AppError } from './errors.ts';
import type { Transact } from './router.ts';

/** The audit event of an upload in which something harmful was found; a route that takes uploads may leave it. */
export const FILE_REFUSED = 'file.refused';

interface Upload {
  /** What it was to be, as the log names it. */
  what: 'picture' | 'profile picture' | 'file of users' | 'register';
  /** In memory, or where it lies until it was looked at. */
  content: Buffer | { path: string };
}

/** Refuses an upload in which the scanner finds something, and notes in the log who sent it; before anything of it is opened. */
export async function requireHarmless(
  { scanner }: Pick<Platform, 'scanner'>,
  actor: Actor,
  { what, content }: Upload,
  transact: Transact,
): Promise<void> {
  const found = await scanner.scan(Buffer.isBuffer(content) ? content : createReadStream(content.path));
  if (found === null) return;
  await transact(async (write) => {
    await write.audit({ event: FILE_REFUSED, areaId: actor.area, next: { what, found } });
  });
  throw new AppError('FILE_HARMFUL');
}
