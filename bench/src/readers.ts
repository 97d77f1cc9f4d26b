import { setTimeout as delay } from 'node:timers/promises';
import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { compareTallies } from '@ec/server/features/results/tally-repository';
import type { Database } from '@ec/server/platform/database/database';
import { pickOfficers, signIn } from './dataset.ts';
import { closedLoop, constantRate, openClient } from './load.ts';
import { quietMoment, watchMachine } from './machine.ts';
import { type Row, atMost } from './part.ts';
import { lgaOf } from './senders.ts';
import { submission } from './sheets.ts';
import { type Latency, latency, rounded } from './statistics.ts';

export interface ReadingOptions {
  origin: string;
  /** Contests of one day: each officer sends a sheet of each. */
  elections: readonly ElectionId[];
  seconds: number;
  /** Submissions a second meanwhile. */
  perSecond: number;
  /** Milliseconds that a reader looks at the figures before asking again; 0 for not at all. */
  pause: number;
  /** Milliseconds before it is measured: everybody has called once by then, and the server has compiled what is hot. */
  warmUp: number;
  /** LGAs without submissions meanwhile, because something else is measured there. */
  spared?: ReadonlySet<LocationId>;
  /** Called when the warm-up is over. */
  onMeasuring?: () => void;
}

/** What a reader asks, and under which heading its time is counted. */
export interface Question<K extends string> {
  kind: K;
  path: string;
  token: string;
}

export interface ReadingRun<K extends string> {
  /** The share of other processes during the run, in percent of all cores. */
  others: number;
  seconds: number;
  readers: number;
  readsPerSecond: number;
  reads: Record<K, Latency>;
  submissionsPerSecond: number;
  submissions: Latency;
  errors: number;
  differences: number;
}

/** Faults that no run may have: refused calls, totals that differ from a recount. */
export function soundness(how: string, runs: readonly Pick<ReadingRun<string>, 'errors' | 'differences'>[]): Row {
  const wrong = runs.reduce((sum, { errors, differences }) => sum + errors + differences, 0);
  return atMost(0, `${how}: refused, or counted otherwise than in the recount`, [wrong, 'calls']);
}

/** People who read while submissions arrive at a constant rate; `ask` says what the reader asks for the n-th time. */
export async function readWhileSubmitting<K extends string>(
  database: Database,
  options: ReadingOptions,
  readers: number,
  kinds: readonly K[],
  ask: (reader: number, n: number) => Question<K>,
): Promise<ReadingRun<K>> {
  const { origin, elections, seconds, perSecond, pause, warmUp, spared = new Set() } = options;
  const [election] = elections;
  if (!election) throw new Error('no contest');
  const needed = Math.ceil(((seconds + warmUp / 1000 + 5) * perSecond) / elections.length);
  const some = await pickOfficers(database, election, spared.size > 0 ? 3 * needed : needed, 'live');
  const officers = some.filter((person) => !spared.has(lgaOf(person))).slice(0, needed);
  const officerTokens = await signIn(
    database,
    officers.map(({ userId }) => userId),
  );
  const reading = openClient(origin, readers);
  const sending = openClient(origin, 32);
  const times = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Record<K, number[]>;
  const submissions: number[] = [];
  let errors = 0;
  let sent = 0;
  let measuring = false;

  await quietMoment();
  const watch = await watchMachine(database);
  const arrivals = constantRate(perSecond, async () => {
    const contest = elections[sent % elections.length] ?? election;
    const place = Math.floor(sent++ / elections.length);
    const officer = officers[place];
    if (!officer) return;
    const reply = await sending.send(submission(contest, officer, officerTokens[place] ?? '', place, true));
    if (reply.status !== 201) errors++;
    else if (measuring) submissions.push(reply.milliseconds);
  });
  let reads = 0;
  let stopped = false;
  const readAll = closedLoop(readers, async (reader) => {
    const { kind, path, token } = ask(reader, reads++);
    const reply = await reading.send({ method: 'GET', path, token });
    // A refused call counts as an error, not as a read.
    if (reply.status !== 200) {
      if (errors++ === 0) console.error(`${path}: ${reply.status} ${reply.text}`);
    } else if (measuring) times[kind].push(reply.milliseconds);
    if (pause > 0) await delay(pause * (0.5 + Math.random()));
    return !stopped;
  });
  await delay(warmUp);
  measuring = true;
  options.onMeasuring?.();
  const begin = performance.now();
  await delay(seconds * 1000);
  measuring = false;
  const measured = (performance.now() - begin) / 1000;
  const others = await watch.others();
  stopped = true;
  await readAll;
  await arrivals.stop();
  await Promise.all([reading.close(), sending.close()]);
  let differences = 0;
  for (const contest of elections) differences += (await compareTallies(database.db, contest)).length;
  const counted = kinds.reduce((sum, kind) => sum + times[kind].length, 0);
  return {
    others,
    seconds: rounded(measured),
    readers,
    readsPerSecond: Math.round(counted / measured),
    reads: Object.fromEntries(kinds.map((kind) => [kind, latency(times[kind])])) as Record<K, Latency>,
    submissionsPerSecond: rounded(submissions.length / measured),
    submissions: latency(submissions),
    errors,
    differences,
  };
}
