import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { requireAnswering } from './database-watch.ts';

/** A connection in the hands of one statement or one transaction, and of nobody else. */
class Lease implements DatabaseConnection {
  readonly connection: DatabaseConnection;
  #closed = false;

  constructor(connection: DatabaseConnection) {
    this.connection = connection;
  }

  /** Takes no statement any more. */
  close(): void {
    this.#closed = true;
  }

  /** Ends the transaction by the work; takes statements again when that is done, by when none of before waits any more. */
  async ending(work: () => Promise<void>): Promise<void> {
    this.#closed = true;
    await work();
    this.#closed = false;
  }

  #requireOpen(): void {
    if (this.#closed) throw new Error('The transaction is over: this statement was not sent');
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#requireOpen();
    return await this.connection.executeQuery<Row>(query);
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    this.#requireOpen();
    yield* this.connection.streamQuery<Row>(query, chunkSize);
  }
}

function leaseOf(connection: DatabaseConnection): Lease {
  if (connection instanceof Lease) return connection;
  throw new Error('This connection was not lent by this driver');
}

/**
 * Statements of a transaction that are asked for at once wait for one another. When one fails, the transaction is rolled
 * back while those behind it still wait; sent after that, each would be a transaction of its own, or part of the next one
 * on the same connection. Here a transaction that is being ended takes no statement any more.
 */
class LeasingDriver implements Driver {
  readonly #driver: Driver;
  readonly #pool: pg.Pool;

  constructor(driver: Driver, pool: pg.Pool) {
    this.#driver = driver;
    this.#pool = pool;
  }

  async init(): Promise<void> {
    await this.#driver.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    requireAnswering(this.#pool);
    return new Lease(await this.#driver.acquireConnection());
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await this.#driver.beginTransaction(leaseOf(connection).connection, settings);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const lease = leaseOf(connection);
    await lease.ending(() => this.#driver.commitTransaction(lease.connection));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const lease = leaseOf(connection);
    await lease.ending(() => this.#driver.rollbackTransaction(lease.connection));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const lease = leaseOf(connection);
    lease.close();
    await this.#driver.releaseConnection(lease.connection);
  }

  async destroy(): Promise<void> {
    await this.#driver.destroy();
  }
}

/** PostgreSQL over the pool, with connections that are lent to one statement or one transaction at a time. */
export class LeasingDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor({ pool }: { pool: pg.Pool }) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new LeasingDriver(super.createDriver(), this.#pool);
  }
}
