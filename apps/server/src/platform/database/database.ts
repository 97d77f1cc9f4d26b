import { readdir, readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { Logger, runMigrations } from 'graphile-worker';
import { CompiledQuery, Kysely, type QueryResult, sql, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { LeasingDialect } from './leased-connections.ts';
import { openPool } from './pool.ts';
import type { Tables } from './tables.ts';

/** Brings the job queue's own tables (schema graphile_worker) to its version. */
async function migrateJobs(url: string): Promise<void> {
  const logger = new Logger(() => () => undefined);
  const pgPool = openPool(url, { max: 2 });
  try {
    await runMigrations({ pgPool, logger });
  } finally {
    await pgPool.end();
  }
}

/** A connection or a transaction, whichever the caller has: reads take this. */
export type Db = Kysely<Tables>;
/** An open transaction: writes take this. */
export type Tx = Transaction<Tables>;

/** Anything that executes SQL text: a connection, a transaction, or a pipelined transaction. */
export interface Statements {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>;
}

export interface Database {
  db: Db;
  /**
   * For the transactions of calls, on connections of their own: when the disk is slow to confirm commits, those who read do
   * not wait behind those who write.
   */
  writes: Db;
  /** The connections of `db`. */
  pool: pg.Pool;
  /** Those of `writes`. */
  writePool: pg.Pool;
  /** The address, for connections outside the pools. */
  url: string;
  close(): Promise<void>;
}

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;
const INT8_ARRAY = 1016;

// All our 64-bit numbers (ids of places, sums of votes) stay far below 2^53; dates stay text, so that no zone shifts them.
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(NUMERIC, Number);
pg.types.setTypeParser(DATE, (text) => text);
const parseInt8Array = (text: string) => text.slice(1, -1).split(',').filter(Boolean).map(Number);
(pg.types.setTypeParser as (oid: number, parse: (text: string) => unknown) => void)(INT8_ARRAY, parseInt8Array);

/** Texts that one word may name, for statements whose text follows how many areas are asked; later ones are not prepared. */
const MOST_TEXTS = 20;
const preparedNames = new Map<string, Map<string, string>>();

/**
 * The name under which each connection prepares the statement; undefined for those that are not prepared. Its text begins with a comment that holds one
 * word; a second text with that word is prepared under another name.
 */
function preparedName(text: string): string | undefined {
  const word = /^\/\* (\S+) \*\//.exec(text)?.[1];
  if (word === undefined) return undefined;
  const names = preparedNames.get(word) ?? new Map<string, string>();
  preparedNames.set(word, names);
  if (!names.has(text) && names.size < MOST_TEXTS)
    names.set(text, names.size === 0 ? word : `${word} ${names.size + 1}`);
  return names.get(text);
}

const isSubmittable = (first: unknown): boolean =>
  typeof first === 'object' && first !== null && 'submit' in first && typeof first.submit === 'function';

/** The answer of a statement as a promise. With pg's own promise, rows that nothing uses outlive the collections of young objects (ADR 0097). */
async function settle(send: (answered: (error: Error | null, result: unknown) => void) => unknown): Promise<unknown> {
  try {
    return await new Promise((resolve, reject) => {
      send((error, result) => (error ? reject(error) : resolve(result)));
    });
  } catch (error) {
    // The stack shall lead to the caller, as with pg's own promise.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/**
 * A named statement is prepared once per connection: 1.6 times faster for the few statements that every submission runs, and
 * planning takes longer than running where many tables are joined. Only for statements whose best plan does not hang on their values.
 */
class NamingClient extends pg.Client {
  #batching = false;

  constructor(options?: string | pg.ClientConfig) {
    super({ ...(typeof options === 'object' && options), pipeline: true });
    const plain = this.query.bind(this) as (...args: unknown[]) => unknown;
    const named = (first: unknown, ...rest: unknown[]) => {
      this.#batchWrites();
      const name = typeof first === 'string' ? preparedName(first) : undefined;
      const asked = name ? [{ name, text: first, values: rest[0] }] : [first, ...rest];
      const isPromised = !isSubmittable(first) && typeof asked.at(-1) !== 'function';
      return isPromised ? settle((answered) => plain(...asked, answered)) : plain(...asked);
    };
    this.query = named as typeof this.query;
  }

  /** Statements of one tick leave in one socket write: one write each took half of the server's time under load. */
  #batchWrites(): void {
    if (this.#batching) return;
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    this.#batching = true;
    stream.cork();
    // Runs after the promises that settle in this tick, so after all statements that these start.
    process.nextTick(() => {
      this.#batching = false;
      stream.uncork();
    });
  }
}

/** A statement of the hot path; values stand in the order of $1, $2 …. */
export interface Statement<Row> {
  (db: Statements, values: readonly unknown[]): Promise<Row[]>;
  /** The same statement, to be sent later. */
  of(values: readonly unknown[]): CompiledQuery<Row>;
}

/** SQL text built once, prepared on each connection under its name, and sent without building it again. */
export function statement<Row>(name: string, text: string): Statement<Row> {
  const named = `/* ${name} */ ${text}`;
  const of = (values: readonly unknown[]) => CompiledQuery.raw(named, [...values]) as CompiledQuery<Row>;
  const run = async (db: Statements, values: readonly unknown[]) => (await db.executeQuery(of(values))).rows;
  return Object.assign(run, { of });
}

function openNamingPool(url: string, max: number): pg.Pool {
  return openPool(url, { max, idleTimeoutMillis: 60_000, connectionTimeoutMillis: 10_000 }, NamingClient);
}

const overPool = (pool: pg.Pool) => new Kysely<Tables>({ dialect: new LeasingDialect({ pool }) });

/**
 * Opens up to `max` connections for the transactions of calls and as many for all else; nothing is sent until the first
 * statement.
 */
export function openDatabase(url: string, { max }: { max: number }): Database {
  const pool = openNamingPool(url, max);
  const db = overPool(pool);
  const writePool = openNamingPool(url, max);
  const writes = overPool(writePool);
  return {
    db,
    writes,
    pool,
    writePool,
    url,
    async close() {
      await Promise.all([db.destroy(), writes.destroy()]);
    },
  };
}

const RETRIED = new Set(['40001', '40P01']);
const MAX_TRIES = 5;

/**
 * Runs a transaction again from its start after a deadlock, a serialisation failure, or a violation of a constraint named in
 * `retryOn` (two first writers of one row), so it must not act outside the database.
 */
async function retried<T>(transact: () => Promise<T>, retryOn: readonly string[] = []): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact();
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string };
      const again = RETRIED.has(code ?? '') || (code === '23505' && retryOn.includes(constraint ?? ''));
      if (!again || attempt >= MAX_TRIES) throw error as Error;
    }
  }
}

