import type { AlertId } from '@ec/contract/alerts/schemas';
import type { UserId } from '@ec/contract/base/common';
import { systemWrite } from '../../platform/database/transact.ts';
import type { Platform, SystemWrite } from '../../platform/http/context.ts';
import { notify } from '../notifications/notify.ts';
import { takeEndedSnoozes } from './bulk-repository.ts';

const BATCH = 2000;

/** Notifies the person once, however many of their snoozes ended together. */
async function notifyBack(write: SystemWrite, userId: UserId, alerts: readonly AlertId[]): Promise<void> {
  const [first, ...others] = alerts;
  const one = others.length === 0;
  await write.emit({ type: 'alert.read', userId });
  await notify(write, {
    userIds: [userId],
    topic: 'alerts',
    type: 'info',
    title: one ? 'A snoozed alert is back' : `${alerts.length} snoozed alerts are back`,
    message: 'The time of your snooze is over, and what they are about is not resolved.',
    actionUrl: one ? `/alerts?alert=${first}` : '/alerts',
  });
}

/** Shows alerts again whose snooze is over, and notifies the person who snoozed them. */
export async function bringBackSnoozed(platform: Platform, signal?: AbortSignal): Promise<void> {
  let ended: number;
  do {
    ended = await systemWrite(platform, async (write) => {
      const taken = await takeEndedSnoozes(write.tx, write.now, BATCH);
      for (const [userId, theirs] of Map.groupBy(taken.back, (each) => each.userId)) {
        await notifyBack(
          write,
          userId,
          theirs.map(({ alertId }) => alertId),
        );
      }
      return taken.ended;
    });
  } while (ended > 0 && signal?.aborted !== true);
}
