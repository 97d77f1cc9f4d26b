import { setTimeout as delay } from 'node:timers/promises';
import type { Platform, SystemWrite } from '../../platform/http/context.ts';
import { systemWrite } from '../../platform/database/transact.ts';
import { findLink } from './evidence-queries.ts';
import { judgeMovedPlace, judgePassedOver } from './judge-rules.ts';
import { judge } from './judge-service.ts';
import { raiseAlerts } from './raise-service.ts';
import { moveProgress, takeTurn, type Turn } from './repository.ts';

type OnError = (error: unknown) => void;

/** Number of links processed in one transaction. */
const BATCH = 2000;
const POLL_MS = 1000;
/** Delay before processing, so that links of a burst are processed together: each run costs a dozen statements, however many links it covers. */
const GATHER_MS = 300;

/** End of a range that contains a link which cannot be processed; the range is halved until that link is alone. */
type Faulty = number | null;

interface Step {
  outcome: 'all' | 'more' | 'busy';
  faulty: Faulty;
}

/** PostgreSQL error classes caused by values: data, constraints, limits. */
const OF_VALUES = /^(?:22|23|54)/;

/** Whether the entry is at fault, rather than the database or the connection, for which nothing is skipped. */
function isOfValues(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  return error instanceof Error && 'code' in error && OF_VALUES.test(String(error.code));
}

/** Processes the chain from the start if the position is beyond its end: then it is unknown what was processed. */
async function setBack(write: SystemWrite, { position, last }: Turn): Promise<void> {
  await moveProgress(write.tx, 0);
  await raiseAlerts(write, [judgeMovedPlace({ position, last, at: write.now })]);
}

/** Skips the link after the position, unless another process has processed it meanwhile, and raises an alert that names it. */
async function passOver(platform: Platform, after: number, cause: unknown, onError: OnError): Promise<void> {
  const link = await systemWrite(platform, async ({ tx }) => {
    const turn = await takeTurn(tx);
    if (turn?.position !== after) return undefined;
    await moveProgress(tx, after + 1);
    return await findLink(tx, after + 1);
  });
  if (!link) return;
  onError(new Error(`Entry ${link.entryId} (position ${link.position}) could not be judged`, { cause }));
  await systemWrite(platform, async (write) => void (await raiseAlerts(write, [judgePassedOver(link)])));
}

/**
 * Processes the next range of the audit chain. The position moves in the transaction that raises the alerts, so each link is processed exactly once
 * even if a process dies.
 */
async function followBatch(platform: Platform, faulty: Faulty, onError: OnError): Promise<Step> {
  let tried: { after: number; through: number } | undefined;
  try {
    return await systemWrite(platform, async (write): Promise<Step> => {
      const turn = await takeTurn(write.tx);
      if (!turn) return { outcome: 'busy', faulty: null };
      const { position: after, afterEntry, head, last } = turn;
      if (after > last) {
        await setBack(write, turn);
        return { outcome: 'more', faulty: null };
      }
      if (head <= after) return { outcome: 'all', faulty: null };
      const half = faulty !== null && faulty > after ? Math.ceil((faulty - after) / 2) : BATCH;
      const through = Math.min(head, after + half);
      tried = { after, through };
      await raiseAlerts(write, await judge(write.tx, { after, through, afterEntry }, write.organisation.settings));
      await moveProgress(write.tx, through);
      return { outcome: through < head ? 'more' : 'all', faulty: faulty !== null && faulty > through ? faulty : null };
    });
  } catch (error) {
    if (!tried || !isOfValues(error)) throw error;
    if (tried.through > tried.after + 1) return { outcome: 'more', faulty: tried.through };
    await passOver(platform, tried.after, error, onError);
    return { outcome: 'more', faulty: null };
  }
}

/**
 * Processes everything linked, unless another process is doing so. On a long backlog it pauses half of the time. Errors go to `onError` and do not
 * stop the other entries.
 */
export async function followChain(
  platform: Platform,
  onError: OnError,
  isOver: () => boolean = () => false,
): Promise<void> {
  for (let faulty: Faulty = null; ; ) {
    const begin = performance.now();
    if (isOver()) return;
    const step: Step = await followBatch(platform, faulty, onError);
    if (step.outcome !== 'more') return;
    ({ faulty } = step);
    await delay(performance.now() - begin);
  }
}

/** Follows the audit chain while the process runs; returns the stop function, which waits for the work in progress. */
export function startAlerts(platform: Platform, onError: OnError): () => Promise<void> {
  let stopped = false;
  let signalled = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function lookIn(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(look, milliseconds);
    timer.unref();
  }

  function look(): void {
    signalled = false;
    running = followChain(platform, onError, () => stopped)
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (!stopped) lookIn(signalled ? GATHER_MS : POLL_MS);
      });
  }

  const forget = platform.auditChain.onLinked(() => {
    // Only the first entry of a burst sets the timer: later ones must not postpone it.
    if (!signalled && !running) lookIn(GATHER_MS);
    signalled = true;
  });
  look();
  return async () => {
    stopped = true;
    forget();
    clearTimeout(timer);
    await running;
  };
}
