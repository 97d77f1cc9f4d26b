import type { AuditEvent } from '@ec/contract/audit/events';
import type { DomainEvent } from '@ec/contract/events/schemas';
import { type AuditRecord, auditsWrite } from '../audit/audit.ts';
import { fromDatabaseError } from '../http/constraints.ts';
import type { Platform, ReadContext } from '../http/context.ts';
import type { Statements } from './database.ts';
import { eventsWrite } from '../events/events.ts';
import { batcher } from '../runtime/batcher.ts';
import { type Settled, inPipeline } from './pipelined.ts';

/**
 * Transactions of one route that are under way at once. While one is, calls gather for the next, the more of them the busier
 * it is; with two at once half as many share each, and both processors have more to do.
 */
const AT_ONCE = 1;
/** Calls of one transaction. */
const MOST = 64;

/** What a call that shares its transaction with others has in its tools; what it saves is stored with the answer. */
export interface SharedWriteTools {
  audit(record: AuditRecord): void;
  emit(event: DomainEvent): void;
  /** States that the call rightly changed nothing, as when a submission is repeated. */
  noChange(): void;
}

export interface SharedRoute<Input extends ReadContext, Answer> {
  path: string;
  audit: readonly AuditEvent[];
  retryOn?: readonly string[] | undefined;
  /** Calls of one key never meet in one transaction, nor do their transactions overlap in this process. */
  apart: (call: Input) => unknown;
  /** Judges all calls; answers in their order what each is told, or why it is refused, and how it is stored. */
  together: (
    tx: Statements,
    calls: readonly (Input & SharedWriteTools)[],
  ) => Promise<Settled<readonly (Answer | Error)[]>>;
}

type Outcome<Answer> = { answer: Answer } | { error: unknown };

/** What one call of one run of the transaction saved. */
function handsFor<Input extends ReadContext>(call: Input) {
  const audits: AuditRecord[] = [];
  const events: DomainEvent[] = [];
  const record = { audits, events, unchanged: false };
  const tools: SharedWriteTools = {
    audit: (entry) => void audits.push(entry),
    emit: (event) => void events.push(event),
    noChange() {
      record.unchanged = true;
    },
  };
  return { record, call: { ...call, ...tools } };
}

/**
 * Lets calls of one route that arrive at the same moment share a transaction and its statements, which costs the database a
 * fraction of a transaction each. Every call is judged by itself: one that is refused stores nothing and does not touch the
 * others. Where the database refuses the whole, each call is tried again alone, so that nobody pays for another's fault.
 */
export function sharedWrite<Input extends ReadContext, Answer>(
  platform: Platform,
  route: SharedRoute<Input, Answer>,
): (call: Input) => Promise<Answer> {
  function requireAudited(record: { audits: readonly AuditRecord[]; unchanged: boolean }): void {
    const { audits, unchanged } = record;
    if (audits.length === 0 ? unchanged : audits.every(({ event }) => route.audit.includes(event))) return;
    throw new Error(`${route.path}: a write must leave one of its audit entries (${route.audit.join(', ')})`);
  }

  /** One run of the transaction; a run again begins with tools that hold nothing. */
  async function runOnce(
    tx: Statements,
    calls: readonly Input[],
  ): Promise<Settled<{ outcomes: Outcome<Answer>[]; saved: boolean }>> {
    const made = calls.map(handsFor);
    const { answer: answers, writes } = await route.together(
      tx,
      made.map(({ call }) => call),
    );
    const accepted = made.filter((_, index) => !(answers[index] instanceof Error));
    for (const { record } of accepted) requireAudited(record);
    const audits = accepted.flatMap(({ record, call }) => record.audits.map((entry) => ({ ...entry, ...call.origin })));
    const events = accepted.flatMap(({ record }) => record.events);
    return {
      answer: {
        outcomes: answers.map((answer) => (answer instanceof Error ? { error: answer } : { answer })),
        saved: audits.length > 0,
      },
      // The route's own last: they end with the rows that neighbours share, which are so held for the shortest time.
      writes: [
        ...(audits.length > 0 ? [auditsWrite(audits)] : []),
        ...(events.length > 0 ? [eventsWrite(events)] : []),
        ...writes,
      ],
    };
  }

  async function transact(calls: readonly Input[], retryOn?: readonly string[]): Promise<Outcome<Answer>[]> {
    const { outcomes, saved } = await inPipeline(platform.database.writes, (tx) => runOnce(tx, calls), retryOn);
    if (saved) {
      platform.auditChain.wake();
      platform.events.wake();
    }
    return outcomes;
  }

  async function alone(call: Input): Promise<Outcome<Answer>> {
    try {
      const [outcome] = await transact([call], route.retryOn);
      return outcome ?? { error: new Error(`${route.path}: a call was left without an answer`) };
    } catch (error) {
      return { error };
    }
  }

  const take = batcher<Input, Outcome<Answer>>(
    async (calls) => {
      const [first] = calls;
      if (first && calls.length === 1) return [await alone(first)];
      try {
        return await transact(calls);
      } catch (error) {
        // Nobody fares better alone while the database is away.
        if (fromDatabaseError(error)?.code === 'UNAVAILABLE') throw error;
        return await Promise.all(calls.map(alone));
      }
    },
    { atOnce: AT_ONCE, most: MOST, apart: route.apart },
  );

  return async (call) => {
    const outcome = await take(call);
    if ('error' in outcome) throw outcome.error;
    return outcome.answer;
  };
}
