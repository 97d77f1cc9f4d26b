import { ALERT_RULES } from '@ec/contract/alerts/schemas';
import { NATION } from '@ec/contract/geography/location-id';
import { readChainStand, standFaults } from '../../platform/audit/audit-stand.ts';
import { systemWrite } from '../../platform/database/transact.ts';
import type { Platform } from '../../platform/http/context.ts';
import { readJudgeStand } from './evidence-queries.ts';
import { judgeChain, judgeFaults } from './judge-rules.ts';
import { raiseAlerts } from './raise-service.ts';
import { listUnresolved, resolveAlerts } from './repository.ts';

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
