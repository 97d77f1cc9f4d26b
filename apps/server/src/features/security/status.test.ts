import type { SecurityAlertList, SecurityStatus } from '@ec/contract/security/schemas';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { judged } from '../../../test/alerts.ts';
import { place } from '../../../test/builders.ts';
import { createAccount, login, setSecurity } from '../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { narrowed } from '../../../test/moderators.ts';
import { openStream, ticketOf } from '../../../test/stream.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { queueMessage } from '../../platform/messages/outbox.ts';

// Each test needs its own application, because measurements are cached.
let test: TestApp;
let reader: Client;
beforeEach(async () => {
  test = await testApp();
  reader = await test.as('super_admin', place('NG'));
});
afterEach(() => test.close());

const statusOf = async (client: Client) => (await client.get('/security/status')).json<SecurityStatus>('data');

it('measures what the server stands on', async () => {
  const stream = await openStream(test, await ticketOf(reader));
  await test.app.platform.auditChain.linkNow();
  const status = await statusOf(reader);
  expect(status).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    database: { state: 'ok', version: expect.stringMatching(/^\d+/), connections: { most: expect.any(Number) } },
    queue: { state: 'ok', waiting: 0, running: 0, failed: 0, oldestWaitingSeconds: null },
    deliveries: { state: 'ok', waiting: 0, failed: 0, gateways: { sms: 'log', email: 'log' } },
    storage: { state: 'ok', files: 0, bytes: 0 },
    disk: { text: expect.stringContaining('% of the disk is free') },
    streams: { state: 'ok', open: 1, text: '1 console is connected' },
    events: { state: 'ok' },
    audit: { state: 'ok', unsealed: 0, protection: 'role', head: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    sessions: { open: 1 },
    failedSignIns24h: 0,
    lockedAccounts: 0,
  });
  expect(status.audit.head.position).toBeGreaterThan(0);
  expect(status.database.sizeBytes).toBeGreaterThan(1_000_000);
  expect(status.database.connections.open).toBeGreaterThan(0);
  expect(status.disk.totalBytes).toBeGreaterThan(status.disk.freeBytes);
  expect(status.uptimeSeconds).toBeGreaterThan(0);
  await stream.close();
});

it('counts sessions, refused sign-ins and lock-outs, of the reader’s areas', async () => {
  await setSecurity(test, { require2FA: false, maxLoginAttempts: 3 });
  const person = await createAccount(test, { area: place('33-01') });
  for (let attempt = 0; attempt < 3; attempt++) await login(test, person.phone, 'wrong');
  await test.as('lga_admin', place('33-01'));
  await judged(test);
  const counts = { sessions: { open: 2 }, alerts: { open: 1 }, failedSignIns24h: 3, lockedAccounts: 1 };
  expect(await statusOf(reader)).toMatchObject(counts);
  const [there, elsewhere] = [
    await narrowed(test, { canAccessAuditLogs: true, allowedStates: ['33'] }),
    await narrowed(test, { canAccessAuditLogs: true, allowedStates: ['32'] }),
  ];
  expect(await statusOf(there)).toMatchObject({ ...counts, sessions: { open: 1 } });
  expect(await statusOf(elsewhere)).toMatchObject({
    sessions: { open: 0 },
    alerts: { open: 0 },
    failedSignIns24h: 0,
    lockedAccounts: 0,
  });
  const list = async (client: Client) => (await client.get('/security/alerts')).json<SecurityAlertList>('data');
  expect(await list(there)).toMatchObject({ total: 1, alerts: [{ rule: 'lock_out', acknowledgedAt: null }] });
  expect(await list(elsewhere)).toEqual({ total: 0, alerts: [] });
});

it('warns of a job that failed for good, and of one that no server runs', async () => {
  await inTransaction(test.database.db, (tx) => addJob(tx, 'jobs.rescue', {}, { key: 'failing', attempts: 1 }));
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = 'failing'`.execute(
    test.database.db,
  );
  expect((await statusOf(reader)).queue).toMatchObject({ state: 'warning', text: '1 job failed for good', failed: 1 });
});

it('warns of jobs that no server runs, and of messages that do not leave', async () => {
  const { db } = test.database;
  await inTransaction(db, async (tx) => {
    await addJob(tx, 'jobs.rescue', {}, { runAt: new Date(Date.now() - 10 * 60_000) });
    await queueMessage(tx, { channel: 'sms', recipient: '+2348030000000', body: 'Hello' });
    await sql`update messages set created_at = now() - interval '20 minutes',
      next_attempt_at = ${test.clock.now()}::timestamptz + interval '1 hour'`.execute(tx);
  });
  const { queue, deliveries } = await statusOf(reader);
  expect(queue).toMatchObject({ state: 'warning', waiting: 1, text: 'A job has waited for 10 minutes' });
  expect(deliveries).toMatchObject({ state: 'warning', waiting: 1, text: 'A message has waited for 20 minutes' });
});

it('reports a part that does not answer in time as down, and all others as they are', async () => {
  const { db } = test.database;
  const held = await db.startTransaction().execute();
  await sql`lock table files`.execute(held);
  try {
    const status = await statusOf(reader);
    expect(status.storage).toEqual({ state: 'down', text: 'No answer in time', files: 0, bytes: 0 });
    expect([status.database.state, status.queue.state, status.audit.state, status.sessions.open]).toEqual([
      'ok',
      'ok',
      'ok',
      1,
    ]);
  } finally {
    await held.rollback().execute();
  }
});

it('is measured once for many who read at the same moment', async () => {
  const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(reader)));
  expect(new Set(statuses.map(({ asOf }) => asOf)).size).toBe(1);
});
