import type { AuditEvent } from '@ec/contract/audit';
import type { DomainEvent } from '@ec/contract/events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from './actor.ts';
import type { AuditChain } from './audit-chain.ts';
import { type AuditOrigin, type AuditRecord, saveAudit, saveAudits } from './audit.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database, Db, Tx } from './database.ts';
import type { EventFeed } from './events.ts';
import { saveEvent, saveEvents } from './events.ts';
import type { FileStore } from './file-store.ts';
import type { Jobs } from './jobs.ts';
import type { Messages } from './messages.ts';
import type { Organisation, OrganisationState } from './organisation.ts';
import type { SecretBox } from './secret-box.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Reads } from './reads.ts';
import type { Sessions } from './sessions.ts';
import type { StreamHub } from './stream-hub.ts';
import type { UploadScanner } from './upload-scanner.ts';
import type { Walls } from './walls.ts';

/** What every feature stands on; made once at start. */
export interface Platform {
  config: Config;
  database: Database;
  reads: Reads;
  organisation: Organisation;
  sessions: Sessions;
  walls: Walls;
  events: EventFeed;
  auditChain: AuditChain;
  hub: StreamHub;
  messages: Messages;
  jobs: Jobs;
  files: FileStore;
  scanner: UploadScanner;
  secrets: SecretBox;
  rateLimits: RateLimits;
  clock: Clock;
}

/** What work stands on, whether a call asked for it or the system does it by itself. */
export interface WorkContext {
  db: Db;
  now: Date;
  organisation: OrganisationState;
  origin: AuditOrigin;
  platform: Platform;
}

/** What a handler is given besides its validated input. */
export interface ReadContext extends WorkContext {
  request: FastifyRequest;
  reply: FastifyReply;
}

interface Hands {
  tx: Tx;
  /** Saves an audit entry in the transaction. A call's write that ends without one is undone, unless it says noChange. */
  audit(record: AuditRecord): Promise<void>;
  /** The same for many changes at once. */
  auditAll(records: readonly AuditRecord[]): Promise<void>;
  /** Stores an event in the transaction; every process hears of it after the commit. */
  emit(event: DomainEvent): Promise<void>;
  /** The same for many events at once. */
  emitAll(events: readonly DomainEvent[]): Promise<void>;
  /** Work that leaves the database (pushes, messages, caches): done after the commit, never if it fails. */
  afterCommit(work: () => void): void;
}

/** The hands of a write that no call asked for (see system-write.ts); a call's WriteContext serves as well. */
export interface SystemWrite extends WorkContext, Hands {}

/** A write's hands: the transaction, and what is saved or done with it. */
export interface WriteContext extends ReadContext, Hands {
  /** States that the call rightly changed nothing, as when a submission is repeated. */
  noChange(): void;
}

export interface WriteRecord<Read extends WorkContext = ReadContext> {
  context: Read & Hands & Pick<WriteContext, 'noChange'>;
  saved: Set<AuditEvent>;
  unchanged: boolean;
  later: (() => void)[];
  emitted: boolean;
}

/** Makes the hands of one run of a write; a transaction that is run again gets new ones. */
export function writeContext<Read extends WorkContext>(read: Read, tx: Tx, actor: Actor | null): WriteRecord<Read> {
  // Of this run: a call that acts for nobody at first, such as a sign-in, notes whose it turned out to be.
  const origin = { ...read.origin, userId: read.origin.userId ?? actor?.userId ?? null };
  const record: WriteRecord<Read> = {
    saved: new Set(),
    unchanged: false,
    later: [],
    emitted: false,
    context: {
      ...read,
      origin,
      db: tx,
      tx,
      async audit(entry) {
        record.saved.add(entry.event);
        await saveAudit(tx, origin, entry);
      },
      async auditAll(entries) {
        for (const { event } of entries) record.saved.add(event);
        if (entries.length > 0) await saveAudits(tx, origin, entries);
      },
      async emit(event) {
        record.emitted = true;
        await saveEvent(tx, event);
      },
      async emitAll(events) {
        if (events.length === 0) return;
        record.emitted = true;
        await saveEvents(tx, events);
      },
      afterCommit(work) {
        record.later.push(work);
      },
      noChange() {
        record.unchanged = true;
      },
    },
  };
  return record;
}
