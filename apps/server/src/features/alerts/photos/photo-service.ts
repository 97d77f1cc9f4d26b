import { systemWrite } from '../../../platform/database/transact.ts';
import type { Platform } from '../../../platform/http/context.ts';
import { judgeNearPhotos } from './photo-rules.ts';
import { listNearPhotos, takePhotoTurn } from './photo-queries.ts';
import { raiseAlerts } from '../raise-service.ts';
import { movePhotoProgress } from '../repository.ts';

/** Links of the audit chain in one transaction. */
const BATCH = 500;

/**
 * Compares the photos that came since the last run with all others, in the order of the audit chain. The place moves with the alerts, so none is
 * left out when a process dies.
 */
export async function comparePhotos(platform: Platform, signal?: AbortSignal): Promise<void> {
  for (let more = true; more && signal?.aborted !== true; ) {
    more = await systemWrite(platform, async (write) => {
      const turn = await takePhotoTurn(write.tx);
      if (!turn || turn.head <= turn.position) return false;
      const through = Math.min(turn.head, turn.position + BATCH);
      const near = await listNearPhotos(write.tx, { after: turn.position, through });
      await raiseAlerts(
        write,
        near.map(({ one, other, bits }) => judgeNearPhotos(one, other, bits)),
      );
      await movePhotoProgress(write.tx, through);
      return through < turn.head;
    });
  }
}
