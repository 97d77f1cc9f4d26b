import { JUST_WROTE_HEADER } from '@ec/contract/base/freshness';
import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createElection, createWard, newOfficer, place, setElectionMode, sheet } from './builders.ts';
import { type Client, type TestApp, testApp } from './harness.ts';
import { type Replicated, startReplicated } from './replica.ts';

let replicated: Replicated;
/** Two servers on one database: the first reads from its replica. */
let test: TestApp;
let other: TestApp;
let national: Client;
let units: LocationId[];
let election: ElectionId;

beforeAll(async () => {
  replicated = await startReplicated();
  test = await testApp({ readDatabaseUrl: replicated.replicaUrl, rateLimitFactor: 1000 }, replicated.store);
  other = await testApp({}, replicated.store);
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
  ({ units } = await createWard(test.database.db, 60));
  national = await test.as('national_admin', place('NG'));
});
afterAll(async () => {
  await other.close();
  await test.close();
  await replicated.close();
});

const counts = () => ({ ...test.app.platform.reads.counts });
const unit = () => units.shift() ?? (0 as LocationId);

/** Asks until the replica is what is read from: by then it holds all that was done before. */
async function untilReplicaIsRead(by: Client = national): Promise<void> {
  await expect
    .poll(async () => {
      const before = counts().replica;
      expect((await by.get('/notifications?limit=1')).status).toBe(200);
      return counts().replica - before;
    })
    .toBeGreaterThan(0);
}

beforeEach(() => untilReplicaIsRead());

async function whilePaused(work: () => Promise<void>): Promise<void> {
  await replicated.pause();
  try {
    await work();
  } finally {
    await replicated.resume();
  }
}

async function submit(by: Client, at: LocationId): Promise<string> {
  const reply = await by.post('/results', sheet(election, at), { 'idempotency-key': `replica-${at}` });
  expect(reply.status, reply.text).toBe(201);
  return reply.json<string>('data.id');
}

/** The first server's word that a result was stored, as its streams get it. */
function told(pollingUnitId: LocationId): Promise<void> {
  return new Promise((resolve) => {
    const end = test.app.platform.events.subscribe((events) => {
      const mine = events.some(({ event }) => event.type === 'result.changed' && event.pollingUnitId === pollingUnitId);
      if (!mine) return;
      end();
      resolve();
    });
  });
}

async function metric(series: string): Promise<number> {
  const { body } = await test.app.fastify.inject({ url: '/api/metrics' });
  const line = body.split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1));
}
const replicaMetric = (name: string) => metric(`${name}{replica="127.0.0.1:${new URL(replicated.replicaUrl).port}"}`);

// The export of live results leaves an audit entry, so it reads from the primary.
it('sends lists and figures to the replica, and says so', async () => {
  const before = { scans: await replicated.scans(), reads: await metric('ec_reads_total{from="replica"}') };
  const paths = [
    '/users',
    `/live/summary?electionId=${election}`,
    `/live/areas?electionId=${election}`,
    '/dashboard',
    '/situation-room',
    '/audit-logs',
    '/results',
    '/reports',
  ];
  for (const path of paths) {
    await untilReplicaIsRead();
    const { replica } = counts();
    expect((await national.get(path)).status, path).toBe(200);
    expect(counts().replica, path).toBeGreaterThan(replica);
  }
  expect(await metric('ec_reads_total{from="replica"}')).toBeGreaterThan(before.reads);
  // Its own statistics are written down now and then.
  await expect.poll(() => replicated.scans()).toBeGreaterThan(before.scans);
  expect(await replicaMetric('ec_replica_up')).toBe(1);
  expect(await replicaMetric('ec_replica_lag_seconds')).toBeLessThan(1);
});

it('reads the account, settings and permissions of the moment from the primary', async () => {
  for (const path of ['/auth/me', '/auth/account', '/settings']) {
    const before = counts();
    expect((await national.get(path)).status, path).toBe(200);
    expect(counts(), path).toMatchObject({ replica: before.replica, primary: before.primary + 1 });
  }
});

it('shows every user at least what they have just written', async () => {
  for (let round = 0; round < 5; round++) {
    const at = unit();
    const officer = await test.as('polling_unit_officer', at);
    const person = newOfficer(unit());
    await untilReplicaIsRead();
    await untilReplicaIsRead(officer);
    await whilePaused(async () => {
      const id = await submit(officer, at);
      expect((await officer.get(`/results/${id}`)).status).toBe(200);
      expect((await national.post('/users', person)).status).toBe(201);
      expect((await national.get(`/users?q=${person.phone}`)).json('data.total')).toBe(1);
    });
  }
});

