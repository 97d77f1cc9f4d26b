import type { AuditEvent } from '@ec/contract/audit/events';
import type { DomainEvent } from '@ec/contract/events/schemas';
import type { CompiledQuery } from 'kysely';
import { type AuditOrigin, type AuditRecord, auditsWrite } from '../audit/audit.ts';
import { eventsWrite } from '../events/events.ts';
import { fromDatabaseError } from '../http/constraints.ts';
import type { Platform, ReadContext } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { batcher } from '../runtime/batcher.ts';
import { inTransaction, type Statements } from './database.ts';
import { readTogether, storeWithCommit } from './transact.ts';

/**
 * Transactions of one route that run at once. Calls that arrive meanwhile share the next one; with two at once half as many
 * calls share each, which was measured to be slower.
 */
const AT_ONCE = 1;
/** Calls of one transaction at most. */
const MOST = 64;

/** The tools of a call. What it saves is stored with the commit, and only if the call is not refused. */
export interface SharedWriteTools<Reads, Saved> {
  /** The reads and locks of the transaction. Calls that use the same one in the same tick share its statement. */
  reads: Reads;
  save(item: Saved): void;
  audit(record: AuditRecord): void;
  emit(event: DomainEvent): void;
  /** Declares that the call changed nothing, as when a submission is repeated. */
  noChange(): void;
}

/** How the calls of a route share a transaction. */
export interface Sharing<Input, Reads, Saved> {
  /** Calls with the same key are never in one transaction, nor in two that run at once in this process. */
  apart: (call: Input) => unknown;
  /** The reads and locks of one transaction, each a loader (see runtime/batcher.ts). */
  reads: (tx: Statements) => Reads;
  /** The statements that store what the calls of one transaction saved. */
  writes: (saved: readonly Saved[]) => readonly CompiledQuery<unknown>[];
}

export interface SharedRoute<Input, Reads, Saved, Answer> extends Sharing<Input, Reads, Saved> {
  /** Method and path, for messages. */
  call: string;
  audit: readonly AuditEvent[];
  retryOn?: readonly string[] | undefined;
  /** The use case of one call. Refuses by throwing an AppError. */
  run: (call: Input & SharedWriteTools<Reads, Saved>) => Promise<Answer>;
}

/** What one call recorded in one run of the transaction. */
interface Recorded<Saved> {
  saved: Saved[];
  audits: (AuditRecord & AuditOrigin)[];
  events: DomainEvent[];
  unchanged: boolean;
}

type Outcome<Answer> = { answer: Answer } | { error: unknown };

/**
 * Lets calls of one route that arrive at the same time share a transaction and its statements: a call then costs the
 * database a fraction of a transaction. Each call is judged by itself; a refused one stores nothing and does not affect the
 * others. If the transaction fails, each call is run again alone.
 *
 * The returned function rejects with the AppError of a refused call, and with what the database threw otherwise.
 */
export function sharedWrite<Input extends ReadContext, Reads, Saved, Answer>(
  platform: Platform,
  route: SharedRoute<Input, Reads, Saved, Answer>,
): (call: Input) => Promise<Answer> {
  function requireAudited({ audits, unchanged }: Recorded<Saved>): void {
    if (audits.length === 0 ? unchanged : audits.every(({ event }) => route.audit.includes(event))) return;
    throw new Error(`${route.call}: a write must leave one of its audit entries (${route.audit.join(', ')})`);
  }

  /** Runs one call; a refused one leaves nothing to store. Throws everything but a refusal. */
  async function runOne(call: Input, reads: Reads) {
    const recorded: Recorded<Saved> = { saved: [], audits: [], events: [], unchanged: false };
    const tools: SharedWriteTools<Reads, Saved> = {
      reads,
      save: (item) => void recorded.saved.push(item),
      audit: (entry) => void recorded.audits.push({ ...entry, ...call.origin }),
      emit: (event) => void recorded.events.push(event),
      noChange() {
        recorded.unchanged = true;
      },
    };
    try {
      const answer = await route.run({ ...call, ...tools });
      requireAudited(recorded);
      return { outcome: { answer }, ...recorded };
    } catch (error) {
      if (error instanceof AppError) return { outcome: { error }, saved: [], audits: [], events: [] };
      throw error;
    }
  }

  /** Runs the calls in one transaction of two round trips: begin and reads, then writes and commit. */
  async function transact(calls: readonly Input[], retryOn?: readonly string[]): Promise<Outcome<Answer>[]> {
    const done = await inTransaction(
      platform.database.writes,
      async (tx) => {
        const runs = await readTogether(tx, async (statements) => {
          const reads = route.reads(statements);
          return await Promise.all(calls.map((call) => runOne(call, reads)));
        });
        const audits = runs.flatMap((run) => run.audits);
        const events = runs.flatMap((run) => run.events);
        const saved = runs.flatMap((run) => run.saved);
        // The route's own writes last: they end with the rows that neighbours share, which are locked for the shortest time.
        await storeWithCommit(tx, [
          ...(audits.length > 0 ? [auditsWrite(audits)] : []),
          ...(events.length > 0 ? [eventsWrite(events)] : []),
          ...(saved.length > 0 ? route.writes(saved) : []),
        ]);
        return { outcomes: runs.map(({ outcome }) => outcome), changed: audits.length > 0 };
      },
      retryOn,
    );
    if (done.changed) {
      platform.auditChain.wake();
      platform.events.wake();
    }
    return done.outcomes;
  }

  async function alone(call: Input): Promise<Outcome<Answer>> {
    try {
      const [outcome] = await transact([call], route.retryOn);
      return outcome ?? { error: new Error(`${route.call}: a call has no outcome`) };
    } catch (error) {
      return { error };
    }
  }

  const send = batcher<Input, Outcome<Answer>>(
    async (calls) => {
      if (calls.length === 1) return await Promise.all(calls.map(alone));
      try {
        return await transact(calls);
      } catch (error) {
        // While the database is away, a call alone fails as well.
        if (fromDatabaseError(error)?.code === 'UNAVAILABLE') throw error;
        return await Promise.all(calls.map(alone));
      }
    },
    { atOnce: AT_ONCE, most: MOST, apart: route.apart },
  );

  return async (call) => {
    const outcome = await send(call);
    if ('error' in outcome) throw outcome.error;
    return outcome.answer;
  };
}
