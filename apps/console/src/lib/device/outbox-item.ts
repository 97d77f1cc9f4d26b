import { ApiError } from '../http/api-error.ts';

export interface Problem {
  code: string;
  message: string;
  fields: { path: string; message: string }[];
}

export interface Photo {
  blob: Blob;
  name: string;
}

/** Something to be sent. It is kept on the device until the server has acknowledged it. */
export interface OutboxItem {
  userId: string;
  /** Idempotency key: made once and sent with every attempt, so that the server stores the item once. */
  key: string;
  photo: Photo | null;
  /** The photo's id once the server has it. */
  fileId: string | null;
  /** `held` is not sent until its author puts it again; `received` is acknowledged by the server. */
  state: 'waiting' | 'held' | 'refused' | 'received';
  /** Why the last attempt failed. */
  problem: Problem | null;
  /** Items of one lane are sent in this order. */
  madeAt: string | number;
  attempts: number;
}

/** What happens to an item at this moment; not kept. */
export interface Attempt {
  sending: boolean;
  /** Share of the photo that has been sent; null while no photo is being sent. */
  progress: number | null;
  nextTry: number | null;
  /** True after the session has ended: sending continues after the next sign-in. */
  signedOut: boolean;
}

const MODE_OFF = 'ELECTION_MODE_REQUIRED';
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;
/** A fresh key. Phones reach a rehearsal by plain HTTP too, where randomUUID does not exist. */
export function makeKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Twice as long after each attempt, with jitter: after an outage thousands of phones come back together. */
export function waitAfter(attempts: number, random = Math.random()): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1)) * (0.75 + random / 2);
}

/** What a failed attempt means: try again later, after the next sign-in, or not at all. */
export function judge(error: unknown): 'retry' | 'sign-in' | 'refused' {
  if (!(error instanceof ApiError) || error.unreached || error.code === MODE_OFF) return 'retry';
  const { status } = error;
  if (status === 401 || error.code === 'PASSWORD_CHANGE_REQUIRED') return 'sign-in';
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'retry';
}

export function toProblem(error: unknown): Problem {
  const { code, message, fields } =
    error instanceof ApiError
      ? error
      : { code: 'UNREADABLE', message: 'Something went wrong on this phone. It will be tried again.', fields: [] };
  return { code, message: code === MODE_OFF ? 'Waits until election mode is on' : message, fields };
}