it('shows every user at least what their stream has announced', async () => {
  for (let round = 0; round < 5; round++) {
    const at = unit();
    const officer = await other.as('polling_unit_officer', at);
    await untilReplicaIsRead();
    await whilePaused(async () => {
      const news = told(at);
      const id = await submit(officer, at);
      await news;
      expect((await national.get(`/results/${id}`)).status).toBe(200);
    });
  }
});

it('shows what was written through another server to a caller who sends the number of that write', async () => {
  const at = unit();
  const officer = await other.as('polling_unit_officer', at);
  const here: Client = await test.signIn(officer.person);
  await untilReplicaIsRead(here);
  await whilePaused(async () => {
    const id = await submit(officer, at);
    const read = await here.send({ method: 'GET', url: `/api/results/${id}`, headers: { [JUST_WROTE_HEADER]: '1' } });
    expect(read.status).toBe(200);
    // A reader who has seen a state is never shown an older one, with or without that number.
    expect((await here.get(`/results/${id}`)).status).toBe(200);
  });
});

it('leaves a replica that falls behind, reports how far, and uses it again when it has caught up', async () => {
  await whilePaused(async () => {
    const at = unit();
    await submit(await other.as('polling_unit_officer', at), at);
    await expect.poll(() => replicaMetric('ec_replica_lag_seconds')).toBeGreaterThan(0.6);
    const before = counts();
    const results = (await national.get(`/results?electionId=${election}`)).json<number>('data.total');
    const stored = await other.database.db.selectFrom('results').select('id').execute();
    expect(results).toBe(stored.length);
    expect(counts()).toMatchObject({ replica: before.replica });
    expect(await replicaMetric('ec_replica_up')).toBe(1);
  });
  await untilReplicaIsRead();
  expect(await replicaMetric('ec_replica_lag_seconds')).toBeLessThan(0.6);
});

/** Several people read without a pause while something is done; all their answers. */
async function readDuring(work: (statuses: readonly number[]) => Promise<void>): Promise<number[]> {
  const statuses: number[] = [];
  let going = true;
  const paths = ['/users?limit=5', `/live/feed?electionId=${election}`, '/results', '/audit-logs', '/dashboard'];
  const readers = paths.map(async (path) => {
    while (going) statuses.push((await national.get(path)).status);
  });
  try {
    await work(statuses);
  } finally {
    going = false;
  }
  await Promise.all(readers);
  return statuses;
}

it('fails no call when the replica is killed, and takes it again when it is back', async () => {
  const statuses = await readDuring(async (answered) => {
    await expect.poll(() => answered.length).toBeGreaterThan(20);
    await replicated.kill();
    await expect.poll(() => replicaMetric('ec_replica_up')).toBe(0);
  });
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  const before = counts();
  expect((await national.get('/users')).status).toBe(200);
  expect(counts()).toMatchObject({ replica: before.replica, primary: before.primary + 1 });
  await replicated.restart();
  await untilReplicaIsRead();
  expect(await replicaMetric('ec_replica_up')).toBe(1);
});

it('fails no call when the replica takes them and answers nothing', async () => {
  const statuses = await readDuring(async (answered) => {
    await expect.poll(() => answered.length).toBeGreaterThan(20);
    replicated.freeze();
    await expect.poll(() => replicaMetric('ec_replica_up')).toBe(0);
  });
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect((await national.get('/users')).status).toBe(200);
  replicated.thaw();
  await untilReplicaIsRead();
});

it('makes reports and exports from the replica, with all that was done before they were requested', async () => {
  const at = unit();
  await submit(await other.as('polling_unit_officer', at), at);
  await untilReplicaIsRead();
  const asked = await national.post('/reports', {
    template: 'election_summary',
    parameters: { election_id: election },
  });
  const before = counts().replica;
  await test.app.platform.jobs.runDue();
  expect((await national.get(`/reports/${asked.json<string>('data.id')}`)).json('data.status')).toBe('completed');
  expect(counts().replica).toBeGreaterThan(before);
  const exported = await national.get('/audit-logs/export.csv');
  expect(exported.status).toBe(200);
  expect(exported.text).toContain('report.completed');
});
