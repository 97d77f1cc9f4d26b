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
import { openPool } from '../database/pool.ts';

/** The payload of each job; features add theirs by augmenting this interface next to their handlers. */
export interface JobPayloads {
  'jobs.rescue': Record<string, never>;
}
export type JobName = keyof JobPayloads;

/** Runs one job. It may run again after a failure or a crash, so it must find out what is left to do. */
export type JobHandler<N extends JobName> = (
  payload: JobPayloads[N],
  /** Aborted when the server is stopping: a long job then saves its progress and ends. */
  signal: AbortSignal,
) => Promise<void>;

export interface JobDefinition<N extends JobName = JobName> {
  name: N;
  run: JobHandler<N>;
  /** A schedule in crontab form (UTC): one run for all servers together. */
  every?: string;
}

/** Types the name and its payload together in lists of definitions. */
export function job<N extends JobName>(name: N, run: JobHandler<N>, every?: string): JobDefinition {
  return { name, run, ...(every !== undefined && { every }) } as unknown as JobDefinition;
}

export interface Jobs {
  /** Registers the handlers; call before start. */
  define(...definitions: JobDefinition[]): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Runs all due jobs and resolves; tests call it instead of start. */
  runDue(): Promise<void>;
}

const CONCURRENCY = 2;
const BEAT_MS = 10_000;
/** Delay before a new runner starts after one lost the database. */
const AGAIN_MS = 2000;
/** A clock set back by more than this is not a small correction. */
const BACK_MS = 60_000;
/** A runner not seen for this time is dead: its jobs are released. */
const GONE_SECONDS = 60;

/** Adds a job in the transaction of its cause: it runs if, and only if, that commits. With a key, it replaces a waiting job with the same key. */
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

/** Releases the jobs of dead runners, including runners killed before they registered, and deletes those runners. */
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

/** Runs jobs from the database together with other processes: each job is run by one process, and again if that process dies. */
export function createJobs(database: Database, onError: (error: unknown) => void): Jobs {
  const tasks: TaskList = {};
  const cron: CronItem[] = [];
  let runner: Runner | undefined;
  let pool: pg.Pool | undefined;
  let beat: NodeJS.Timeout | undefined;
  let heartbeat: Promise<void> | undefined;
  const stopping = new AbortController();
  const workers = new Set<string>();
  let lookedAt = Date.now();

  const logger = new Logger(() => (level, message, meta) => {
    if (level === 'error') onError(meta?.['error'] ?? new Error(message));
  });

  function define(...definitions: JobDefinition[]): void {
    for (const { name, run: handle, every } of definitions) {
      tasks[name] = (payload: unknown, { abortSignal }) => handle(payload as never, abortSignal);
      if (every) {
        // Runs missed while no server ran are not caught up: each job reads the current state.
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
   * Cron jobs wait for the next matching minute. If the machine's clock was set back, that would be hours away, so the schedule is computed again.
   */
  async function resetSchedule(): Promise<void> {
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
    // Jobs are locked in the name of the pool; in case a version of the queue locks in the name of its worker, both ids are tracked.
    events.on('pool:create', ({ workerPool }) => workers.add(workerPool.id));
    events.on('worker:create', ({ worker }) => workers.add(worker.workerId));
    return await run({
      pgPool,
      taskList: tasks,
      parsedCronItems: parseCronItems(cron),
      noHandleSignals: true,
      logger,
      events,
      // With a delay, even 0, the queue waits until a finished job is recorded. Without one, losing the database at that moment would be an unhandled
      // error and end the process.
      preset: {
        worker: { concurrentJobs: CONCURRENCY, pollInterval: 2000, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      },
    });
  }

  /** A runner that cannot record the result of a job ends. The next runner does not own its jobs; they are released after a timeout. */
  async function keepRunning(pgPool: pg.Pool): Promise<void> {
    for (;;) {
      await runner?.promise.catch(onError);
      if (stopping.signal.aborted) return;
      workers.clear();
      await delay(AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      runner = await newRunner(pgPool).catch((error: unknown) => {
        onError(error);
        return undefined;
      });
      await noteRunners().catch(onError);
      if (stopping.signal.aborted) await runner?.stop();
    }
  }

  return {
    define,
    async start() {
      pool = openPool(database.url, { max: CONCURRENCY + 2, connectionTimeoutMillis: 10_000 });
      await rescue(database.db);
      runner = await newRunner(pool);
      heartbeat = keepRunning(pool);
      await noteRunners();
      beat = setInterval(() => void noteRunners().then(resetSchedule).catch(onError), BEAT_MS);
      beat.unref();
    },
    async stop() {
      stopping.abort();
      clearInterval(beat);
      await runner?.stop().catch(() => undefined);
      await heartbeat;
      await pool?.end();
      if (workers.size > 0) {
        await sql`delete from job_runners where worker_id = any (${[...workers]}::text[])`.execute(database.db);
      }
    },
    async runDue() {
      const pgPool = openPool(database.url, { max: CONCURRENCY + 2 });
      try {
        await runOnce({ pgPool, taskList: tasks, noHandleSignals: true, logger });
      } finally {
        await pgPool.end();
      }
    },
  };
}
