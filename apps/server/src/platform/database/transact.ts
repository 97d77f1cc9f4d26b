import type { DomainEvent } from '@ec/contract/events/schemas';
import { type AuditOrigin, type AuditRecord, auditsWrite, SYSTEM_ORIGIN } from '../audit/audit.ts';
import { eventsWrite } from '../events/events.ts';
import type { Actor } from '../http/actor.ts';
import type { Platform, SystemWrite, WorkContext, WriteRecord } from '../http/context.ts';
import { inTransaction, type Tx } from './database.ts';
import { storeWithCommit } from './pipelined.ts';

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
