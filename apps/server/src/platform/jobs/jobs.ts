import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CronItem,
  Logger,
  parseCronItems,
  type Runner,
  run,
  runOnce,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database, Db, Tx } from '../database/database.ts';
import { openPool } from '../database/primary.ts';

/** What each job is given; features add theirs by augmenting this interface beside their handlers. */
export interface JobPayloads {
  'jobs.rescue': Record<string, never>;
}
export type JobName = keyof JobPayloads;

/** Does one job. It may be run again after a failure or a crash, so it must find out what is left to do. */
export type JobHandler<N extends JobName> = (
  payload: JobPayloads[N],
  /** Aborted when the server is about to stop: a long job saves where it stands and ends. */
  signal: AbortSignal,
) => Promise<void>;

export interface JobDefinition<N extends JobName = JobName> {
  name: N;
  run: JobHandler<N>;
  /** When it is run by itself, as in a crontab (UTC): once for all servers together. */
  every?: string;
}

/** Keeps the name and its payload together where definitions are listed. */
export function job<N extends JobName>(name: N, run: JobHandler<N>, every?: string): JobDefinition {
  return { name, run, ...(every !== undefined && { every }) } as unknown as JobDefinition;
}

export interface Jobs {
  /** Says what the jobs do; before start. */
  define(...definitions: JobDefinition[]): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Runs what is due until nothing is, and answers; what tests call in place of start. */
  runDue(): Promise<void>;
}

const CONCURRENCY = 2;
const BEAT_MS = 10_000;
/** Between the end of a runner that lost the database and the next one. */
const AGAIN_MS = 2000;
/** A time that was set back by more than this is no correction of a moment. */
const BACK_MS = 60_000;
/** A runner that was not seen for so long is gone: its jobs are free again. */
const GONE_SECONDS = 60;

/**
 * Adds a job in the transaction of what it follows from: it is run if, and only if, that commits. With a key, a job of that
 * key that still waits is replaced.
 */
export async function addJob<N extends JobName>(
  tx: Tx,
  name: N,
  payload: JobPayloads[N],
  { key, runAt, attempts = 5 }: { key?: string; runAt?: Date; attempts?: number } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}::text, payload := ${JSON.stringify(payload)}::json,
    run_at := ${runAt ?? null}::timestamptz, max_attempts := ${attempts}::int, job_key := ${key ?? null}::text)`.execute(
    tx,
  );
}

/** Frees the jobs of runners that are gone, of those too that were killed before they were noted, and forgets them. */
async function rescue(db: Db): Promise<void> {
  const gone = sql`now() - make_interval(secs => ${GONE_SECONDS})`;
  await sql`with gone as (
      delete from job_runners where seen_at < ${gone} returning worker_id
    ), holders as (
      select worker_id from gone union
      select locked_by from graphile_worker.jobs
        where locked_at < ${gone} and locked_by not in (select worker_id from job_runners)
    )
    select graphile_worker.force_unlock_workers(array_agg(worker_id)) from holders having count(*) > 0`.execute(db);
}

/** Runs jobs from the database with everybody else who does: each is run by one process, again if that process dies. */
export function createJobs(database: Database, onError: (error: unknown) => void): Jobs {
  const tasks: TaskList = {};
  const cron: CronItem[] = [];
  let runner: Runner | undefined;
  let pool: pg.Pool | undefined;
  let beat: NodeJS.Timeout | undefined;
  let keeping: Promise<void> | undefined;
  const ending = new AbortController();
  const workers = new Set<string>();
  let lookedAt = Date.now();

  const logger = new Logger(() => (level, message, meta) => {
    if (level === 'error') onError(meta?.['error'] ?? new Error(message));
  });

  function define(...definitions: JobDefinition[]): void {
    for (const { name, run: handle, every } of definitions) {
      tasks[name] = (payload: unknown, { abortSignal }) => handle(payload as never, abortSignal);
      if (every) {
        // What was missed while no server ran is not caught up: each of them looks at how things stand.
        cron.push({ task: name, match: every, options: { backfillPeriod: 0, jobKey: name, maxAttempts: 1 } });
      }
    }
  }
  define(job('jobs.rescue', () => rescue(database.db), '* * * * *'));

  async function noteRunners(): Promise<void> {
    if (workers.size === 0) return;
    await sql`insert into job_runners (worker_id) select unnest(${[...workers]}::text[])
      on conflict (worker_id) do update set seen_at = now()`.execute(database.db);
  }

  /**
   * What is done at certain minutes waits for the next of them. Where the machine's time was set back, that would be hours away,
   * so the minutes are counted anew.
   */
  async function minuteAnew(): Promise<void> {
    const now = Date.now();
    const isBack = lookedAt - now > BACK_MS;
    lookedAt = now;
    if (!isBack) return;
    await sql`update graphile_worker._private_known_crontabs set last_execution = ${new Date(now)}
      where last_execution > ${new Date(now)}`.execute(database.db);
    await runner?.stop();
  }

  async function newRunner(pgPool: pg.Pool): Promise<Runner> {
    const events: WorkerEvents = new EventEmitter();
    // A job is held in the name of the pool; should a version of the queue hold it in that of its worker, that is known too.
    events.on('pool:create', ({ workerPool }) => workers.add(workerPool.id));
    events.on('worker:create', ({ worker }) => workers.add(worker.workerId));
    return await run({
      pgPool,
      taskList: tasks,
      parsedCronItems: parseCronItems(cron),
      noHandleSignals: true,
      logger,
      events,
      // With a delay, even of none, the queue awaits that a job is noted as done; without, the loss of the database at that
      // moment would be an error that nobody handles, and end the process.
      preset: {
        worker: { concurrentJobs: CONCURRENCY, pollInterval: 2000, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      },
    });
  }

  /** A runner that cannot note what became of a job ends. The next one does not know its jobs: they are freed in time. */
  async function keepRunning(pgPool: pg.Pool): Promise<void> {
    for (;;) {
      await runner?.promise.catch(onError);
      if (ending.signal.aborted) return;
      workers.clear();
      await delay(AGAIN_MS, undefined, { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) return;
      runner = await newRunner(pgPool).catch((error: unknown) => {
        onError(error);
        return undefined;
      });
      await noteRunners().catch(onError);
      if (ending.signal.aborted) await runner?.stop();
    }
  }

  return {
    define,
    async start() {
      pool = openPool(database.primary, { max: CONCURRENCY + 2, connectionTimeoutMillis: 10_000 });
      await rescue(database.db);
      runner = await newRunner(pool);
      keeping = keepRunning(pool);
      await noteRunners();
      beat = setInterval(() => void noteRunners().then(minuteAnew).catch(onError), BEAT_MS);
      beat.unref();
    },
    async stop() {
      ending.abort();
      clearInterval(beat);
      // One that has ended by itself says so.
      await runner?.stop().catch(() => undefined);
      await keeping;
      await pool?.end();
      if (workers.size > 0) {
        await sql`delete from job_runners where worker_id = any (${[...workers]}::text[])`.execute(database.db);
      }
    },
    async runDue() {
      const pgPool = openPool(database.primary, { max: CONCURRENCY + 2 });
      try {
        await runOnce({ pgPool, taskList: tasks, noHandleSignals: true, logger });
      } finally {
        await pgPool.end();
      }
    },
  };
}
