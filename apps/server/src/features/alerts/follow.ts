import { setTimeout as delay } from 'node:timers/promises';
import type { Platform } from '../../platform/context.ts';
import { systemWrite } from '../../platform/system-write.ts';
import { judge } from './judge-service.ts';
import { raiseAlerts } from './raise-service.ts';
import { moveProgress, takeTurn } from './repository.ts';

/** As many links are judged in one transaction. */
const BATCH = 2000;
const POLL_MS = 1000;
/** What a busy moment linked is judged together: each judgement costs a dozen statements, however many links it is about. */
const GATHER_MS = 300;

/**
 * Judges the next stretch of the audit chain. The position moves in the transaction that raises the alerts: whichever
 * process dies when, each link is judged once.
 */
async function followBatch(platform: Platform): Promise<'all' | 'more' | 'busy'> {
  return await systemWrite(platform, async (write) => {
    const turn = await takeTurn(write.tx);
    if (!turn) return 'busy';
    const { position: after, afterEntry, head } = turn;
    if (head <= after) return 'all';
    const through = Math.min(head, after + BATCH);
    await raiseAlerts(write, await judge(write.tx, { after, through, afterEntry }, write.organisation.settings));
    await moveProgress(write.tx, through);
    return through < head ? 'more' : 'all';
  });
}

/** Judges all that is linked, unless another process is at it. A long backlog takes half of the time that it could take. */
export async function followChain(platform: Platform, isOver: () => boolean = () => false): Promise<void> {
  for (;;) {
    const begin = performance.now();
    if (isOver() || (await followBatch(platform)) !== 'more') return;
    await delay(performance.now() - begin);
  }
}

/** Follows the audit chain for as long as the process runs; answers how to stop it, which waits for what is under way. */
export function startAlerts(platform: Platform, onError: (error: unknown) => void): () => Promise<void> {
  let stopped = false;
  let told = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function lookIn(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(look, milliseconds);
    timer.unref();
  }

  function look(): void {
    told = false;
    running = followChain(platform, () => stopped)
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (!stopped) lookIn(told ? GATHER_MS : POLL_MS);
      });
  }

  const forget = platform.auditChain.onLinked(() => {
    // Only the first of a moment sets the time: those that follow it must not put it off.
    if (!told && !running) lookIn(GATHER_MS);
    told = true;
  });
  look();
  return async () => {
    stopped = true;
    forget();
    clearTimeout(timer);
    await running;
  };
}
