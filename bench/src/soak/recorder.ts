import { type Latency, latency } from '../statistics.ts';

/** What people do on the day, each with its own latencies. */
export const KINDS = [
  'submission',
  'photo',
  'hostile picture',
  'live figures',
  'dashboard',
  'stream',
  'sign-in',
  'renewal',
  'chat',
  'report',
  'export',
] as const;
export type Kind = (typeof KINDS)[number];

export interface Recorder {
  note(kind: Kind, milliseconds: number): void;
  /** A call that was not answered as it should be. */
  fail(kind: Kind, why: unknown): void;
  /** What was noted since the last call of this. */
  sinceLast(): Record<Kind, Latency>;
  all(): Record<Kind, Latency>;
  failures(): Record<Kind, number>;
}

const ofEach = <T>(make: (kind: Kind) => T) =>
  Object.fromEntries(KINDS.map((kind) => [kind, make(kind)])) as Record<Kind, T>;

/** Prints so many refusals of each kind; the others are only counted. */
const MOST_PRINTED = 3;

export function createRecorder(): Recorder {
  const times = ofEach((): number[] => []);
  const read = ofEach(() => 0);
  const failed = ofEach(() => 0);
  return {
    note: (kind, milliseconds) => void times[kind].push(milliseconds),
    fail(kind, why) {
      if (failed[kind]++ < MOST_PRINTED) console.error(`${kind}: ${String(why).slice(0, 500)}`);
    },
    sinceLast: () =>
      ofEach((kind) => {
        const from = read[kind];
        read[kind] = times[kind].length;
        return latency(times[kind].slice(from));
      }),
    all: () => ofEach((kind) => latency(times[kind])),
    failures: () => ({ ...failed }),
  };
}
