import type { DomainEvent } from '@ec/contract/events/schemas';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CompiledQuery } from 'kysely';
import type { AuditChain } from '../audit/audit-chain.ts';
import type { AuditOrigin, AuditRecord } from '../audit/audit.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Config } from '../runtime/config.ts';
import type { Database, Db, Tx } from '../database/database.ts';
import type { EventFeed } from '../events/events.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Images } from '../files/images.ts';
import type { Turns } from './limits/turns.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Messages } from '../messages/messages.ts';
import type { Organisation, OrganisationState } from '../runtime/organisation.ts';
import type { SecretBox } from '../identity/secret-box.ts';
import type { RateLimits } from './limits/rate-limits.ts';
import type { Reads } from '../database/reads.ts';
import type { Sessions } from '../identity/sessions.ts';
import type { StreamHub } from '../events/stream-hub.ts';
import type { UploadScanner } from '../files/upload-scanner.ts';
import type { Walls } from '../identity/walls.ts';

/** The services that all features use; created once at start. */
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
  images: Images;
  /** For original photos: each is in memory as a whole from its check until it is sent. */
  originals: Turns;
  secrets: SecretBox;
  rateLimits: RateLimits;
  clock: Clock;
}

/** The context of work, for a call or by the system. */
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

interface WriteTools {
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
  /** Sends a statement whose result the transaction does not need together with the commit. */
  withCommit(write: CompiledQuery<unknown>): void;
  /** Work that leaves the database (pushes, messages, caches): done after the commit, never if it fails. */
  afterCommit(work: () => void): void;
  /** Counts a refusal, which the transaction would undo: runs after the rollback, before the caller is answered. */
  afterRollback(work: () => Promise<void>): void;
}

/** The tools of a write without a call (see transact.ts); a call's WriteContext serves as well. */
export interface SystemWrite extends WorkContext, WriteTools {}

/** The tools of a write: the transaction, and what is saved or done with it. */
export interface WriteContext extends ReadContext, WriteTools {
  /**
   * Declares that the call needs no audit entry: it changed nothing, as when a submission is repeated, or only a row that
   * records itself, as when a session is renewed.
   */
  noChange(): void;
}

/** What one run of a write has collected. */
export interface WriteRecord<Read extends WorkContext = ReadContext> {
  context: Read & WriteTools & Pick<WriteContext, 'noChange'>;
  audits: (AuditOrigin & AuditRecord)[];
  events: DomainEvent[];
  writes: CompiledQuery<unknown>[];
  unchanged: boolean;
  later: (() => void)[];
  undone: (() => Promise<void>)[];
}
