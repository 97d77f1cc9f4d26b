import { setTimeout as delay } from 'node:timers/promises';
import type { ElectionId } from '@ec/contract/base/common';
import type { Receipt } from '@ec/contract/results/schemas';
import { compareTallies } from '@ec/server/features/results/tally-repository';
import type { Database } from '@ec/server/platform/database/database';
import { hashPassword } from '@ec/server/platform/identity/passwords';
import { dashboardQuestions } from '../dashboards.ts';
import { pickWatchers } from '../dataset.ts';
import { type Arrivals, constantRate, openClient } from '../load.ts';
import type { ServerProcess } from '../server-process.ts';
import { PASSWORD, pickSigners } from '../sign-ins.ts';
import { fitLine, type Latency, rounded } from '../statistics.ts';
import { countLost } from '../submissions.ts';
import {
  type Activity,
  askForReport,
  attackWithPicture,
  chat,
  exportFile,
  type Ground,
  lookAtFigures,
  openDashboard,
  signInAndRenew,
  submitSheet,
  submitWithPhoto,
} from './activities.ts';
import { comeAndGo } from './comers.ts';
import { keepSignedIn, prepareSheets } from './people.ts';
import { drawPictures } from './pictures.ts';
import { createRecorder, type Kind } from './recorder.ts';
import { COLUMNS, type Sample, startSamples } from './samples.ts';

export interface DayOptions {
  server: ServerProcess;
  /** Has its results from the first minute: what is made of it is as much work in the last. */
  counted: ElectionId;
  dataDir: string;
  minutes: number;
  submissionsPerSecond: number;
  /** Of these, the ones whose photo is sent, decoded and stored before. */
  photosPerSecond: number;
  streams: number;
}

export interface SoakRun {
  minutes: number;
  submissionsPerSecond: number;
  photosPerSecond: number;
  streams: number;
  submissions: number;
  /** Calls that were not answered as they should be. */
  failures: Record<Kind, number>;
  lost: number;
  /** Kept totals that differ from a recount. */
  differences: number;
  latencies: Record<Kind, Latency>;
  /** The line through the resident memory after the first minutes. */
  growth: { afterMinutes: number; megabytes: number; percentAnHour: number };
  /** Megabytes of objects and buffers after a garbage collection, at that time and at the end. */
  used: { early: number; late: number };
  columns: readonly string[];
  samples: number[][];
}

const SIGNERS = 500;
const HOSTILE_PER_SECOND = 0.2;
const WARM_MINUTES = 10;
const SAMPLE_SECONDS = 60;
const WATCHERS = 500;

const each = (seconds: number) => 1 / seconds;

/** What happens how often in a second, beside the streams. */
function ratesOf(
  ground: Ground,
  { counted, submissionsPerSecond, photosPerSecond }: DayOptions,
): [number, Activity, Kind][] {
  const election = ground.sheets.elections[0];
  if (!election) throw new Error('There is no election');
  const bare = submissionsPerSecond - photosPerSecond - HOSTILE_PER_SECOND;
  return [
    [bare, submitSheet, 'submission'],
    [photosPerSecond, submitWithPhoto, 'photo'],
    [HOSTILE_PER_SECOND, attackWithPicture, 'hostile picture'],
    [5, lookAtFigures(election), 'live figures'],
    [5, openDashboard(), 'dashboard'],
    [1, signInAndRenew(), 'sign-in'],
    [0.5, chat(), 'chat'],
    [each(120), askForReport(counted), 'report'],
    [each(60), exportFile(counted), 'export'],
  ];
}

function growthOf(samples: readonly Sample[], afterMinutes: number): SoakRun['growth'] {
  const { at0, slope } = fitLine(
    samples
      .filter(({ minute }) => minute >= afterMinutes)
      .map((sample) => [sample.minute - afterMinutes, sample['resident MB']]),
  );
  return { afterMinutes, megabytes: rounded(at0), percentAnHour: rounded((100 * 60 * slope) / at0) };
}

async function prepareGround(database: Database, options: DayOptions): Promise<Ground> {
  const { server, dataDir, minutes, submissionsPerSecond } = options;
  const passwordHash = await hashPassword(PASSWORD);
  const signing = { dataDir, count: SIGNERS, withSecondStep: false };
  const dashboards = await dashboardQuestions(database, []);
  const ids = dashboards.map(({ userId }) => userId);
  const moderators = await pickWatchers(database, 'global_moderator', WATCHERS / 2);
  const admins = await pickWatchers(database, 'national_admin', WATCHERS / 2);
  const signers = await pickSigners(database, signing, passwordHash);
  const busy = new Set([...ids, ...signers.map(({ id }) => id)]);
  return {
    origin: server.origin,
    client: openClient(server.origin, 128),
    recorder: createRecorder(),
    sheets: await prepareSheets(database, Math.ceil((minutes + 1) * 60 * submissionsPerSecond), busy),
    pictures: await drawPictures(),
    watchers: await keepSignedIn(database, [...admins, ...moderators]),
    dashboards,
    dashboardReaders: await keepSignedIn(database, ids),
    signers,
    receipts: [] as Receipt[],
  };
}

/** A mixed day on one server, at a constant rate for so many minutes, sampled each minute. */
export async function runSoak(database: Database, options: DayOptions): Promise<SoakRun> {
  const { server, dataDir, minutes, submissionsPerSecond, photosPerSecond, streams } = options;
  const ground = await prepareGround(database, options);
  const { client, recorder, watchers, sheets, receipts } = ground;
  const longestMs = (minutes + 5) * 60_000;
  const arrivals: Arrivals[] = ratesOf(ground, options).map(([perSecond, activity, kind]) =>
    constantRate(perSecond, () => activity(ground).catch((error: unknown) => recorder.fail(kind, error)), longestMs),
  );
  const comers = comeAndGo({ origin: server.origin, client, watchers, recorder, streams });
  const take = await startSamples({ database, client, dataDir, recorder });
  const afterMinutes = rounded(Math.min(WARM_MINUTES, minutes / 3), 2);
  const usedNow = async () => rounded((await server.memory()).used / 1024 / 1024);
  const samples: Sample[] = [];
  let early = 0;
  const begin = performance.now();
  // Short tries are sampled as often in all as the half hour.
  const step = Math.min(SAMPLE_SECONDS, 2 * minutes) * 1000;
  while (performance.now() - begin < minutes * 60_000) {
    await delay(begin + (samples.length + 1) * step - performance.now());
    const sample = await take();
    samples.push(sample);
    console.log(`Soak: ${JSON.stringify(sample)}`);
    if (early === 0 && sample.minute >= afterMinutes) early = await usedNow();
  }
  await Promise.all(arrivals.map((one) => one.stop()));
  await comers.stop();
  const late = await usedNow();
  for (const staying of [watchers, ground.dashboardReaders]) staying.end();
  await client.close();
  return {
    minutes,
    submissionsPerSecond,
    photosPerSecond,
    streams,
    submissions: receipts.length,
    failures: recorder.failures(),
    lost: await countLost(database, sheets.elections, receipts),
    differences: (await Promise.all(sheets.elections.map((one) => compareTallies(database.db, one)))).flat().length,
    latencies: recorder.all(),
    growth: growthOf(samples, afterMinutes),
    used: { early, late },
    columns: COLUMNS,
    samples: samples.map((sample) => COLUMNS.map((column) => sample[column])),
  };
}