/** Runs `work` in one transaction, again where `retried` says so. */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  retryOn: readonly string[] = [],
): Promise<T> {
  return await retried(() => db.transaction().execute(work), retryOn);
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const folder = new URL('../../../migrations/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, folder), 'utf8');
    return [name.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Runs all statements of `read` on one snapshot of the database, so that what they answer is of one moment. */
export async function inOneSnapshot<T>(from: Db, read: (db: Db) => Promise<T>): Promise<T> {
  return await from.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

/** The names of this version's migrations, in the order in which they are applied. */
export async function migrationNames(): Promise<string[]> {
  return Object.keys(await readMigrations());
}

/** Migrations that ran here and are not this version's: a later version of the program has been here. */
export async function laterMigrations({ db }: Database): Promise<string[]> {
  const { rows: table } = await sql`select where to_regclass('kysely_migration') is not null`.execute(db);
  if (table.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration
    where name <> all (${await migrationNames()}::text[]) order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Brings the schema of an empty store to that of an earlier version, for its rows; the job queue's to this one's. Throws if a migration fails. */
export async function migrateTo(database: Database, name: string): Promise<void> {
  const migrator = new Migrator({ db: database.db, provider: { getMigrations: readMigrations } });
  const { error } = await migrator.migrateTo(name);
  if (error !== undefined) throw new Error(`The database could not be migrated to ${name}`, { cause: error });
  await migrateJobs(database.url);
}

/** Brings the schema to this version's; safe to run from several processes at once. Returns the applied names; throws if one fails. */
export async function migrate(database: Database): Promise<string[]> {
  const migrator = new Migrator({ db: database.db, provider: { getMigrations: readMigrations } });
  const applied = async () => {
    const { error, results } = await migrator.migrateToLatest();
    if (error !== undefined) throw error as Error;
    return (results ?? []).map((result) => result.migrationName);
  };
  // Servers of before go on writing meanwhile: a deadlock with one of them takes the whole migration back.
  const names = await retried(applied).catch((error: unknown) => {
    throw new Error('The database could not be migrated', { cause: error });
  });
  await migrateJobs(database.url);
  return names;
}

/** Numbers of a bigint[] parameter, in PostgreSQL's own text form. */
export function bigintArray(values: readonly number[]): string {
  return `{${values.join(',')}}`;
}

/** A bytea[] as the driver takes it. */
export function bytesArray(values: readonly Buffer[]): string {
  return `{${values.map((value) => `"\\\\x${value.toString('hex')}"`).join(',')}}`;
}
