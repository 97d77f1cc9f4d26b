import { ALERT_RULES } from '@ec/contract/alerts/schemas';
import { parentOf } from '@ec/contract/geography/location-id';
import type { Platform, SystemWrite } from '../../platform/http/context.ts';
import { systemWrite } from '../../platform/database/transact.ts';
import { listAdministrators } from './queries.ts';
import { lockWaiting, storeLevels, type WaitingAlert } from './repository.ts';
import { officeOf } from './rules.ts';
import { notifyReaders } from './notify-readers.ts';

const BATCH = 300;
const MINUTE_MS = 60_000;

async function moveUp(write: SystemWrite, waiting: readonly WaitingAlert[]): Promise<void> {
  const { tx, now } = write;
  const administrators = await listAdministrators(
    tx,
    waiting.map(({ areaId }) => areaId),
    write,
  );
  const moves = waiting.map((alert) => {
    const { level, people } = officeOf(alert.areaId, parentOf(alert.level) ?? alert.level, administrators);
    return { alert, id: alert.id, level, people: people.map(({ id }) => id) };
  });
  await storeLevels(tx, moves, now);
  await write.auditAll(
    moves.map(({ alert, id, level }) => ({
      event: 'alert.escalated',
      resourceId: id,
      areaId: alert.areaId,
      previous: { levelId: alert.level },
      next: { levelId: level },
    })),
  );
  await write.emitAll(
    moves.map(({ alert, id }) => ({
      type: 'alert.changed',
      alertId: id,
      area: alert.areaId,
      audience: ALERT_RULES[alert.rule].audience,
    })),
  );
  const [left, others] = [moves.filter(({ alert }) => alert.left), moves.filter(({ alert }) => !alert.left)];
  await notifyReaders(write, others, (title) => `Not acknowledged below you: ${title}`);
  await notifyReaders(write, left, (title) => `Left without an owner: ${title}`);
}

/**
 * Escalates alerts that were not acknowledged in the set time, or whose owner is gone, to the next level above with an active administrator, at last to the nation. One level
 * per run, so each level has its own time.
 */
export async function escalateAlerts(platform: Platform, signal?: AbortSignal): Promise<void> {
  const { settings } = await platform.organisation.current();
  const time = settings.notifications.alertRules.escalateAfter * MINUTE_MS;
  const before = new Date(platform.clock.now().getTime() - time);
  let moved: number;
  do {
    moved = await systemWrite(platform, async (write) => {
      const waiting = await lockWaiting(write.tx, { before, now: write.now, limit: BATCH });
      if (waiting.length > 0) await moveUp(write, waiting);
      return waiting.length;
    });
  } while (moved > 0 && signal?.aborted !== true);
}
