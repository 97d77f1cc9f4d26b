import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { type Database, inTransaction, openDatabase, type Tx } from './database.ts';
import { newId } from '../runtime/ids.ts';

let test: TestApp;
let narrow: Database;
beforeAll(async () => {
  test = await testApp();
  // One connection, so that whatever is left of a transaction falls upon the next one.
  narrow = openDatabase(test.database.url, { max: 1 });
});
afterAll(async () => {
  await narrow.close();
  await test.close();
});

const note = (tx: Tx, phone: string) => tx.insertInto('sign_in_attempts').values({ phone, failures: 1 }).execute();
const noted = async () =>
  (await test.database.db.selectFrom('sign_in_attempts').select('phone').orderBy('phone').execute()).map(
    ({ phone }) => phone,
  );

it('leaves nothing of statements that were requested together with one that fails', async () => {
  for (let time = 0; time < 20; time++) {
    const work = inTransaction(narrow.writes, async (tx) => {
      await Promise.all([sql`select 1 / 0`.execute(tx), ...['a', 'b', 'c', 'd'].map((phone) => note(tx, phone))]);
    });
    await expect(work).rejects.toThrow('division by zero');
  }
  expect(await noted()).toEqual([]);
});

it('lets nothing of a failed transaction into the next one on its connection', async () => {
  const failing = inTransaction(narrow.writes, async (tx) => {
    await Promise.all([sql`select 1 / 0`.execute(tx), ...['x', 'y', 'z'].map((phone) => note(tx, phone))]);
  });
  const kept = newId<string>();
  const next = inTransaction(narrow.writes, async (tx) => {
    await turn();
    await note(tx, kept);
    await turn();
  });
  await expect(failing).rejects.toThrow('division by zero');
  await next;
  expect(await noted()).toEqual([kept]);
});

it('refuses a statement that comes once the transaction has been decided', async () => {
  let left: Tx | undefined;
  await inTransaction(narrow.writes, async (tx) => {
    left = tx;
    await sql`select 1`.execute(tx);
  });
  await expect(sql`select 1`.execute(left as Tx)).rejects.toThrow('committed');
});
