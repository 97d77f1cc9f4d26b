const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays after the first, second … failure of a message: a day in all, then it is given up. */
const BACK_OFF_MS = [15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR] as const;

/** Pauses of an unavailable gateway: at most a minute, because a user may be waiting for a code. */
const PAUSE_MS = [5 * SECOND, 10 * SECOND, 20 * SECOND, 40 * SECOND, MINUTE] as const;
/** The longest pause that a gateway can request. */
const LONGEST_PAUSE_MS = 5 * MINUTE;

/** Adds up to 20 percent either way, so that messages that failed together are not retried together. */
const jittered = (milliseconds: number, random: number): number => Math.round(milliseconds * (0.8 + 0.4 * random));

/** Delay before the next attempt after that many failures of the message; undefined if it is given up. */
export function backOffMs(failures: number, random: number): number | undefined {
  const wait = BACK_OFF_MS[failures - 1];
  return wait === undefined ? undefined : jittered(wait, random);
}

/** Pause of the gateway after that many failed rounds, or the pause it requested. */
export function pauseMs(rounds: number, random: number, askedMs = 0): number {
  const wait = PAUSE_MS[Math.min(rounds, PAUSE_MS.length) - 1] ?? PAUSE_MS[0];
  return Math.max(jittered(wait, random), Math.min(askedMs, LONGEST_PAUSE_MS));
}

/**
 * `refused`: will never be accepted, such as an invalid number. `failed`: not accepted now, may be later. `silent`: no answer in time, so it may or
 * may not have been accepted. `away`: the gateway is unreachable or serves no requests; says nothing about the message.
 */
export type FailureKind = 'refused' | 'failed' | 'silent' | 'away';

/** Why a message was not sent. */
export class DeliveryError extends Error {
  readonly kind: FailureKind;
  /** The gateway's own text, if any; may repeat the message. */
  readonly detail: string | undefined;
  /** The pause that the gateway requested. */
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

/** A gateway's text on one short line, without any of the secrets. */
export function cleaned(words: string, secrets: readonly (string | undefined)[]): string {
  let text = words;
  for (const secret of secrets) if (secret) text = text.replaceAll(secret, '***');
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length <= DETAIL_LENGTH ? line : `${line.slice(0, DETAIL_LENGTH)}…`;
}

/** The text stored for a failure. For a message with a code only our own text, because the gateway's may repeat the code. */
export function errorText(error: DeliveryError, secret: boolean): string {
  return secret || !error.detail ? error.message : `${error.message}: ${error.detail}`;
}

/** One result of a round, in the order in which sends began and ended. */
export interface Outcome {
  began: number;
  ended: number;
  error: DeliveryError | null;
}

/**
 * Whether the failure counts as the message's own. If the gateway rejected this message but accepted another one started later, the gateway works. If
 * it accepted none, the failure is the gateway's and uses up no attempt of the message.
 */
export function isOwnFailure(outcome: Outcome, round: readonly Outcome[]): boolean {
  if (outcome.error?.kind !== 'away') return outcome.error !== null;
  return round.some(({ began, error }) => error === null && began > outcome.ended);
}

/** Whether to pause the gateway: the last result of the round was a failure of the gateway. */
export function endedAway(round: readonly Outcome[]): boolean {
  const troubled = round.filter(({ error }) => error?.kind === 'away' || error?.kind === 'silent');
  const last = Math.max(...troubled.map(({ ended }) => ended));
  return troubled.length > 0 && !round.some(({ ended, error }) => ended > last && (!error || error.kind === 'refused'));
}
