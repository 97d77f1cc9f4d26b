import type { Clock } from '../runtime/clock.ts';
import type { Database } from '../database/database.ts';
import type { Channel, Gateway } from './gateway.ts';
import { type Gateways, LOG_GATEWAY } from './gateways.ts';
import { newId } from '../runtime/ids.ts';
import {
  backOffMs,
  DeliveryError,
  endedAway,
  errorText,
  isOwnFailure,
  type Outcome,
  pauseMs,
} from './message-rules.ts';
import { type Claimed, claim, expireMessages, isStillDue, markFailed, markSent, release } from './outbox.ts';

export interface Messages {
  /** Signals that messages may be waiting: after the commit that queued one, and at start. */
  wake(): void;
  /** Tries the channel's gateway at once, even if it is paused. */
  resume(channel: Channel): void;
  /** The gateway of each channel, and whether it is paused. */
  gateways(): Record<Channel, { name: string; paused: boolean }>;
  /** Whether the channel has a gateway, so that a message leaves the system; without one it is only written to the server's log. */
  carries(channel: Channel): boolean;
  /** Finishes the sends in progress and releases the other claimed messages. */
  stop(): Promise<void>;
}

/** Messages claimed at once, and how many of those are sent in parallel. */
const ROUND = 40;
const SIDE_BY_SIDE = 8;
/** Number of messages tried on a gateway that was unavailable, and of consecutive failures that end a round. */
const PROBE = 3;
/** How long a claim lasts, and when a round stops sending so as to finish before that. */
const LEASE_MS = 3 * 60_000;
const LAST_SEND_MS = 2 * 60_000;
/** How often each process looks for messages that other processes left and for due retries. */
const POLL_MS = 5000;

interface Lane {
  wake(): void;
  resume(): void;
  readonly paused: boolean;
  stop(): Promise<void>;
}

interface Sent extends Outcome {
  message: Claimed;
}

interface Tools {
  database: Database;
  clock: Clock;
  onError: (error: unknown) => void;
}

async function attempt(gateway: Gateway, message: Claimed, { onError }: Tools): Promise<DeliveryError | null> {
  try {
    await gateway.send(message);
    return null;
  } catch (error) {
    if (error instanceof DeliveryError) return error;
    // Only the error's name: its message may contain the text that was sent.
    onError(new Error(`${gateway.name}: ${error instanceof Error ? error.name : typeof error}`));
    return new DeliveryError('failed', 'The gateway could not be used');
  }
}

/** Sends the claimed messages, some in parallel; stops when every send fails. */
async function sendRound(
  gateway: Gateway,
  messages: readonly Claimed[],
  tools: Tools & { goOn: () => boolean },
): Promise<Sent[]> {
  const waiting = [...messages];
  const round: Sent[] = [];
  let moment = 0;
  let inARow = 0;
  async function work(): Promise<void> {
    while (inARow < PROBE && tools.goOn()) {
      const message = waiting.shift();
      if (!message) return;
      if (!(await isStillDue(tools.database, message.id, tools.clock.now()))) continue;
      const began = moment++;
      const error = await attempt(gateway, message, tools);
      inARow = error?.kind === 'away' || error?.kind === 'silent' ? inARow + 1 : 0;
      round.push({ message, error, began, ended: moment++ });
      // Immediately, so that as few messages as possible are sent twice if this process ends now.
      if (!error) await markSent(tools.database, message.id, gateway.name, tools.clock.now());
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  return round;
}

async function noteFailures(
  gateway: Gateway,
  round: readonly Sent[],
  { database, clock, claimId }: Tools & { claimId: string },
): Promise<void> {
  for (const sent of round) {
    const { message, error } = sent;
    if (!error) continue;
    const now = clock.now();
    const counts = isOwnFailure(sent, round);
    const wait = counts && error.kind !== 'refused' ? backOffMs(message.attempts + 1, Math.random()) : undefined;
    const later = wait === undefined ? null : new Date(now.getTime() + wait);
    await markFailed(database, message.id, {
      claim: claimId,
      gateway: gateway.name,
      error: errorText(error, message.secret),
      counts,
      retryAt: counts ? later : now,
      now,
    });
  }
}

/** Sends one channel's messages through its gateway; the channels do not wait for each other. */
function createLane(channel: Channel, gateway: Gateway, tools: Tools): Lane {
  const { database, clock, onError } = tools;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let pausedUntil: Date | null = null;
  let badRounds = 0;

  const paused = (): boolean => pausedUntil !== null && pausedUntil > clock.now();

  function pause(round: readonly Sent[]): void {
    badRounds++;
    const asked = Math.max(0, ...round.map(({ error }) => error?.retryAfterMs ?? 0));
    pausedUntil = new Date(clock.now().getTime() + pauseMs(badRounds, Math.random(), asked));
  }

  async function run(): Promise<void> {
    again = false;
    const now = clock.now();
    await expireMessages(database, now);
    if (paused()) return;
    const claimId = newId<string>();
    const limit = badRounds > 0 ? PROBE : ROUND;
    const until = new Date(now.getTime() + LEASE_MS);
    const messages = await claim(database, channel, { claim: claimId, now, until, limit });
    if (messages.length === 0) return;
    const lastSend = now.getTime() + LAST_SEND_MS;
    const goOn = () => !stopped && clock.now().getTime() < lastSend;
    const round = await sendRound(gateway, messages, { ...tools, goOn });
    await noteFailures(gateway, round, { ...tools, claimId });
    const tried = new Set(round.map(({ message }) => message.id));
    await release(
      database,
      claimId,
      messages.map(({ id }) => id).filter((id) => !tried.has(id)),
    );
    if (endedAway(round)) pause(round);
    else if (round.length > 0) badRounds = 0;
    if (messages.length === limit && !paused()) again = true;
  }

  function wakeLater(): void {
    clearTimeout(timer);
    if (stopped) return;
    const pause = paused() && pausedUntil ? pausedUntil.getTime() - clock.now().getTime() : POLL_MS;
    timer = setTimeout(wake, Math.min(pause, POLL_MS));
    timer.unref();
  }

  function wake(): void {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    running = run()
      .catch((error: unknown) => {
        again = false;
        onError(error);
      })
      .finally(() => {
        running = undefined;
        if (again) wake();
        else wakeLater();
      });
  }

  return {
    wake,
    resume() {
      pausedUntil = null;
      wake();
    },
    get paused() {
      return paused();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      gateway.close();
    },
  };
}

/**
 * Sends the outbox through the gateways, including messages that other processes queued and did not send. Delivery is at least once: a message is
 * sent twice only if this process ends between the gateway's acceptance and the record of it.
 */
export function createMessages(
  database: Database,
  gateways: Gateways,
  { clock, onError }: { clock: Clock; onError: (error: unknown) => void },
): Messages {
  const tools = { database, clock, onError };
  const lanes: Record<Channel, Lane> = {
    sms: createLane('sms', gateways.sms, tools),
    email: createLane('email', gateways.email, tools),
  };
  const state = (channel: Channel) => ({ name: gateways[channel].name, paused: lanes[channel].paused });
  return {
    wake() {
      for (const lane of Object.values(lanes)) lane.wake();
    },
    resume: (channel) => lanes[channel].resume(),
    gateways: () => ({ sms: state('sms'), email: state('email') }),
    carries: (channel) => gateways[channel].name !== LOG_GATEWAY,
    async stop() {
      await Promise.all(Object.values(lanes).map((lane) => lane.stop()));
    },
  };
}
