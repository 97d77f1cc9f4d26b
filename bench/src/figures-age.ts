import { setTimeout as delay } from 'node:timers/promises';
import type { ElectionId } from '@ec/contract/base/common';
import type { LiveSummary } from '@ec/contract/live/schemas';
import { codeOf } from '@ec/contract/geography/location-id';
import type { Database } from '@ec/server/platform/database/database';
import { type Person, pickWatchers, signIn } from './dataset.ts';
import { type Client, openClient } from './load.ts';
import { lgaOf } from './senders.ts';
import { submission } from './sheets.ts';
import { type Latency, latency } from './statistics.ts';

/** Polling interval of the reader in milliseconds: the precision of an age. */
const LOOK_MS = 10;
const PATIENCE_MS = 10_000;

export interface AgeOptions {
  origin: string;
  election: ElectionId;
  officers: readonly Person[];
  /** Milliseconds in which one submission after the other begins. */
  spread: number;
  /** Before it none begins. */
  after: Promise<void>;
}

async function resultsOf(client: Client, election: ElectionId, area: string, token: string): Promise<number> {
  const reply = await client.send({
    method: 'GET',
    path: `/live/summary?electionId=${election}&area=${area}`,
    token,
  });
  if (reply.status !== 200) throw new Error(`/live/summary: ${reply.status} ${reply.text}`);
  return (JSON.parse(reply.text) as { data: LiveSummary }).data.basis.provisional.results;
}

/**
 * Submits results, each from an LGA without other submissions, and looks at that LGA's figures until they hold it.
 * Answers the milliseconds from the submission's acknowledgement until an answer with it had arrived.
 */
export async function watchAge(database: Database, options: AgeOptions): Promise<Latency> {
  const { origin, election, officers, spread, after } = options;
  const tokens = await signIn(
    database,
    officers.map(({ userId }) => userId),
  );
  const [reader = ''] = await signIn(database, await pickWatchers(database, 'global_moderator', 1));
  const client = openClient(origin, 16);
  await after;
  const ages = await Promise.all(
    officers.map(async (officer, place) => {
      await delay((place * spread) / officers.length);
      const area = codeOf(lgaOf(officer));
      const before = await resultsOf(client, election, area, reader);
      // A key of its own: others submit by their number too.
      const call = submission(election, officer, tokens[place] ?? '', place, true);
      const reply = await client.send({ ...call, idempotencyKey: `age-${election}-${officer.area}` });
      if (reply.status !== 201) throw new Error(`A submission was refused: ${reply.status} ${reply.text}`);
      const acknowledged = performance.now();
      while ((await resultsOf(client, election, area, reader)) === before) {
        if (performance.now() - acknowledged > PATIENCE_MS) throw new Error(`${area} never showed its new result`);
        await delay(LOOK_MS);
      }
      return performance.now() - acknowledged;
    }),
  );
  await client.close();
  return latency(ages);
}
