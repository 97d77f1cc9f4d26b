import { readFile } from 'node:fs/promises';
import type { LocationId } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createElection, createWard, setElectionMode, sheet } from '../../../test/builders.ts';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { queueMessage } from '../../platform/messages/outbox.ts';

const TOKEN = 'a-token-of-the-monitoring-0123456789';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
});
afterAll(() => test.close());

interface Asking {
  remoteAddress?: string;
  headers?: Record<string, string>;
}

async function scrape(asking: Asking = {}, of = test) {
  const { statusCode, body, headers } = await of.app.fastify.inject({ url: '/api/metrics', ...asking });
  return { status: statusCode, text: body, type: String(headers['content-type']) };
}

/** The value of a series; undefined if there is none. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}
const seriesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const counted = (method: string, route: string, status: string) =>
  `ec_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;

it('is for programs on this machine where no token is set, and does not exist for others', async () => {
  expect((await scrape()).status).toBe(200);
  const stranger = await scrape({ remoteAddress: '203.0.113.9' });
  expect([stranger.status, JSON.parse(stranger.text).code]).toEqual([404, 'NOT_FOUND']);
});

it.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', 'x-forwarded-host'])(
  'is not opened by %s, and refused to requests that a proxy forwards',
  async (name) => {
    const headers = { [name]: '127.0.0.1' };
    expect((await scrape({ remoteAddress: '203.0.113.9', headers })).status).toBe(404);
    expect((await scrape({ headers })).status).toBe(404);
  },
);

it('wants the token where one is set, from this machine too, and no session does instead', async () => {
  const guarded = await testApp({ metricsToken: TOKEN, trustProxy: ['127.0.0.1', '203.0.113.9'] });
  try {
    const authorization = `Bearer ${TOKEN}`;
    const remoteAddress = '203.0.113.9';
    const known = await scrape({ remoteAddress, headers: { authorization, 'x-forwarded-for': '10.0.0.7' } }, guarded);
    expect([known.status, known.type]).toEqual([200, expect.stringContaining('text/plain')]);
    const admin = await guarded.as('super_admin', null);
    for (const headers of [
      {},
      { authorization: `Bearer ${TOKEN.replace('a', 'b')}` },
      { authorization: `Bearer ${admin.token}` },
      { 'x-forwarded-for': '127.0.0.1' },
    ]) {
      const refused = await scrape({ headers }, guarded);
      expect([refused.status, JSON.parse(refused.text).code]).toEqual([401, 'UNAUTHENTICATED']);
      expect(refused.text).not.toContain('ec_');
    }
  } finally {
    await guarded.close();
  }
});

it('counts each answer under its pattern and class of status', async () => {
  const officer = await test.as('ward_admin', (await createWard(test.database.db, 1)).ward);
  const before = (await scrape()).text;
  await officer.get('/results/0190aaaa-0000-7000-8000-000000000000');
  await officer.get('/results/0190aaaa-0000-7000-8000-000000000001');
  await test.anonymous.get('/users');
  const after = (await scrape()).text;
  const grown = (series: string) => (valueOf(after, series) ?? 0) - (valueOf(before, series) ?? 0);
  expect(grown(counted('GET', '/api/results/:id', '4xx'))).toBe(2);
  expect(grown(counted('GET', '/api/users', '4xx'))).toBe(1);
  expect(after).not.toContain('0190aaaa');
});

it('makes no new series for invented addresses, methods, queries and headers', async () => {
  await test.anonymous.get('/nothing/at/all');
  await test.anonymous.get('/results/one?q=1');
  await test.app.fastify.inject({ method: 'PROPFIND', url: '/api/nothing' });
  const before = seriesOf((await scrape()).text).filter((line) => line.startsWith('ec_'));
  for (let index = 0; index < 50; index++) {
    await test.anonymous.get(`/nothing/${index}"}\n`);
    await test.anonymous.get(`/results/${index}?q=${index}`);
    await test.anonymous.get(`/docs/${index}`);
    const headers = { 'x-request-id': `hostile-${index}`, 'user-agent': `ua-${index}` };
    await test.app.fastify.inject({ method: 'PROPFIND', url: `/api/nothing/${index}`, headers });
  }
  const after = seriesOf((await scrape()).text).filter((line) => line.startsWith('ec_'));
  const routes = new Set(after.flatMap((line) => /route="([^"]*)"/.exec(line)?.[1] ?? []));
  expect([...routes].filter((route) => /\d/.test(route))).toEqual([]);
  // The series of /api/docs, called here for the first time.
  const fresh = after.filter((line) => !before.some((each) => each.split(' ')[0] === line.split(' ')[0]));
  expect(fresh.filter((line) => !line.includes('route="/api/docs"'))).toEqual([]);
});

it('counts submissions by what became of them', async () => {
  const { ward, units } = await createWard(test.database.db, 1);
  const unit: LocationId = units[0] ?? ward;
  const officer = await test.as('polling_unit_officer', unit);
  const election = await createElection(test.database.db);
  const body = sheet(election, unit);
  const key = { 'idempotency-key': 'counted-once' };
  expect((await officer.post('/results', body, key)).status).toBe(201);
  expect((await officer.post('/results', body, key)).status).toBe(200);
  expect((await officer.post('/results', { ...body, accreditedVoters: 1 }, key)).status).toBeGreaterThanOrEqual(400);
  expect((await test.anonymous.post('/results', body, key)).status).toBe(401);
  const { text } = await scrape();
  expect(valueOf(text, 'ec_submissions_total{outcome="stored"}')).toBe(1);
  expect(valueOf(text, 'ec_submissions_total{outcome="repeated"}')).toBe(1);
  expect(valueOf(text, 'ec_submissions_total{outcome="UNAUTHENTICATED"}')).toBe(1);
  const outcomes = [...text.matchAll(/ec_submissions_total\{outcome="(\w+)"\} 1$/gm)].map(([, outcome]) => outcome);
  expect(outcomes).toHaveLength(4);
  expect(valueOf(text, 'ec_election_mode')).toBe(1);
});

it('reports the outbox, jobs, connections, files, disk and the process', async () => {
  const fresh = await testApp();
  try {
    await inTransaction(fresh.database.db, (tx) =>
      queueMessage(tx, { channel: 'sms', recipient: '+2348030000001', body: 'one' }),
    );
    const { text } = await scrape({}, fresh);
    expect(valueOf(text, 'ec_database_up')).toBe(1);
    expect(valueOf(text, 'ec_election_mode')).toBe(0);
    expect(valueOf(text, 'ec_streams_open')).toBe(0);
    // In either state: the log gateway may have taken it or not.
    const messages = (state: string) => valueOf(text, `ec_outbox_messages{state="${state}"}`) ?? 0;
    expect(messages('waiting') + messages('logged')).toBe(1);
    expect(valueOf(text, 'ec_outbox_messages{state="failed"}')).toBe(0);
    expect(valueOf(text, 'ec_jobs{state="failed"}')).toBe(0);
    expect(valueOf(text, 'ec_file_store_bytes')).toBe(0);
    expect(valueOf(text, 'ec_disk_free_bytes')).toBeGreaterThan(0);
    expect(valueOf(text, 'ec_database_read_connections{state="open"}')).toBeGreaterThan(0);
    expect(valueOf(text, 'ec_audit_unsealed_entries')).toBeGreaterThanOrEqual(0);
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0);
  } finally {
    await fresh.close();
  }
});

it('answers while the database does not, without the figures that are unknown', async () => {
  const lonely = await testApp();
  try {
    await lonely.database.close();
    const { status, text } = await scrape({}, lonely);
    expect(status).toBe(200);
    expect(valueOf(text, 'ec_database_up')).toBe(0);
    for (const name of ['ec_event_lag_seconds', 'ec_audit_unsealed_entries', 'ec_jobs{state="waiting"}']) {
      expect(valueOf(text, name), name).toBeUndefined();
    }
    expect(valueOf(text, 'ec_disk_free_bytes')).toBeGreaterThan(0);
  } finally {
    await lonely.close().catch(() => undefined);
  }
});

it('has every figure that the alerts ask for', async () => {
  const rules = await readFile(new URL('../../../../../deploy/prometheus-rules.yml', import.meta.url), 'utf8');
  const asked = new Set(rules.match(/\b(ec|process|nodejs)_[a-z0-9_]+/g));
  const { text } = await scrape();
  const known = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].map(([, name = '', type]) =>
      type === 'histogram' ? `${name}_` : name,
    ),
  );
  const missing = [...asked].filter((name) => !known.has(name) && !known.has(name.replace(/(count|bucket|sum)$/, '')));
  expect(asked.size).toBeGreaterThan(10);
  expect(missing).toEqual([]);
});
