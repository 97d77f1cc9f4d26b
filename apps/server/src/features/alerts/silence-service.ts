import { systemWrite } from '../../platform/database/transact.ts';
import type { Platform } from '../../platform/http/context.ts';
import { judgeSilence } from './judge-rules.ts';
import { raiseAlerts } from './raise-service.ts';
import { listClosedElections, listSilentWards } from './silent-queries.ts';

/** Wards per transaction. */
const BATCH = 300;
const HOUR_MS = 3_600_000;

/**
 * Raises an alert for each ward with silent units after the set hour, while election mode is on. Wards with an alert are skipped, so an interrupted
 * run continues where it stopped.
 */
export async function watchSilence(platform: Platform, signal?: AbortSignal): Promise<void> {
  const { electionMode, settings } = await platform.organisation.current();
  if (!electionMode) return;
  const after = settings.notifications.alertRules.silentUnitsAfter * HOUR_MS;
  const closedBy = new Date(platform.clock.now().getTime() - after);
  for (const election of await listClosedElections(platform.database.db, closedBy)) {
    let raised: number;
    do {
      raised = await systemWrite(platform, async (write) => {
        const wards = await listSilentWards(write.tx, election, BATCH);
        return (await raiseAlerts(write, wards.map(judgeSilence))).length;
      });
    } while (raised > 0 && signal?.aborted !== true);
  }
}
