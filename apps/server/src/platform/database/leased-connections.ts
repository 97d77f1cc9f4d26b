import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import type { Statements } from './database.ts';
import { requireAnswering } from './database-watch.ts';

/** Waits for all; throws the first failure in their order, which is the one that the others follow from. */
async function all(promises: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason as Error;
}

/** A connection in the hands of one statement or one transaction, and of nobody else. */
export class Lease implements DatabaseConnection {
  readonly connection: DatabaseConnection;
  #closed = false;
  #begun: Promise<void> | undefined;
  #last: readonly CompiledQuery<unknown>[] = [];

  constructor(connection: DatabaseConnection) {
    this.connection = connection;
  }

  /** Takes a transaction's beginning, which may still be under way: reads go behind it, all else waits until it is confirmed. */
  begin(begun: Promise<void>): void {
    this.#begun = begun;
    // Whoever sends something learns of its failure.
    begun.catch(() => undefined);
  }

  /**
   * The statements that `work` asks for at once leave together, and with the transaction's beginning where that is not yet
   * confirmed. For reads and locks alone: was there no beginning, they have changed nothing.
   */
  async reading<T>(work: (reads: Statements) => Promise<T>): Promise<T> {
    const reads: Statements = {
      executeQuery: async <Row>(query: CompiledQuery<Row>) => {
        this.#requireOpen();
        return await this.connection.executeQuery<Row>(query);
      },
    };
    const answer = work(reads);
    await all([this.#begun ?? Promise.resolve(), answer]);
    return await answer;
  }

  /** Adds statements that leave with the transaction's commit, in this order. */
  keep(writes: readonly CompiledQuery<unknown>[]): void {
    this.#requireOpen();
    this.#last = [...this.#last, ...writes];
  }

  /** Sends what was kept, and the commit behind it; throws what the first failed statement threw, and then nothing is stored. */
  async commit(command: () => Promise<void>): Promise<void> {
    await this.ending(async () => {
      await this.#begun;
      await all([...this.#last.map((write) => this.connection.executeQuery(write)), command()]);
    });
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
    await this.#begun;
    this.#requireOpen();
    return await this.connection.executeQuery<Row>(query);
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    await this.#begun;
    this.#requireOpen();
    yield* this.connection.streamQuery<Row>(query, chunkSize);
  }
}

/** The lease that the driver gave out. */
export function leaseOf(connection: DatabaseConnection): Lease {
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

  /** Does not wait for the beginning to be confirmed: the lease does. */
  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const lease = leaseOf(connection);
    lease.begin(this.#driver.beginTransaction(lease.connection, settings));
    await Promise.resolve();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const lease = leaseOf(connection);
    await lease.commit(() => this.#driver.commitTransaction(lease.connection));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const lease = leaseOf(connection);
    // One that cannot be rolled back is thrown away, which undoes it too; what went wrong before is what is told.
    await lease.ending(() => this.#driver.rollbackTransaction(lease.connection).catch(() => undefined));
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
