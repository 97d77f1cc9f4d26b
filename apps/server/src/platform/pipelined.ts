import { CompiledQuery, type DatabaseConnection } from 'kysely';
import type { Db, Statements } from './database.ts';

/** What the reads of a transaction led to. */
export interface Ending<T> {
  answer: T;
  /** What is stored, in this order. */
  writes: readonly CompiledQuery<unknown>[];
}

/** Statements in the hands of one transaction; after its end it takes none, so that nothing is sent outside it. */
class OpenTransaction implements Statements {
  readonly #connection: DatabaseConnection;
  #over = false;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async executeQuery<Row>(query: CompiledQuery<Row>) {
    if (this.#over) throw new Error('The transaction is over: this statement was not sent');
    return await this.#connection.executeQuery<Row>(query);
  }

  /** Sends the last statement; answers what the database says that it did. */
  async end(command: 'commit' | 'rollback'): Promise<string | undefined> {
    const ended = this.executeQuery<{ command?: string }>(CompiledQuery.raw(command));
    this.#over = true;
    return (await ended).rows[0]?.command;
  }
}

/** Waits for all; throws the first failure in their order, which is the one that the others follow from. */
async function all(promises: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason as Error;
}

/** A transaction in which a statement failed is rolled back by its commit, without an error of its own. */
async function commit(tx: OpenTransaction): Promise<void> {
  if ((await tx.end('commit')) !== 'COMMIT') throw new Error('The transaction was rolled back');
}

/**
 * Runs one transaction in two round trips, however many statements it has: the reads that `work` asks for at once leave
 * together with its beginning, what they lead to leaves together with its commit. Nothing is stored before the beginning
 * was confirmed. Throws what the first failed statement threw; then nothing is stored.
 */
export async function inPipeline<T>(db: Db, work: (tx: Statements) => Promise<Ending<T>>): Promise<T> {
  return await db.getExecutor().provideConnection(async (connection) => {
    const tx = new OpenTransaction(connection);
    const begun = tx.executeQuery(CompiledQuery.raw('begin'));
    const worked = work(tx);
    try {
      await all([begun, worked]);
    } catch (error) {
      await tx.end('rollback').catch(() => undefined);
      throw error;
    }
    const { answer, writes } = await worked;
    await all([...writes.map((write) => tx.executeQuery(write)), commit(tx)]);
    return answer;
  });
}
