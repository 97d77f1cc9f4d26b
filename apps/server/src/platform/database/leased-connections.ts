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

/** Waits for all; throws the first failure in their order, which is the cause of the others. */
async function all(promises: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason as Error;
}

/** A connection that is leased to one statement or one transaction. */
export class Lease implements DatabaseConnection {
  readonly connection: DatabaseConnection;
  #closed = false;
  #begun: Promise<void> | undefined;
  #last: readonly CompiledQuery<unknown>[] = [];

  constructor(connection: DatabaseConnection) {
    this.connection = connection;
  }

  /** Takes the BEGIN of a transaction, which may be unconfirmed: reads are sent behind it, other statements wait for it. */
  begin(begun: Promise<void>): void {
    this.#begun = begun;
    // Each statement that is sent rejects with its failure.
    begun.catch(() => undefined);
  }

  /**
   * Sends the statements that `work` starts in one tick together, and with BEGIN if that is not confirmed yet. For reads and
   * locks only: if BEGIN fails, they have changed nothing.
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

  /** Adds statements that are sent with COMMIT, in this order. Throws if the transaction is over. */
  keep(writes: readonly CompiledQuery<unknown>[]): void {
    this.#requireOpen();
    this.#last = [...this.#last, ...writes];
  }

  /** Sends the kept statements and COMMIT. Throws what the first failed statement threw; then nothing is stored. */
  async commit(command: () => Promise<void>): Promise<void> {
    await this.exclusively(async () => {
      await this.#begun;
      await all([...this.#last.map((write) => this.connection.executeQuery(write)), command()]);
    });
  }

  /** Rejects all further statements. */
  close(): void {
    this.#closed = true;
  }

  /** Runs `work`, which ends the transaction; statements queued before it are rejected. */
  async exclusively(work: () => Promise<void>): Promise<void> {
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

/** The lease of a connection. Throws if the connection is not from this driver. */
export function leaseOf(connection: DatabaseConnection): Lease {
  if (connection instanceof Lease) return connection;
  throw new Error('This connection was not lent by this driver');
}

/**
 * Statements that a transaction starts in one tick are queued. When one fails, the transaction is rolled back while the
 * others are still queued; sent after that, each would be a transaction of its own, or part of the next one on the same
 * connection. Here a transaction that is being ended rejects them (ADR 0029).
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

  /** Does not wait until BEGIN is confirmed: the lease does. */
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
    // A connection that cannot be rolled back is closed, which undoes the transaction too; the first error is the one thrown.
    await lease.exclusively(() => this.#driver.rollbackTransaction(lease.connection).catch(() => undefined));
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

/** PostgreSQL over the pool; a connection is leased to one statement or one transaction at a time. */
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
