/** How much is stored, sent and read. */
export interface Sizes {
  /** How often what is noisy is measured. */
  runs: number;
  submissions: number;
  warmUp: number;
  /** Results that the election has before it is read. */
  storedResults: number;
  /** What stands in the store when submissions are measured as it grows. */
  growth: readonly number[];
  /** Submissions at each of these. */
  growthSubmissions: number;
  signIns: number;
  streams: number;
  /** Photos that are on their way at once. */
  uploads: number;
  /** Streams of the group chats. */
  chatStreams: number;
  streamTimes: number;
  streamSubmissionsPerSecond: number;
  paints: number;
  /** Submissions whose way into the figures is watched. */
  watched: number;
  auditEntries: number;
  messages: number;
  /** Officers whose sign-ins, renewals and submissions stand in the audit log when dashboards are read. */
  auditedOfficers: number;
  /** Milliseconds in which readers call before they are measured. */
  readersWarmUp: number;
  seconds: number;
  userRounds: number;
  /** How often each role does its work in the script of an hour, and the milliseconds in which they look at what came of a press. */
  interactions: { rounds: number; pause: number };
  soak: Soak;
}

/** A mixed day on one server. */
export interface Soak {
  minutes: number;
  submissionsPerSecond: number;
  /** Of these, the ones whose photo is sent and decoded just before. */
  photosPerSecond: number;
  streams: number;
}

/** So many streams watch the nation in the store that most parts share. */
export const WATCHERS = 2000;

const FULL: Sizes = {
  runs: 3,
  submissions: 15_000,
  warmUp: 3000,
  storedResults: 120_000,
  growth: [0, 100_000, 250_000, 500_000],
  growthSubmissions: 6000,
  signIns: 3000,
  streams: 10_000,
  uploads: 2000,
  chatStreams: 2000,
  streamTimes: 5,
  streamSubmissionsPerSecond: 100,
  paints: 3,
  watched: 120,
  auditEntries: 5_000_000,
  messages: 1_000_000,
  auditedOfficers: 200_000,
  readersWarmUp: 8000,
  seconds: 20,
  userRounds: 10,
  interactions: { rounds: 2, pause: 1000 },
  soak: { minutes: 240, submissionsPerSecond: 50, photosPerSecond: 1, streams: 500 },
};

/** Enough that every line is run; its figures say nothing. */
const SMALL: Sizes = {
  runs: 1,
  submissions: 300,
  warmUp: 100,
  storedResults: 5000,
  growth: [0, 1000, 2000],
  growthSubmissions: 200,
  signIns: 60,
  streams: 200,
  uploads: 100,
  chatStreams: 100,
  streamTimes: 1,
  streamSubmissionsPerSecond: 20,
  paints: 1,
  watched: 5,
  auditEntries: 20_000,
  messages: 20_000,
  auditedOfficers: 2000,
  readersWarmUp: 500,
  seconds: 2,
  userRounds: 1,
  interactions: { rounds: 1, pause: 20 },
  soak: { minutes: 0.5, submissionsPerSecond: 10, photosPerSecond: 1, streams: 50 },
};

export const isSmall = process.env['BENCH_SMALL'] === '1';

/**
 * What the environment asks for: BENCH_SMALL=1 for small numbers throughout; BENCH_RUNS, BENCH_ENTRIES and those of the soak by
 * themselves.
 */
export function chosenSizes(): Sizes {
  const sizes = isSmall ? SMALL : FULL;
  const { minutes, photosPerSecond } = sizes.soak;
  return {
    ...sizes,
    runs: Number(process.env['BENCH_RUNS'] ?? sizes.runs),
    auditEntries: Number(process.env['BENCH_ENTRIES'] ?? sizes.auditEntries),
    soak: {
      ...sizes.soak,
      minutes: Number(process.env['BENCH_SOAK_MINUTES'] ?? minutes),
      photosPerSecond: Number(process.env['BENCH_SOAK_PHOTOS'] ?? photosPerSecond),
    },
  };
}
