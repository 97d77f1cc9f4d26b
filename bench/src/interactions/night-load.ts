import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import type { Database } from '@ec/server/platform/database/database';
import { pickOfficers, signIn } from '../dataset.ts';
import { constantRate, openClient } from '../load.ts';
import { submission } from '../sheets.ts';
import { latency, type Latency, rounded } from '../statistics.ts';
import type { Night } from './store.ts';

/** Officers who are signed in at a time: a token ends within the quarter of an hour. */
const AHEAD = 500;

export interface Arrived {
  perSecond: number;
  milliseconds: Latency;
  refused: number;
}

interface LoadOptions {
  origin: string;
  night: Night;
  perSecond: number;
  /** So many at most; then the load is over. */
  most: number;
}

/** Submissions of the other officers at a constant rate, until it is ended. */
export async function startLoad(database: Database, { origin, night, perSecond, most }: LoadOptions) {
  const { election, ward } = night;
  const spared = new Set<LocationId>(night.officers);
  const people = await pickOfficers(database, election, most, 'night');
  // The photos of these have no content: they are not to come before the people of the script.
  const officers = people.filter(({ area }) => !spared.has(area) && ancestorOf(area, 'ward') !== ward);
  const signInFrom = (from: number) =>
    signIn(
      database,
      officers.slice(from, from + AHEAD).map(({ userId }) => userId),
    );
  const batches = [await signInFrom(0)].map((tokens) => Promise.resolve(tokens));
  const client = openClient(origin, 32);
  const times: number[] = [];
  let sent = 0;
  let refused = 0;
  const begin = performance.now();
  const arrivals = constantRate(perSecond, async () => {
    const place = sent++;
    const officer = officers[place];
    if (!officer) return;
    // The batch after this one is signed in while this one is used.
    if (place % AHEAD === 0) batches.push(signInFrom(place + AHEAD));
    const tokens = await batches[Math.floor(place / AHEAD)];
    const reply = await client.send(submission(election, officer, tokens?.[place % AHEAD] ?? '', place, true));
    if (reply.status === 201) times.push(reply.milliseconds);
    else if (refused++ === 0) console.error(`The first refusal: ${reply.status} ${reply.text}`);
  });
  let seconds = 0;
  return {
    async stop(): Promise<void> {
      seconds = (performance.now() - begin) / 1000;
      await arrivals.stop();
      await client.close();
    },
    /** Of the load after its end. */
    figures: (): Arrived => ({ perSecond: rounded(times.length / seconds), milliseconds: latency(times), refused }),
  };
}
