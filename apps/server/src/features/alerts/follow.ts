import { setTimeout as delay } from 'node:timers/promises';
import type { Platform, SystemWrite } from '../../platform/http/context.ts';
import { systemWrite } from '../../platform/database/system-write.ts';
import { findLink } from './evidence-queries.ts';
import { judgeMovedPlace, judgePassedOver } from './judge-rules.ts';
import { judge } from './judge-service.ts';
import { raiseAlerts } from './raise-service.ts';
import { moveProgress, takeTurn, type Turn } from './repository.ts';

type OnError = (error: unknown) => void;

/** As many links are judged in one transaction. */
const BATCH = 2000;
const POLL_MS = 1000;
/** What a busy moment linked is judged together: each judgement costs a dozen statements, however many links it is about. */
const GATHER_MS = 300;

/** A stretch with a link that cannot be judged, up to this position; it is halved until that link stands alone. */
type Faulty = number | null;

interface Step {
  outcome: 'all' | 'more' | 'busy';
  faulty: Faulty;
}

/** Classes of PostgreSQL's errors that values bring about: data, constraints, limits. */
const OF_VALUES = /^(?:22|23|54)/;

/** Whether what was judged is at fault, rather than the database or the way to it: nothing is passed over for those. */
function isOfValues(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  return error instanceof Error && 'code' in error && OF_VALUES.test(String(error.code));
}

/** Judges everything anew where the position lies beyond the chain: what was judged is not known then. */
async function setBack(write: SystemWrite, { position, last }: Turn): Promise<void> {
  await moveProgress(write.tx, 0);
  await raiseAlerts(write, [judgeMovedPlace({ position, last, at: write.now })]);
}

/** Leaves out the link after the position, unless another process has judged it meanwhile, and tells which it was. */
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
 * Judges the next stretch of the audit chain. The position moves in the transaction that raises the alerts: whichever
 * process dies when, each link is judged once.
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
 * Judges all that is linked, unless another process is at it. A long backlog takes half of the time that it could take. What
 * cannot be judged is told to `onError`, and does not keep anything else from being judged.
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

/** Follows the audit chain for as long as the process runs; answers how to stop it, which waits for what is under way. */
export function startAlerts(platform: Platform, onError: OnError): () => Promise<void> {
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
    running = followChain(platform, onError, () => stopped)
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
