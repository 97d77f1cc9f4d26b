import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let elsewhere: pg.Client;
beforeAll(async () => {
  test = await testApp();
  const url = new URL(test.ownerUrl);
  url.pathname = '/postgres';
  elsewhere = new pg.Client({ connectionString: url.href });
  await elsewhere.connect();
});
afterAll(async () => {
  await elsewhere.end();
  await test.close();
});

const probes = async () => {
  const [health, ready] = await Promise.all([test.anonymous.get('/health'), test.anonymous.get('/ready')]);
  return [health.status, ready.status];
};

it('says how far the clock of its machine is ahead of the database’s', async () => {
  expect((await test.anonymous.get('/ready')).json('data')).toEqual({ status: 'ok', clockAheadSeconds: 0 });
});

it('lives while the database is away, is not ready meanwhile, and is again when it is back', async () => {
  const name = new URL(test.ownerUrl).pathname.slice(1);
  expect(await probes()).toEqual([200, 200]);
  await elsewhere.query(`alter database ${name} allow_connections false`);
  try {
    await elsewhere.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    expect(await probes()).toEqual([200, 503]);
    const refused = await test.anonymous.get('/ready');
    expect([refused.code, refused.headers['retry-after']]).toEqual(['UNAVAILABLE', '5']);
  } finally {
    await elsewhere.query(`alter database ${name} allow_connections true`);
  }
  // A connection that was ended and not used since may be met first.
  await expect.poll(probes).toEqual([200, 200]);
});
