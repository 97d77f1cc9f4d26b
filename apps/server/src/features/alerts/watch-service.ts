import { ALERT_RULES } from '@ec/contract/alerts/schemas';
import { NATION } from '@ec/contract/geography/location-id';
import type { UserId } from '@ec/contract/base/common';
import { readChainStand, standFaults } from '../../platform/audit/audit-stand.ts';
import { systemWrite } from '../../platform/database/transact.ts';
import type { Platform, SystemWrite } from '../../platform/http/context.ts';
import { readJudgeStand } from './evidence-queries.ts';
import { judgeChain, judgeFaults, judgeSilence } from './judge-rules.ts';
import { raiseAlerts } from './raise-service.ts';
import { listUnresolved, movePhotoProgress, resolveAlerts } from './repository.ts';
import { listClosedElections, listSilentWards } from './silent-queries.ts';
import { notify } from '../notifications/notify.ts';
import { type EndedSnooze, takeEndedSnoozes } from './bulk-repository.ts';
import { urgencyOf } from './rules.ts';
import { judgeNearPhotos } from './photos/photo-rules.ts';
import { listNearPhotos, takePhotoTurn } from './photos/photo-queries.ts';

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

/** Silent wards per transaction. */
const WARDS = 300;
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
        const wards = await listSilentWards(write.tx, election, WARDS);
        return (await raiseAlerts(write, wards.map(judgeSilence))).length;
      });
    } while (raised > 0 && signal?.aborted !== true);
  }
}

const SNOOZES = 2000;

/** Notifies the person once, however many of their snoozes ended together. */
async function notifyBack(write: SystemWrite, userId: UserId, alerts: readonly EndedSnooze[]): Promise<void> {
  const [first, ...others] = alerts;
  const one = others.length === 0;
  await write.emit({ type: 'alert.read', userId });
  await notify(write, {
    userIds: [userId],
    topic: 'alerts',
    type: 'info',
    title: one ? 'A snoozed alert is back' : `${alerts.length} snoozed alerts are back`,
    message: 'The time of your snooze is over, and what they are about is not resolved.',
    actionUrl: one && first ? `/alerts?alert=${first.alertId}` : '/alerts',
    ...urgencyOf(alerts.map(({ priority }) => priority)),
  });
}

/** Shows alerts again whose snooze is over, and notifies the person who snoozed them. */
export async function bringBackSnoozed(platform: Platform, signal?: AbortSignal): Promise<void> {
  let ended: number;
  do {
    ended = await systemWrite(platform, async (write) => {
      const taken = await takeEndedSnoozes(write.tx, write.now, SNOOZES);
      for (const [userId, theirs] of Map.groupBy(taken.back, (each) => each.userId)) {
        await notifyBack(write, userId, theirs);
      }
      return taken.ended;
    });
  } while (ended > 0 && signal?.aborted !== true);
}

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
