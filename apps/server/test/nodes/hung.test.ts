import type { Receipt } from '@ec/contract/results/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { debianPrograms } from '../debian-postgres.ts';
import { type Answer, call, until } from '../faults/calls.ts';
import { expectNothingLost, type Ground, prepareGround, submissionOf } from '../faults/ground.ts';
import { freeze, thaw } from '../faults/processes.ts';
import { type ServerProcess, startServer } from '../faults/server-process.ts';
import { type Cluster, startCluster } from './cluster.ts';

const OFFICERS = 6;
const BACK_MS = 30_000;

const programs = debianPrograms();
if (!programs) console.log("A primary that hangs was not tried: Debian's package postgresql is not on this machine.");

let cluster: Cluster;
let server: ServerProcess;
let ground: Ground;
const receipts: Receipt[] = [];

/** Does the work on whichever server takes writes when it begins. */
async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(cluster.env.DATABASE_OWNER_URL, { max: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const stored = ({ status }: Answer) => status === 201 || status === 200;

/** Every officer sends one sheet, until it is taken. */
async function everybodySubmits(): Promise<void> {
  const answers = ground.officers.map(async (officer, index) => {
    const submission = { ...submissionOf(ground, officer, index + receipts.length), patience: BACK_MS };
    return await until(stored, () => call(server.origin, 'POST', '/results', submission));
  });
  for (const answer of await Promise.all(answers)) receipts.push(answer.data<Receipt>());
}

describe.skipIf(!programs)('a primary that hangs with its connections open', () => {
  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
    server = await startServer({ env: { ...cluster.env, DATABASE_POOL: '4' } });
    ground = await withDatabase((database) => prepareGround(database, [server], OFFICERS));
  });
  afterAll(async () => {
    if (cluster) thaw(cluster.primary.pid);
    await server?.stop();
    await cluster?.remove();
  });

  it('is left for the promoted standby by those who wait for it, and not gone back to when it wakes', async () => {
    await everybodySubmits();
    const { pid } = server;
    await freeze(cluster.primary.pid);
    const began = performance.now();
    // More than the pool has connections: no request is answered before the standby takes over.
    const waiting = everybodySubmits();
    await cluster.promote();
    await waiting;
    const back = performance.now() - began;
    expect(back).toBeLessThan(BACK_MS);
    console.log(`While the primary hung, submissions were taken by the promoted standby after ${Math.round(back)} ms`);

    thaw(cluster.primary.pid);
    await everybodySubmits();
    expect(server.pid).toBe(pid);
    await withDatabase((database) => expectNothingLost(database, ground.election, receipts));
  });
});
