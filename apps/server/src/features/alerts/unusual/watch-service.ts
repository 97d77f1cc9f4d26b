import type { ElectionId } from '@ec/contract/base/common';
import { systemWrite } from '../../../platform/database/transact.ts';
import type { Platform, SystemWrite } from '../../../platform/http/context.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { checkArea, onlyMode, requireSettings } from '../../unusual/check-service.ts';
import { toMark } from '../../unusual/mark-answers.ts';
import { raiseAlerts } from '../raise-service.ts';
import { moveUnusualProgress } from '../repository.ts';
import { judgeMark } from '../judge-rules.ts';
import {
  hasAlertingChecks,
  listChangedElections,
  listCountedLgas,
  listMovedWards,
  takeUnusualTurn,
  type WatchedArea,
} from './watch-queries.ts';

/** Links of the audit chain in one transaction. */
const BATCH = 500;

/** Raises alerts about the markings of an area that were not closed. Those raised before are not raised again. */
async function raiseFor(write: SystemWrite, area: WatchedArea): Promise<void> {
  const settings = onlyMode(await requireSettings(write.tx, area.electionId), 'alert');
  const checked = await checkArea(write.tx, area, settings);
  const open = checked.marks.filter(({ closed }) => !closed);
  await raiseAlerts(
    write,
    open.map((mark) => judgeMark(toMark(mark, checked, new Map(), null), area)),
  );
}

/**
 * Looks at the wards whose results changed since the last run, in the order of the audit chain, so that a marking is noticed that arose because a
 * neighbour's sheet arrived. The place moves with the alerts, so none is left out when a process dies. No submission waits for it.
 */
export async function watchUnusual(platform: Platform, signal?: AbortSignal): Promise<void> {
  for (let more = true; more && signal?.aborted !== true; ) {
    more = await systemWrite(platform, async (write) => {
      const { tx } = write;
      const turn = await takeUnusualTurn(tx);
      if (!turn || turn.head <= turn.position) return false;
      if (!(await hasAlertingChecks(tx))) {
        await moveUnusualProgress(tx, turn.head);
        return false;
      }
      const links = { after: turn.position, through: Math.min(turn.head, turn.position + BATCH) };
      for (const electionId of await listChangedElections(tx, links))
        await addJob(tx, 'alerts.unusualElection', { electionId }, { key: `alerts.unusual:${electionId}` });
      for (const ward of await listMovedWards(tx, links)) await raiseFor(write, ward);
      await moveUnusualProgress(tx, links.through);
      return links.through < turn.head;
    });
  }
}

/** Raises alerts about what stands in an election already, LGA by LGA, after its checks were changed. */
export async function sweepElection(platform: Platform, electionId: ElectionId, signal?: AbortSignal): Promise<void> {
  for (const lga of await listCountedLgas(platform.database.db, electionId)) {
    if (signal?.aborted === true) throw new Error('stopped before all LGAs were looked at');
    await systemWrite(platform, async (write) => await raiseFor(write, lga));
  }
}
