import type { Platform } from '../../platform/context.ts';
import { type JobDefinition, job } from '../../platform/jobs.ts';
import { systemWrite } from '../../platform/system-write.ts';
import { keyOf } from './keys.ts';
import { type UnsentPicture, unsentPictures } from './queries.ts';
import { forgetUnsent } from './repository.ts';

declare module '../../platform/jobs.ts' {
  interface JobPayloads {
    'files.forget_unsent': Record<string, never>;
  }
}

/** So many in one look; the next look takes the rest. */
const BATCH = 1000;

async function forget(platform: Platform, picture: UnsentPicture): Promise<void> {
  const { files } = platform;
  await systemWrite(platform, async (write) => {
    const { forgotten, contentFree } = await forgetUnsent(write.tx, picture);
    if (!forgotten) return;
    // Before the row's end is settled: a failure leaves the row, and the next look comes back to it.
    if (contentFree) {
      for (const variant of ['original', 'view', 'thumbnail'] as const) {
        await files.remove(keyOf(picture.sha256, variant));
      }
    }
    await write.audit({
      event: 'file.removed',
      resourceId: picture.id,
      previous: { sha256: picture.sha256.toString('hex'), uploadedBy: picture.uploadedBy, reason: 'never sent' },
    });
  });
}

/** Takes away pictures that were uploaded for a chat and that no message has come to hold within a day. */
export async function forgetUnsentPictures(platform: Platform, signal: AbortSignal): Promise<void> {
  for (const picture of await unsentPictures(platform.database.db, BATCH)) {
    if (signal.aborted) return;
    await forget(platform, picture);
  }
}

export function fileJobs(platform: Platform): JobDefinition[] {
  return [job('files.forget_unsent', (_payload, signal) => forgetUnsentPictures(platform, signal), '50 * * * *')];
}
