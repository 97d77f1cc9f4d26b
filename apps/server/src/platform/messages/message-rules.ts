const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long a message waits after its first, second … failure: a day in all, then it is given up. */
const BACK_OFF_MS = [15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR] as const;

/** How long a gateway that is away is left alone: short, for somebody may wait for a code, and never above a minute. */
const PAUSE_MS = [5 * SECOND, 10 * SECOND, 20 * SECOND, 40 * SECOND, MINUTE] as const;
/** As long as a gateway may ask us to stay away. */
const LONGEST_PAUSE_MS = 5 * MINUTE;

/** A fifth more or less, so that what failed together does not come back together. */
const jittered = (milliseconds: number, random: number): number => Math.round(milliseconds * (0.8 + 0.4 * random));

/** How long until the message is tried again after so many failures of its own; undefined where it is given up. */
export function backOffMs(failures: number, random: number): number | undefined {
  const wait = BACK_OFF_MS[failures - 1];
  return wait === undefined ? undefined : jittered(wait, random);
}

/** How long the gateway is left alone after so many rounds that ended in failures, or as long as it asked for. */
export function pauseMs(rounds: number, random: number, askedMs = 0): number {
  const wait = PAUSE_MS[Math.min(rounds, PAUSE_MS.length) - 1] ?? PAUSE_MS[0];
  return Math.max(jittered(wait, random), Math.min(askedMs, LONGEST_PAUSE_MS));
}

/**
 * `refused`: it will never be taken, as an invalid number. `failed`: this one was not taken, another time it may be.
 * `silent`: nothing was answered in time, so it may have been taken or not. `away`: the gateway cannot be reached or
 * serves nobody at present, which says nothing of the message.
 */
export type FailureKind = 'refused' | 'failed' | 'silent' | 'away';

/** Why a message did not leave. */
export class DeliveryError extends Error {
  readonly kind: FailureKind;
  /** In the gateway's words, where it had any; may repeat the message. */
  readonly detail: string | undefined;
  /** How long the gateway asked us to stay away. */
  readonly retryAfterMs: number | undefined;

  constructor(kind: FailureKind, summary: string, more: { detail?: string; retryAfterMs?: number | undefined } = {}) {
    super(summary);
    this.name = 'DeliveryError';
    this.kind = kind;
    this.detail = more.detail;
    this.retryAfterMs = more.retryAfterMs;
  }
}

const DETAIL_LENGTH = 160;

/** A gateway's words on one line and short, without any of the secrets. */
export function cleaned(words: string, secrets: readonly (string | undefined)[]): string {
  let text = words;
  for (const secret of secrets) if (secret) text = text.replaceAll(secret, '***');
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length <= DETAIL_LENGTH ? line : `${line.slice(0, DETAIL_LENGTH)}…`;
}

/** What is kept of a failure. Of a message with a code only our own words: the gateway's may repeat the code. */
export function errorText(error: DeliveryError, secret: boolean): string {
  return secret || !error.detail ? error.message : `${error.message}: ${error.detail}`;
}

/** One of the things that happened in a round, in the order in which sends began and ended. */
export interface Outcome {
  began: number;
  ended: number;
  error: DeliveryError | null;
}

/**
 * Whether the failure is the message's own. A gateway that answers with an error to one message and takes another that
 * was begun after that is not away; where none was taken, it is the gateway's failure, and the message's tries are not used up.
 */
export function isOwnFailure(outcome: Outcome, round: readonly Outcome[]): boolean {
  if (outcome.error?.kind !== 'away') return outcome.error !== null;
  return round.some(({ began, error }) => error === null && began > outcome.ended);
}

/** Whether the gateway is to be left alone: the round's last word was a failure of the gateway. */
export function endedAway(round: readonly Outcome[]): boolean {
  const troubled = round.filter(({ error }) => error?.kind === 'away' || error?.kind === 'silent');
  const last = Math.max(...troubled.map(({ ended }) => ended));
  return troubled.length > 0 && !round.some(({ ended, error }) => ended > last && (!error || error.kind === 'refused'));
}
