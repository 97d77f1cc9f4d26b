import type { ElectionId } from '@ec/contract/common';
import { LGAS, STATES } from '@ec/contract/reference-data';
import { ZONES } from '@ec/contract/location-id';
import { compareTallies } from '@ec/server/features/results/tally-repository';
import type { Database } from '@ec/server/platform/database';
import { setTimeout as delay } from 'node:timers/promises';
import { pickOfficers, pickWatchers, signIn } from './dataset.ts';
import { closedLoop, constantRate, openClient } from './load.ts';
import { quietMoment, watchMachine } from './machine.ts';
import { submission } from './sheets.ts';
import { type Latency, latency, rounded } from './statistics.ts';

export interface LiveRun {
  /** What others took of the machine meanwhile, in percent of all cores. */
  others: number;
  seconds: number;
  readers: number;
  readsPerSecond: number;
  summary: Latency;
  /** Children of the nation, a zone or a state, and all states at once. */
  areas: Latency;
  /** Wards of an LGA. */
  wards: Latency;
  submissionsPerSecond: number;
  submissions: Latency;
  errors: number;
  differences: number;
}

export interface LiveOptions {
  origin: string;
  election: ElectionId;
  seconds: number;
  readers: number;
  perSecond: number;
  /** Milliseconds that a reader looks at the figures before asking again; 0 for not at all. */
  pause: number;
}

const WARM_UP_MS = 3000;

interface Question {
  kind: 'summary' | 'areas' | 'wards';
  path: string;
}

/**
 * What people ask as they drill down: the summary and the children of the nation, of zones, states and LGAs, as many of
 * each level, and one in ten all states at once.
 */
function questionsOf(election: ElectionId): Question[] {
  const levels = [['NG'], Object.keys(ZONES), STATES.map(({ id }) => String(id)), LGAS.map(({ id }) => String(id))];
  return Array.from({ length: LGAS.length }, (_, number) => {
    const level = number % levels.length;
    const area = levels[level]?.[(number * 7) % (levels[level]?.length ?? 1)] ?? 'NG';
    const query = `electionId=${election}&area=${area}`;
    const kind: Question['kind'] = level === 3 ? 'wards' : 'areas';
    const children = `/live/areas?${query}`;
    const allStates = `/live/areas?electionId=${election}&area=NG&level=state`;
    return [
      { kind: 'summary' as const, path: `/live/summary?${query}` },
      number % 10 === 9 ? { kind: 'areas' as const, path: allStates } : { kind, path: children },
    ];
  }).flat();
}

/** People who read the live screen while submissions arrive at a constant rate. */
export async function runLive(database: Database, options: LiveOptions): Promise<LiveRun> {
  const { origin, election, seconds, readers, perSecond, pause } = options;
  const needed = Math.ceil((seconds + WARM_UP_MS / 1000 + 5) * perSecond);
  const officers = await pickOfficers(database, election, needed, 'live');
  const officerTokens = await signIn(
    database,
    officers.map(({ userId }) => userId),
  );
  const tokens = await signIn(database, await pickWatchers(database, 'national_admin', readers));
  const questions = questionsOf(election);
  const reading = openClient(origin, readers);
  const sending = openClient(origin, 32);
  const times = { summary: [] as number[], areas: [] as number[], wards: [] as number[], submissions: [] as number[] };
  let errors = 0;
  let sent = 0;
  let measuring = false;

  await quietMoment();
  const watch = await watchMachine(database);
  const arrivals = constantRate(perSecond, async () => {
    const place = sent++;
    const officer = officers[place];
    if (!officer) return;
    const reply = await sending.send(submission(election, officer, officerTokens[place] ?? '', place, true));
    if (reply.status !== 201) errors++;
    if (measuring) times.submissions.push(reply.milliseconds);
  });
  let reads = 0;
  let stopped = false;
  const readAll = closedLoop(readers, async (person) => {
    const { kind, path } = questions[reads++ % questions.length] ?? { kind: 'summary', path: '' };
    const reply = await reading.send({ method: 'GET', path, token: tokens[person] ?? '' });
    if (reply.status !== 200 && errors++ === 0) console.error(`${path}: ${reply.status} ${reply.text}`);
    if (measuring) times[kind].push(reply.milliseconds);
    if (pause > 0) await delay(pause * (0.5 + Math.random()));
    return !stopped;
  });
  await delay(WARM_UP_MS);
  measuring = true;
  const begin = performance.now();
  await delay(seconds * 1000);
  measuring = false;
  const measured = (performance.now() - begin) / 1000;
  const others = await watch.others();
  stopped = true;
  await readAll;
  await arrivals.stop();
  await Promise.all([reading.close(), sending.close()]);
  return {
    others,
    seconds: rounded(measured),
    readers,
    readsPerSecond: Math.round((times.summary.length + times.areas.length + times.wards.length) / measured),
    summary: latency(times.summary),
    areas: latency(times.areas),
    wards: latency(times.wards),
    submissionsPerSecond: rounded(times.submissions.length / measured),
    submissions: latency(times.submissions),
    errors,
    differences: (await compareTallies(database.db, election)).length,
  };
}
