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
    // A connection that was being opened meanwhile can outlast the first ending.
    const refused = async () => {
      await elsewhere.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      const { status, code, headers } = await test.anonymous.get('/ready');
      return [status, code, headers['retry-after']];
    };
    await expect.poll(refused).toEqual([503, 'UNAVAILABLE', '5']);
    expect((await test.anonymous.get('/health')).status).toBe(200);
  } finally {
    await elsewhere.query(`alter database ${name} allow_connections true`);
  }
  // A connection that was ended and not used since may be met first.
  await expect.poll(probes).toEqual([200, 200]);
});
