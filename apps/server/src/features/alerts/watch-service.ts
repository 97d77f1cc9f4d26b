import { ALERT_RULES } from '@ec/contract/alerts/schemas';
import { NATION } from '@ec/contract/geography/location-id';
import { readChainStand, standFaults } from '../../platform/audit/audit-stand.ts';
import { systemWrite } from '../../platform/database/transact.ts';
import type { Platform } from '../../platform/http/context.ts';
import { readJudgeStand } from './evidence-queries.ts';
import { judgeChain, judgeFaults, judgeSilence } from './judge-rules.ts';
import { raiseAlerts } from './raise-service.ts';
import { listUnresolved, resolveAlerts } from './repository.ts';
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

const RULE = 'audit_chain';

/**
 * Raises one alert while entries stay unlinked or unprocessed, or the end of the chain was changed; resolves it when that is over. An acknowledged
 * alert stays open for the same period.
 */
export async function watchChain(platform: Platform): Promise<void> {
  const { database, clock } = platform;
  const faults = [...standFaults(await readChainStand(database.db)), ...judgeFaults(await readJudgeStand(database.db))];
  const unresolved = await listUnresolved(database.db, RULE);
  if (faults.length > 0 === unresolved.length > 0) return;
  await systemWrite(platform, async (write) => {
    if (faults.length > 0) {
      await raiseAlerts(write, [judgeChain(faults, clock.now())]);
      return;
    }
    await resolveAlerts(write.tx, unresolved, clock.now());
    await write.auditAll(unresolved.map((id) => ({ event: 'alert.resolved', resourceId: id, areaId: NATION })));
    const { audience } = ALERT_RULES[RULE];
    await write.emitAll(unresolved.map((alertId) => ({ type: 'alert.changed', alertId, area: NATION, audience })));
  });
}
