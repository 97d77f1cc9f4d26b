import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject as provided, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { fromDatabaseError } from '../http/constraints.ts';
import { type Database, openDatabase } from './database.ts';
import { freePort } from './embedded/postgres-process.ts';

let test: TestApp;
let away: string;
beforeAll(async () => {
  test = await testApp();
  away = `127.0.0.1:${await freePort()}`;
});
afterAll(() => test.close());

/** The test's database as one of several servers. */
function among(...hosts: string[]): Database {
  const { host } = new URL(test.database.url);
  return openDatabase(test.database.url.replace(host, hosts.join(',')), { max: 2 });
}
const here = () => new URL(test.database.url).host;

async function refusal(work: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return fromDatabaseError(error)?.code;
}

/** Lets new connections write to the test's database, or not. */
async function letWrite(may: boolean): Promise<void> {
  const name = new URL(test.database.url).pathname.slice(1);
  const client = new pg.Client({ connectionString: provided('databaseServer').adminUrl });
  await client.connect();
  try {
    await client.query(`alter database ${name} set default_transaction_read_only = ${may ? 'off' : 'on'}`);
  } finally {
    await client.end();
  }
}

describe('an address of several servers', () => {
  it('leads to the one that answers', async () => {
    const database = among(away, here());
    try {
      const { rows } = await sql<{ port: number }>`select current_setting('port')::int as port`.execute(
        database.writes,
      );
      expect(rows).toEqual([{ port: Number(here().split(':').at(-1)) }]);
    } finally {
      await database.close();
    }
  });

  it('is away where none of them answers', async () => {
    const database = among(away, away);
    try {
      expect(await refusal(sql`select 1`.execute(database.db))).toBe('UNAVAILABLE');
    } finally {
      await database.close();
    }
  });

  it('breaks off who waits at a server that takes no writes any more, and comes back to it when it does', async () => {
    const database = among(here(), away);
    try {
      await sql`select 1`.execute(database.db);
      const waiting = refusal(sql`select pg_sleep(60)`.execute(database.db));
      await letWrite(false);
      expect(await waiting).toBe('UNAVAILABLE');
      expect(await refusal(sql`select 1`.execute(database.writes))).toBe('UNAVAILABLE');
      await letWrite(true);
      await sql`select 1`.execute(database.db);
    } finally {
      await letWrite(true);
      await database.close();
    }
  });
});
