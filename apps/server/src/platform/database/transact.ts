import type { DomainEvent } from '@ec/contract/events/schemas';
import { type CompiledQuery, sql } from 'kysely';
import { type AuditOrigin, type AuditRecord, auditsWrite, SYSTEM_ORIGIN } from '../audit/audit.ts';
import { eventsWrite } from '../events/events.ts';
import type { Actor } from '../http/actor.ts';
import type { Platform, SystemWrite, WorkContext, WriteRecord } from '../http/context.ts';
import { type Db, inTransaction, type Statements, type Tx } from './database.ts';
import { leaseOf } from './leased-connections.ts';

/**
 * Sends the reads and locks of `work` that are started in one tick together, and as a transaction's first statements together
 * with its BEGIN. Not for statements that change something: only statements sent later wait until BEGIN is confirmed.
 */
export async function readTogether<T>(db: Db, work: (reads: Statements) => Promise<T>): Promise<T> {
  return await db.getExecutor().provideConnection((connection) => leaseOf(connection).reading(work));
}

/** Sends statements whose result the transaction does not need together with its COMMIT, in this order. One that fails undoes the transaction. */
export async function storeWithCommit(tx: Tx, writes: readonly CompiledQuery<unknown>[]): Promise<void> {
  if (writes.length === 0) return;
  await tx.getExecutor().provideConnection(async (connection) => {
    leaseOf(connection).keep(writes);
    await Promise.resolve();
  });
}

/** Creates the context of one run of a write; a transaction that is run again gets a new one. */
function writeContext<Read extends WorkContext>(read: Read, tx: Tx, actor: Actor | null): WriteRecord<Read> {
  // Copied for each run: a call without a person at first, such as a sign-in, sets the person later.
  const origin = { ...read.origin, userId: read.origin.userId ?? actor?.userId ?? null };
  const auditAll = async (entries: readonly AuditRecord[]) => {
    for (const entry of entries) record.audits.push({ ...entry, ...origin });
    await Promise.resolve();
  };
  const emitAll = async (events: readonly DomainEvent[]) => {
    for (const event of events) record.events.push(event);
    await Promise.resolve();
  };
  const record: WriteRecord<Read> = {
    audits: [],
    events: [],
    writes: [],
    unchanged: false,
    later: [],
    undone: [],
    context: {
      ...read,
      origin,
      db: tx,
      tx,
      audit: async (entry) => await auditAll([entry]),
      auditAll,
      emit: async (event) => await emitAll([event]),
      emitAll,
      withCommit(write) {
        record.writes.push(write);
      },
      afterCommit(work) {
        record.later.push(work);
      },
      afterRollback(work) {
        record.undone.push(work);
      },
      noChange() {
        record.unchanged = true;
      },
    },
  };
  return record;
}

/**
 * Runs one write: its transaction with its audit entries and events, then the work that waits for commit or rollback. A
 * transaction that the database undid is run again if `retryOn` names its constraint (see inTransaction).
 * Throws what `work` throws, after the work for a rollback.
 */
export async function transactWrite<Read extends WorkContext, T>(
  read: Read,
  actor: Actor | null,
  work: (record: WriteRecord<Read>) => Promise<T>,
  retryOn?: readonly string[],
): Promise<{ answer: T; record: WriteRecord<Read> }> {
  const { database, auditChain, events } = read.platform;
  let last: WriteRecord<Read> | undefined;
  const run = async (tx: Tx) => {
    const record = writeContext(read, tx, actor);
    last = record;
    const answer = await work(record);
    await storeWithCommit(tx, [
      ...(record.audits.length > 0 ? [auditsWrite(record.audits)] : []),
      ...(record.events.length > 0 ? [eventsWrite(record.events)] : []),
      ...record.writes,
    ]);
    return { answer, record };
  };
  const outcome = await inTransaction(database.writes, run, retryOn).catch(async (error: unknown) => {
    for (const undone of last?.undone ?? []) await undone();
    throw error;
  });
  const { record } = outcome;
  for (const later of record.later) later();
  if (record.audits.length > 0) auditChain.wake();
  if (record.events.length > 0) events.wake();
  return outcome;
}

/**
 * A write without a call: one transaction with its audit entries and events, then what waits for the commit.
 * `origin` is the actor for the audit log; the system where absent.
 */
export async function systemWrite<T>(
  platform: Platform,
  work: (write: SystemWrite) => Promise<T>,
  { origin = SYSTEM_ORIGIN, retryOn }: { origin?: AuditOrigin; retryOn?: readonly string[] } = {},
): Promise<T> {
  const { database, clock } = platform;
  const organisation = await platform.organisation.current();
  const read = { db: database.writes, now: clock.now(), organisation, origin, platform };
  const { answer } = await transactWrite(read, null, ({ context }) => work(context), retryOn);
  return answer;
}

async function undo(tx: Tx): Promise<void> {
  await sql`rollback to savepoint undoable`.execute(tx);
}

/** Runs `work` in a savepoint: a failure undoes only the work and keeps earlier locks and checks. Throws what `work` throws. */
export async function undoable<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint undoable`.execute(tx);
  try {
    return await work();
  } catch (error) {
    await undo(tx);
    throw error;
  }
}

/** Runs `work` and undoes what it stored: an exact preview of its effect. Throws what `work` throws. */
export async function previewed<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const outcome = await undoable(tx, work);
  await undo(tx);
  return outcome;
}
