import type { CompiledQuery, DatabaseConnection } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { type Db, inTransaction, statement, type Statements, type Tx } from './database.ts';
import { Lease } from './leased-connections.ts';
import { readTogether, storeWithCommit } from './transact.ts';

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

interface Settled<T> {
  answer: T;
  writes: readonly CompiledQuery<unknown>[];
}

/** A transaction of two round trips: its reads with BEGIN, its writes with COMMIT. */
async function inPipeline<T>(db: Db, work: (reads: Statements) => Promise<Settled<T>>): Promise<T> {
  return await inTransaction(db, async (tx) => {
    const { answer, writes } = await readTogether(tx, work);
    await storeWithCommit(tx, writes);
    return answer;
  });
}

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

  it('sends nothing that is requested when it is over', async () => {
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

describe('a transaction of several steps', () => {
  const begin = async (work: (tx: Tx) => Promise<void>) => await inTransaction(test.database.writes, work);

  it('stores what is left for its commit together with what came before, in that order', async () => {
    const before = (await stored()) ?? 0;
    const raise = statement('test.raise', 'update sign_in_attempts set failures = failures * 10 + $2 where phone = $1');
    await begin(async (tx) => {
      await storeWithCommit(tx, [raise.of(['h', 1]), raise.of(['h', 2])]);
      await insert(tx, ['h', 0]);
      await storeWithCommit(tx, [raise.of(['h', 3])]);
    });
    expect(await stored()).toBe(before + 1);
    const read = statement<{ failures: number }>('test.read', 'select failures from sign_in_attempts where phone = $1');
    expect(await read(test.database.db, ['h'])).toEqual([{ failures: 123 }]);
  });

  it('stores nothing of what came before where something fails that was left for its commit', async () => {
    const before = await stored();
    const undone = begin(async (tx) => {
      await insert(tx, ['i', 1]);
      await storeWithCommit(tx, [failing.of([0])]);
    });
    await expect(undone).rejects.toThrow('division by zero');
    expect(await stored()).toBe(before);
  });

  it('sends nothing of what was left for its commit where the work fails', async () => {
    const before = await stored();
    const undone = begin(async (tx) => {
      await storeWithCommit(tx, [insert.of(['j', 1])]);
      throw new Error('changed its mind');
    });
    await expect(undone).rejects.toThrow('changed its mind');
    expect(await stored()).toBe(before);
  });

  it('rejects with the first failure, not with that of the rollback', async () => {
    const end = statement('test.end', 'select pg_terminate_backend(pg_backend_pid())');
    const cut = begin(async (tx) => {
      await insert(tx, ['k', 1]);
      await end(tx, []);
    });
    await expect(cut).rejects.toThrow(/terminat/i);
    await begin(async (tx) => {
      const [row] = await readTogether(tx, (reads) => fresh(reads, []));
      expect(row?.fresh).toBe(true);
    });
  });
});

describe('a transaction that does not begin', () => {
  it('stores nothing, whatever it runs', async () => {
    const sent: string[] = [];
    const connection = {
      executeQuery: ({ sql }: CompiledQuery) => (sent.push(sql), Promise.resolve({ rows: [] })),
      streamQuery: () => {
        throw new Error('nothing streams here');
      },
    } as unknown as DatabaseConnection;
    const lease = new Lease(connection);
    lease.begin(Promise.reject(new Error('no beginning')));
    await expect(lease.executeQuery(insert.of(['l', 1]))).rejects.toThrow('no beginning');
    await expect(lease.reading((reads) => count(reads, []))).rejects.toThrow('no beginning');
    lease.keep([insert.of(['m', 1])]);
    await expect(lease.commit(() => Promise.resolve())).rejects.toThrow('no beginning');
    expect(sent.map((text) => /\* (\S+)/.exec(text)?.[1])).toEqual(['test.count']);
  });
});
