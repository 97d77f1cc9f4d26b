import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/harness.ts';
import { type Statements, statement } from './database.ts';
import { inPipeline } from './pipelined.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const insert = statement('test.insert', 'insert into sign_in_attempts (phone, failures) values ($1, $2)');
const failing = statement('test.failing', 'select 1 / $1::int');
const count = statement<{ count: number }>('test.count', 'select count(*)::int as count from sign_in_attempts');
const lockOut = statement('test.lock', 'select phone from sign_in_attempts where phone = $1 for update');

const fresh = statement<{ fresh: boolean }>('test.fresh', 'select pg_current_xact_id_if_assigned() is null as fresh');

const stored = async () => (await count(test.database.db, []))[0]?.count;

describe('a pipelined transaction', () => {
  it('stores what its reads led to, all or nothing', async () => {
    const before = (await stored()) ?? 0;
    const answer = await inPipeline(test.database.writes, async (tx) => {
      const [seen] = await count(tx, []);
      return { answer: seen?.count, writes: [insert.of(['a', 1]), insert.of(['b', 1])] };
    });
    expect(answer).toBe(before);
    expect(await stored()).toBe(before + 2);
  });

  it('stores nothing where one of its writes fails, and says why', async () => {
    const before = await stored();
    const writes = [insert.of(['c', 1]), failing.of([0]), insert.of(['d', 1])];
    await expect(inPipeline(test.database.writes, () => Promise.resolve({ answer: 0, writes }))).rejects.toThrow(
      'division by zero',
    );
    expect(await stored()).toBe(before);
  });

  it('stores nothing where one of its reads fails, and sends no write', async () => {
    const before = await stored();
    const work = async (tx: Statements) => {
      await Promise.all([failing(tx, [0]), count(tx, [])]);
      return { answer: 0, writes: [insert.of(['e', 1])] };
    };
    await expect(inPipeline(test.database.writes, work)).rejects.toThrow('division by zero');
    expect(await stored()).toBe(before);
  });

  it('sends nothing that is asked for when it is over', async () => {
    const before = await stored();
    let kept: Statements | undefined;
    await inPipeline(test.database.writes, async (tx) => {
      kept = tx;
      return await Promise.resolve({ answer: 0, writes: [] });
    });
    if (!kept) throw new Error('The work was not done');
    await expect(insert(kept, ['f', 1])).rejects.toThrow('not sent');
    expect(await stored()).toBe(before);
  });

  it('leaves a connection on which the next transaction begins anew, whatever became of it', async () => {
    const fail = () =>
      inPipeline(test.database.writes, () => Promise.resolve({ answer: 0, writes: [failing.of([0])] })).catch(() => 0);
    await Promise.all(Array.from({ length: 40 }, fail));
    const states = await Promise.all(
      Array.from({ length: 40 }, () =>
        inPipeline(test.database.writes, async (tx) => {
          const [row] = await fresh(tx, []);
          return { answer: row?.fresh, writes: [] };
        }),
      ),
    );
    expect(states.every(Boolean)).toBe(true);
  });

  it('holds what its reads lock until it ends', async () => {
    await inPipeline(test.database.writes, () => Promise.resolve({ answer: 0, writes: [insert.of(['g', 0])] }));
    const read = statement<{ failures: number }>('test.read', 'select failures from sign_in_attempts where phone = $1');
    const set = statement('test.set', 'update sign_in_attempts set failures = $2 where phone = $1');
    const addOne = () =>
      inPipeline(test.database.writes, async (tx) => {
        const [, [row]] = await Promise.all([lockOut(tx, ['g']), read(tx, ['g'])]);
        return { answer: 0, writes: [set.of(['g', (row?.failures ?? 0) + 1])] };
      });
    await Promise.all(Array.from({ length: 20 }, addOne));
    expect(await read(test.database.db, ['g'])).toEqual([{ failures: 20 }]);
  });
});
