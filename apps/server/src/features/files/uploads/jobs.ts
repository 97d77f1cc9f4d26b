import { UPLOAD_KEPT_MS } from '@ec/contract/uploads/schemas';
import { systemWrite } from '../../../platform/database/transact.ts';
import type { Platform } from '../../../platform/http/context.ts';
import { type JobDefinition, job } from '../../../platform/jobs/jobs.ts';
import { notify } from '../../notifications/notify.ts';
import { removeUploadsBefore } from './repository.ts';

declare module '../../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'uploads.remove_unfinished': Record<string, never>;
  }
}

/** Removes uploads that were not finished in time, and notifies officers whose result still waits for the photo. */
export async function removeUnfinished(platform: Platform): Promise<void> {
  const before = new Date(platform.clock.now().getTime() - UPLOAD_KEPT_MS);
  await systemWrite(platform, async (write) => {
    for (const { userId, electionId, electionName, unitName, unitCode } of await removeUploadsBefore(
      write.tx,
      before,
    )) {
      await notify(write, {
        userIds: [userId],
        topic: 'results',
        type: 'warning',
        title: 'Photo not received',
        message: `The photo of your result of ${unitName} (${unitCode}) for ${electionName} did not arrive within 48 hours. Open this page on the phone that took it, or attach it again.`,
        actionUrl: `/submit-results?election=${electionId}`,
      });
    }
  });
}

export function uploadJobs(platform: Platform): JobDefinition[] {
  return [job('uploads.remove_unfinished', () => removeUnfinished(platform), '35 * * * *')];
}
