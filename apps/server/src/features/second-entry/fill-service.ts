import { policyOf } from '@ec/contract/second-entry/policy';
import { systemWrite } from '../../platform/database/transact.ts';
import type { Platform } from '../../platform/http/context.ts';
import { secondEntryGround } from '../elections/second-entry-draw.ts';
import {
  type CandidateRow,
  candidatesOfElection,
  candidatesOfResults,
  changedElections,
  changedResults,
} from './fill-queries.ts';
import { insertEntries, moveFillProgress, takeFillTurn, voidEntries } from './repository.ts';

/** Links of the audit chain in one transaction. */
const BATCH = 2000;

const askedFor = (rows: readonly CandidateRow[]) =>
  rows.flatMap((row) => {
    const ground = secondEntryGround(policyOf(row.configuration), row);
    return ground === null ? [] : [{ ...row, ground }];
  });

/**
 * Brings the queue up to the end of the audit chain: sheets whose policy asks for a second entry join it once their photo is there, versions that no
 * longer count leave it. The place moves with the rows, so none is left out when a process dies.
 */
export async function fillQueue(platform: Platform, signal?: AbortSignal): Promise<void> {
  for (let more = true; more && signal?.aborted !== true; ) {
    more = await systemWrite(platform, async (write) => {
      const { tx } = write;
      const turn = await takeFillTurn(tx);
      if (!turn || turn.head <= turn.position) return false;
      const through = Math.min(turn.head, turn.position + BATCH);
      const results = await changedResults(tx, turn.position, through);
      for (const pollingUnitId of await voidEntries(tx, results)) {
        await write.emit({ type: 'second_entry.changed', pollingUnitId });
      }
      await insertEntries(tx, askedFor(await candidatesOfResults(tx, results)));
      for (const election of await changedElections(tx, turn.position, through)) {
        await insertEntries(tx, askedFor(await candidatesOfElection(tx, election)));
      }
      await moveFillProgress(tx, through);
      return through < turn.head;
    });
  }
}

const FRESH_MS = 1000;

/**
 * The same at most once a second in this process, for those who ask what waits. Not within a write: it would wait for a second connection while it
 * holds its own. A failure is left to the job, which runs each minute and reports it.
 */
export function createFill(platform: Platform): () => Promise<void> {
  let running: Promise<void> | undefined;
  let filledAt = 0;
  return async () => {
    const now = platform.clock.now().getTime();
    if (running === undefined && Math.abs(now - filledAt) >= FRESH_MS) {
      filledAt = now;
      running = fillQueue(platform)
        .catch(() => undefined)
        .finally(() => {
          running = undefined;
        });
    }
    await running;
  };
}
