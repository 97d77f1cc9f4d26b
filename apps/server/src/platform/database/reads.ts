import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import type { Database, Db } from './database.ts';
import { hostOf, openPool } from './pool.ts';
import type { Tables } from './tables.ts';

/** How often the replica is asked how far behind it is. */
const ASK_MS = 1000;
/** Time limit of that question; a replica that does not answer is not read from. */
const ANSWER_MS = 1000;

export interface ReadCounts {
  primary: number;
  replica: number;
  /** Reads that the replica failed and the primary then answered. */
  failed: number;
}

/** Reads from the database; `behindMs` is how old it may be. Runs again on the primary where the replica fails it, so it changes nothing. */
type Read<T> = (db: Db, behindMs: number) => Promise<T>;

/** Where reads go that may be some seconds old: reports, the search of the audit log. */
export interface Reads {
  /** Reads from the replica while it answers and is at most as far behind as allowed; else from the primary. */
  lagging<T>(read: Read<T>): Promise<T>;
  readonly counts: Readonly<ReadCounts>;
  /** The replica's last known lag; undefined without one, or while it does not answer. */
  readonly replica: { name: string; lagSeconds: number | undefined } | undefined;
  start(): void;
  stop(): Promise<void>;
}

interface Options {
  /** The replica's address; absent: everything is read from the primary. */
  url: string | undefined;
  /** Connections to it. */
  max: number;
  /** A replica further behind is not read from. */
  mostBehindSeconds: number;
  warn: (text: string) => void;
}

/**
 * Seconds behind the primary. A replica that has replayed all that it received is as old as the last message of its sender, so that one that is cut off
 * grows old; a server that is none, as while none is left behind the address, is 0 behind.
 */
const LAG = sql<{ lag: number }>`select case when not pg_is_in_recovery() then 0
  else extract(epoch from clock_timestamp() - case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()
    then (select last_msg_receipt_time from pg_stat_wal_receiver)
    else pg_last_xact_replay_timestamp() end) end::float8 as lag`;

export function createReads(database: Database, { url, max, mostBehindSeconds, warn }: Options): Reads {
  const counts: ReadCounts = { primary: 0, replica: 0, failed: 0 };
  async function fromPrimary<T>(read: Read<T>): Promise<T> {
    counts.primary += 1;
    return await read(database.db, 0);
  }
  if (url === undefined) {
    return { lagging: fromPrimary, counts, replica: undefined, start: () => undefined, stop: async () => undefined };
  }
  const name = hostOf(url);
  // Without prepared statements, so that PgBouncer can lend its connections by the transaction.
  const limits = { connectionTimeoutMillis: 5000, idleTimeoutMillis: 60_000 };
  const pool = openPool(url, { max, ...limits });
  const asking = openPool(url, { max: 1, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const asked = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: asking }) });
  const clients = new Set<pg.PoolClient>();
  for (const each of [pool, asking]) {
    each.on('connect', (client) => void clients.add(client));
    each.on('remove', (client) => void clients.delete(client));
  }
  const stopping = new AbortController();
  let lagSeconds: number | undefined;
  let why: string | undefined;
  /** Rejects the reads that wait for a replica that no longer answers. */
  const waiting = new Set<(error: Error) => void>();
  let running: Promise<void> | undefined;

  /** Gives up all connections and those who wait for them: one that hangs would never end by itself. */
  function lose(): void {
    for (const reject of waiting) reject(new Error('The replica does not answer'));
    for (const client of clients) client.connection.stream.destroy();
  }

  function say(reason: string | undefined): void {
    if (reason === why) return;
    why = reason;
    warn(reason === undefined ? `replica ${name} is read from` : `replica ${name} is not read from: ${reason}`);
  }

  async function ask(): Promise<void> {
    try {
      const { rows } = await LAG.execute(asked);
      const lag = rows[0]?.lag ?? undefined;
      lagSeconds = lag;
      if (lag === undefined) say('it receives nothing, or its role may not see that (grant pg_read_all_stats to it)');
      else say(lag <= mostBehindSeconds ? undefined : `it is more than ${mostBehindSeconds} seconds behind`);
    } catch (error) {
      lagSeconds = undefined;
      lose();
      say(error instanceof Error ? error.message : 'it does not answer');
    }
  }

  async function unlessLost<T>(work: Promise<T>): Promise<T> {
    return await new Promise<T>((resolve, reject) => {
      waiting.add(reject);
      work.then(resolve, reject).finally(() => waiting.delete(reject));
    });
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await ask();
      await sleep(ASK_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  return {
    async lagging(read) {
      if (lagSeconds === undefined || lagSeconds > mostBehindSeconds) return await fromPrimary(read);
      counts.replica += 1;
      try {
        return await unlessLost(read(db, lagSeconds * 1000 + ASK_MS));
      } catch {
        // It may be gone, may cancel a long statement, or may not have the requested rows yet.
        counts.failed += 1;
        return await fromPrimary(read);
      }
    },
    counts,
    get replica() {
      return { name, lagSeconds };
    },
    start() {
      running = watch();
    },
    async stop() {
      stopping.abort();
      await running;
      lose();
      await Promise.all([db.destroy(), asked.destroy()]);
    },
  };
}
