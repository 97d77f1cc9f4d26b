import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject as provided, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { inTransaction } from '../database/database.ts';
import { addJob, createJobs, job, type Jobs } from './jobs.ts';

declare module './jobs.ts' {
  interface JobPayloads {
    'test.note': { word: string };
  }
}

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const fail = (error: unknown) => expect.unreachable(String(error));

function noting(words: string[], onError: (error: unknown) => void = fail): Jobs {
  const jobs = createJobs(test.database, onError);
  jobs.define(
    job('test.note', async ({ word }) => {
      words.push(word);
    }),
  );
  return jobs;
}

describe('jobs', () => {
  it('are run if, and only if, their transaction commits', async () => {
    const words: string[] = [];
    await inTransaction(test.database.db, (tx) => addJob(tx, 'test.note', { word: 'kept' }));
    const undone = inTransaction(test.database.db, async (tx) => {
      await addJob(tx, 'test.note', { word: 'undone' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await noting(words).runDue();
    expect(words).toEqual(['kept']);
  });

  it('are replaced by a later one of their key while they wait', async () => {
    const words: string[] = [];
    for (const word of ['first', 'second']) {
      await inTransaction(test.database.db, (tx) => addJob(tx, 'test.note', { word }, { key: 'one' }));
    }
    await noting(words).runDue();
    expect(words).toEqual(['second']);
  });

  it('of a process that died are taken up by the next one', async () => {
    const words: string[] = [];
    await inTransaction(test.database.db, (tx) => addJob(tx, 'test.note', { word: 'left behind' }));
    // As a killed process leaves them: locked, with a runner silent for too long.
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-killed', attempts = 1`.execute(
      test.database.db,
    );
    await sql`insert into job_runners (worker_id, seen_at) values ('worker-killed', now() - interval '2 minutes')`.execute(
      test.database.db,
    );
    await noting(words).runDue();
    expect(words).toEqual([]);
    const next = noting(words);
    await next.start();
    try {
      await expect.poll(() => words, { timeout: 10_000 }).toEqual(['left behind']);
    } finally {
      await next.stop();
    }
    const { rows } = await sql`select worker_id from job_runners`.execute(test.database.db);
    expect(rows).toEqual([]);
  });

  it('are held in a name under which their runner is seen, so that it is missed when it dies', async () => {
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const jobs = createJobs(test.database, fail);
    jobs.define(
      job('test.note', async () => {
        begun.resolve();
        await held.promise;
      }),
    );
    await jobs.start();
    try {
      await inTransaction(test.database.db, (tx) => addJob(tx, 'test.note', { word: 'held' }));
      await begun.promise;
      const { rows } = await sql<{ known: boolean }>`select locked_by in (select worker_id from job_runners) as known
        from graphile_worker.jobs where locked_by is not null`.execute(test.database.db);
      expect(rows).toEqual([{ known: true }]);
    } finally {
      held.resolve();
      await jobs.stop();
    }
  });

  it('of a process that was killed before it was ever seen are taken up too', async () => {
    const words: string[] = [];
    await inTransaction(test.database.db, (tx) => addJob(tx, 'test.note', { word: 'lost' }));
    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes', locked_by = 'pool-unseen'`.execute(
      test.database.db,
    );
    const next = noting(words);
    await next.start();
    try {
      await expect.poll(() => words, { timeout: 10_000 }).toEqual(['lost']);
    } finally {
      await next.stop();
    }
  });

  it('go on when the database was away at the moment in which one ended, and that one is run again', async () => {
    const words: string[] = [];
    const errors: unknown[] = [];
    const jobs = createJobs(test.database, (error) => errors.push(error));
    jobs.define(
      job('test.note', async ({ word }) => {
        words.push(word);
        if (word === 'cut off' && words.length === 1) await letIn(false);
      }),
    );
    await jobs.start();
    try {
      await inTransaction(test.database.db, (tx) => addJob(tx, 'test.note', { word: 'cut off' }));
      await expect.poll(() => errors.map(String).join('\n')).toContain('Failed to complete jobs');
      await letIn(true);
      await inTransaction(test.database.db, (tx) => addJob(tx, 'test.note', { word: 'after' }));
      await expect.poll(() => words).toContain('after');
      // As after the time in which its runner was silent.
      await sql`update job_runners set seen_at = now() - interval '2 minutes' where worker_id in
        (select locked_by from graphile_worker.jobs)`.execute(test.database.db);
      await inTransaction(test.database.db, (tx) => addJob(tx, 'jobs.rescue', {}));
      await expect.poll(() => words.filter((word) => word === 'cut off')).toHaveLength(2);
    } finally {
      await letIn(true);
      await jobs.stop();
    }
  });
});

/** Allows or forbids the application to connect to the test's database. */
async function letIn(may: boolean): Promise<void> {
  const name = new URL(test.database.url).pathname.slice(1);
  const client = new pg.Client({ connectionString: provided('databaseServer').adminUrl });
  await client.connect();
  try {
    await client.query(`alter database ${name} allow_connections ${may}`);
    if (!may) await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  } finally {
    await client.end();
  }
}
