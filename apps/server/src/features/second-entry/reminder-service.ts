import type { UserId } from '@ec/contract/base/common';
import { atLeast } from '@ec/contract/permissions/default-levels';
import { policyOf } from '@ec/contract/second-entry/policy';
import { systemWrite } from '../../platform/database/transact.ts';
import type { Platform, SystemWrite } from '../../platform/http/context.ts';
import { notify } from '../notifications/notify.ts';
import { NEAREST_FIRST } from '../results/decision-rules.ts';
import { findResolver, nearestResolvers } from '../users/in-charge-queries.ts';
import { lastVerdict, type LastVerdict, takeUnanswered } from './desk-queries.ts';
import { faultOf } from './desk-offer-service.ts';
import { type EntryRow, findEntry } from './queries.ts';
import { markReminded } from './repository.ts';
import { notArbiters } from './rules.ts';

/** Entries in one transaction. */
const BATCH = 50;

/** Who may have the desk version made: the nearest administrators of the unit who had no part in the sheet, and the arbiter. */
async function whoMayAct(write: SystemWrite, row: EntryRow, last: LastVerdict): Promise<UserId[]> {
  const { levels } = write.organisation;
  const filter = {
    pollingUnitId: row.pollingUnitId,
    roles: NEAREST_FIRST.filter((role) => atLeast(levels[role].disputes, 'write')),
    except: notArbiters(row),
    privilege: 'canManageResults',
    now: write.now,
  } as const;
  const nearest = await nearestResolvers(write.tx, filter);
  const arbiter = await findResolver(write.tx, filter, last.by);
  return [...nearest, ...(arbiter ? [arbiter.id] : [])];
}

async function remind(write: SystemWrite, row: EntryRow, last: LastVerdict): Promise<void> {
  const { deskMinutes } = policyOf(row.configuration);
  const minutes = `${deskMinutes} ${deskMinutes === 1 ? 'minute' : 'minutes'}`;
  await notify(write, {
    userIds: await whoMayAct(write, row, last),
    topic: 'results',
    type: 'warning',
    title: 'Officer did not answer',
    message: `The officer of ${row.name} (${row.code}), ${row.electionName}, has not corrected the result within ${minutes}. The figures that were entered from the photo can be used instead.`,
    actionUrl: `/second-entries?entry=${row.id}`,
  });
  await write.emit({ type: 'second_entry.changed', pollingUnitId: row.pollingUnitId });
}

/**
 * Notifies those who may have a desk version made once the officer's minutes are over, once for each entry. What was noted is stored with the notices, so
 * that none is sent twice and none is left out when a process dies.
 */
export async function remindUnanswered(platform: Platform, signal?: AbortSignal): Promise<void> {
  for (let more = true; more && signal?.aborted !== true; ) {
    more = await systemWrite(platform, async (write) => {
      const { tx, now } = write;
      const ids = await takeUnanswered(tx, now, BATCH);
      for (const id of ids) {
        const row = await findEntry(tx, id);
        const last = await lastVerdict(tx, id);
        if (row && last && !faultOf(row, last)) await remind(write, row, last);
      }
      await markReminded(tx, ids, now);
      return ids.length === BATCH;
    });
  }
}
