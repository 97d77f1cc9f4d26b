import type { DomainEvent } from '@ec/contract/events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CompiledQuery } from 'kysely';
import type { AuditChain } from './audit-chain.ts';
import type { AuditOrigin, AuditRecord } from './audit.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database, Db, Tx } from './database.ts';
import type { EventFeed } from './events.ts';
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
  /**
   * Saves an audit entry with the commit, in the order of the calls. A call's write that ends without one is undone, unless it
   * says noChange.
   */
  audit(record: AuditRecord): Promise<void>;
  /** The same for many changes at once. */
  auditAll(records: readonly AuditRecord[]): Promise<void>;
  /** Stores an event with the commit; every process hears of it after that. */
  emit(event: DomainEvent): Promise<void>;
  /** The same for many events at once. */
  emitAll(events: readonly DomainEvent[]): Promise<void>;
  /** Lets a statement that nothing in the transaction waits for cross to the database with the commit. */
  withCommit(write: CompiledQuery<unknown>): void;
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

/** What one run of a write has gathered. */
export interface WriteRecord<Read extends WorkContext = ReadContext> {
  context: Read & Hands & Pick<WriteContext, 'noChange'>;
  audits: (AuditOrigin & AuditRecord)[];
  events: DomainEvent[];
  writes: CompiledQuery<unknown>[];
  unchanged: boolean;
  later: (() => void)[];
}
