import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createElection, createWard, newOfficer, place, setElectionMode, sheet } from './builders.ts';
import { findStore } from '../src/platform/database/store.ts';
import { type Client, type TestApp, testApp } from './harness.ts';
import { type Replicated, startReplicated } from './replica.ts';

const MOST_BEHIND = 3;
const HOUR_MS = 3_600_000;

let replicated: Replicated;
let test: TestApp;
let national: Client;
let units: LocationId[];
let election: ElectionId;

beforeAll(async () => {
  replicated = await startReplicated();
  const settings = { readDatabaseUrl: replicated.replicaUrl, readMaxLagSeconds: MOST_BEHIND, rateLimitFactor: 1000 };
  test = await testApp(settings, replicated.store);
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
  ({ units } = await createWard(test.database.db, 10));
  national = await test.as('national_admin', place('NG'));
});
afterAll(async () => {
  await test.close();
  await replicated.close();
});

const counts = () => ({ ...test.app.platform.reads.counts });
const unit = () => units.shift() ?? (0 as LocationId);
const search = async () => (await national.get('/audit-logs')).status;

async function untilReplicaIsRead(): Promise<void> {
  await expect
    .poll(async () => {
      const before = counts().replica;
      expect(await search()).toBe(200);
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

async function metric(series: string): Promise<number> {
  const { body } = await test.app.fastify.inject({ url: '/api/metrics' });
  const line = body.split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1));
}
const replicaMetric = (name: string) => metric(`${name}{replica="127.0.0.1:${new URL(replicated.replicaUrl).port}"}`);

it('searches the audit log on the replica, and says so', async () => {
  const before = { scans: await replicated.scans(), reads: await metric('ec_reads_total{from="replica"}') };
  await untilReplicaIsRead();
  expect(await metric('ec_reads_total{from="replica"}')).toBeGreaterThan(before.reads);
  // Its own statistics are written down now and then.
  await expect.poll(() => replicated.scans()).toBeGreaterThan(before.scans);
  expect(await replicaMetric('ec_replica_up')).toBe(1);
  expect(await replicaMetric('ec_replica_lag_seconds')).toBeLessThan(MOST_BEHIND);
});

it('shows what was just done while the replica is behind: all else is read from the primary', async () => {
  const at = unit();
  const officer = await test.as('polling_unit_officer', at);
  await whilePaused(async () => {
    const before = counts();
    const stored = await officer.post('/results', sheet(election, at), { 'idempotency-key': `replica-${at}` });
    expect(stored.status, stored.text).toBe(201);
    expect((await officer.get(`/results/${stored.json<string>('data.id')}`)).status).toBe(200);
    const person = newOfficer(unit());
    expect((await national.post('/users', person)).status).toBe(201);
    expect((await national.get(`/users?q=${person.phone}`)).json('data.total')).toBe(1);
    for (const path of [
      '/dashboard',
      '/situation-room',
      '/results',
      '/reports',
      `/live/summary?electionId=${election}`,
    ])
      expect((await national.get(path)).status, path).toBe(200);
    expect(counts()).toEqual(before);
  });
});

it('leaves a replica that is further behind than allowed, and uses it again when it has caught up', async () => {
  await whilePaused(async () => {
    const person = newOfficer(unit());
    expect((await national.post('/users', person)).status).toBe(201);
    await expect.poll(() => replicaMetric('ec_replica_lag_seconds')).toBeGreaterThan(MOST_BEHIND);
    const before = counts();
    const found = await national.get('/audit-logs');
    expect(found.text).toContain('user.created');
    expect(counts()).toEqual({ ...before, primary: before.primary + 1 });
  });
  await untilReplicaIsRead();
});

it('reads from the primary what a replica an hour behind does not show yet', async () => {
  await replicated.delay(HOUR_MS);
  const person = newOfficer(unit());
  expect((await national.post('/users', person)).status).toBe(201);
  await expect.poll(() => replicaMetric('ec_replica_lag_seconds')).toBeGreaterThan(MOST_BEHIND);
  const before = counts();
  const [newest] = (await national.get('/audit-logs')).json<{ event: string }[]>('data.entries');
  expect(newest?.event).toBe('user.created');
  expect(counts()).toEqual({ ...before, primary: before.primary + 1 });
  await replicated.delay(0);
  await untilReplicaIsRead();
});

/** Several searches run without a pause while something is done; all their answers. */
async function searchDuring(work: (statuses: readonly number[]) => Promise<void>): Promise<number[]> {
  const statuses: number[] = [];
  let going = true;
  const readers = Array.from({ length: 4 }, async () => {
    while (going) statuses.push(await search());
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
  const statuses = await searchDuring(async (answered) => {
    await expect.poll(() => answered.length).toBeGreaterThan(20);
    await replicated.kill();
    await expect.poll(() => replicaMetric('ec_replica_up')).toBe(0);
  });
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  const before = counts();
  expect(await search()).toBe(200);
  expect(counts()).toEqual({ ...before, primary: before.primary + 1 });
  await replicated.restart();
  await untilReplicaIsRead();
  expect(await replicaMetric('ec_replica_up')).toBe(1);
});

it('fails no call when the replica takes them and answers nothing', async () => {
  const statuses = await searchDuring(async (answered) => {
    await expect.poll(() => answered.length).toBeGreaterThan(20);
    replicated.freeze();
    await expect.poll(() => replicaMetric('ec_replica_up')).toBe(0);
  });
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  replicated.thaw();
  await untilReplicaIsRead();
});

it('makes reports from the replica', async () => {
  const asked = await national.post('/reports', {
    template: 'election_summary',
    parameters: { election_id: election },
  });
  await untilReplicaIsRead();
  const before = counts().replica;
  await test.app.platform.jobs.runDue();
  expect((await national.get(`/reports/${asked.json<string>('data.id')}`)).json('data.status')).toBe('completed');
  expect(counts().replica).toBeGreaterThan(before);
});

it('refuses to start where DATABASE_URL leads to a standby', async () => {
  const config = { ...test.app.platform.config, databaseUrl: replicated.replicaUrl, databaseOwnerUrl: undefined };
  await expect(findStore(config, { role: 'command' })).rejects.toThrow('DATABASE_URL leads to a standby');
});
