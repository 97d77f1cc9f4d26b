import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { LeasingDialect } from './leased-connections.ts';

/** Where the statements of readers are sent. */
export interface ReadingFrom {
  /** The replica's connections. */
  replica: pg.Pool;
  primary: pg.Pool;
  /** Whether the replica may be used at this moment. */
  usable(): boolean;
  /** The result of the work; rejects as soon as the replica is abandoned, even while the work waits. */
  unlessLost<T>(work: Promise<T>): Promise<T>;
  /** Called when the replica failed a statement, which the primary then answers. */
  onFailure(): void;
}

type Use<T> = (connection: DatabaseConnection) => Promise<T>;

async function lend<T>(driver: Driver, use: Use<T>): Promise<T> {
  const connection = await driver.acquireConnection();
  try {
    return await use(connection);
  } finally {
    await driver.releaseConnection(connection);
  }
}

/** One statement after the other, each on a connection of the replica or, if that fails, of the primary. */
class ReadingConnection implements DatabaseConnection {
  readonly #driver: ReadingDriver;
  /** The connection of a transaction, while there is one. */
  #held: { driver: Driver; connection: DatabaseConnection } | undefined;

  constructor(driver: ReadingDriver) {
    this.#driver = driver;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const use: Use<QueryResult<Row>> = (connection) => connection.executeQuery<Row>(query);
    return this.#held ? await use(this.#held.connection) : await this.#driver.ask(use);
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    const { driver, connection } = this.#held ?? (await this.#driver.take());
    try {
      yield* connection.streamQuery<Row>(query, chunkSize);
    } finally {
      if (!this.#held) await driver.releaseConnection(connection);
    }
  }

  async begin(settings: TransactionSettings): Promise<void> {
    this.#held = await this.#driver.take(settings);
  }

  async end(how: 'commitTransaction' | 'rollbackTransaction'): Promise<void> {
    if (this.#held) await this.#held.driver[how](this.#held.connection);
  }

  async release(): Promise<void> {
    if (this.#held) await this.#held.driver.releaseConnection(this.#held.connection);
    this.#held = undefined;
  }
}

const own = (connection: DatabaseConnection): ReadingConnection => {
  if (connection instanceof ReadingConnection) return connection;
  throw new Error('This connection was not lent by this driver');
};

class ReadingDriver implements Driver {
  readonly #from: ReadingFrom;
  readonly #replica: Driver;
  readonly #primary: Driver;

  constructor(from: ReadingFrom) {
    this.#from = from;
    this.#replica = new LeasingDialect({ pool: from.replica }).createDriver();
    this.#primary = new LeasingDialect({ pool: from.primary }).createDriver();
  }

  async init(): Promise<void> {
    await Promise.all([this.#replica.init(), this.#primary.init()]);
  }

  /**
   * Queries the replica, and the primary if that fails for any reason: reading twice is safe, and an error of the
   * statement itself comes from the primary too.
   */
  async ask<T>(use: Use<T>): Promise<T> {
    if (this.#from.usable()) {
      try {
        return await this.#from.unlessLost(lend(this.#replica, use));
      } catch {
        this.#from.onFailure();
      }
    }
    return await lend(this.#primary, use);
  }

  /** A connection to keep for several statements, in a transaction where settings are given. */
  async take(settings?: TransactionSettings): Promise<{ driver: Driver; connection: DatabaseConnection }> {
    if (this.#from.usable()) {
      try {
        return await this.#from.unlessLost(this.#takeFrom(this.#replica, settings));
      } catch {
        this.#from.onFailure();
      }
    }
    return await this.#takeFrom(this.#primary, settings);
  }

  async #takeFrom(driver: Driver, settings: TransactionSettings | undefined) {
    const connection = await driver.acquireConnection();
    try {
      if (settings) await driver.beginTransaction(connection, settings);
      return { driver, connection };
    } catch (error) {
      await driver.releaseConnection(connection);
      throw error;
    }
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new ReadingConnection(this);
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await own(connection).begin(settings);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await own(connection).end('commitTransaction');
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await own(connection).end('rollbackTransaction');
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await own(connection).release();
  }

  /** Closes nothing: the owners of the pools close them. */
  async destroy(): Promise<void> {
    await Promise.resolve();
  }
}

/**
 * PostgreSQL on a replica, for reading. A statement that fails on the replica is repeated on the primary, invisibly to the
 * reader; the statements of one transaction stay on the server where it began, and fail with it.
 */
export class ReadingDialect extends PostgresDialect {
  readonly #from: ReadingFrom;

  constructor(from: ReadingFrom) {
    super({ pool: from.replica });
    this.#from = from;
  }

  override createDriver(): Driver {
    return new ReadingDriver(this.#from);
  }
}
