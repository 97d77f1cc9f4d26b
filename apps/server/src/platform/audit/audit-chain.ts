import { setTimeout as delay } from 'node:timers/promises';
import type { AuditHead } from '@ec/contract/audit/schemas';
import { sql } from 'kysely';
import type { Database, Db } from '../database/database.ts';

/** Delay before a batch is linked, so that entries committed together are linked together. */
const GATHER_MS = 200;
/** How often each process looks for entries that other processes stored. */
const POLL_MS = 500;
const BATCH = 1000;
/** Size of the following batches while there is a backlog: new entries wait behind old ones, so the backlog must be short. */
const BEHIND_BATCH = 5000;
/** Pause between two batches, so that linking a long backlog does not slow down other work. */
const PAUSE_MS = 20;
const BUSY_MS = 20;

type Listener = (position: number) => void;

export interface AuditChain {
  /** Signals that this process has just committed an entry. */
  wake(): void;
  /** Links every entry stored so far; resolves when it is linked, by this or another process. */
  linkNow(): Promise<void>;
  /** Calls the listener with the newest position of the chain after this process linked a batch. Returns the unsubscribe function. */
  onLinked(listener: Listener): () => void;
  start(): void;
  stop(): Promise<void>;
}

/** The newest link of the chain; a committed entry is linked within a second. Throws if the chain has lost its head. */
export async function readAuditHead(db: Db): Promise<AuditHead> {
  const { rows } = await sql<{ position: number; hash: string; sealedAt: Date | null }>`
    select c.position, encode(c.hash, 'hex') as hash, l.linked_at as "sealedAt"
    from audit_chain c left join audit_links l on l.position = c.position`.execute(db);
  const head = rows[0];
  if (!head) throw new Error('The audit chain has lost its head');
  return { ...head, sealedAt: head.sealedAt?.toISOString() ?? null };
}

interface Batch {
  /** Another session is linking at the moment. */
  busy: boolean;
  linked: number;
  head: number;
  /** The batch reached its limit of entries or bytes: more may wait. */
  more: boolean;
}

/**
 * Links stored entries into one hash chain. One process links at a time and never blocks a writer. The database function audit_link (migration 0024)
 * does the work, because the application's role has no right to write links.
 */
export function createAuditChain(database: Database, onError: (error: unknown) => void): AuditChain {
  const listeners = new Set<Listener>();
  let timer: NodeJS.Timeout | undefined;
  let batching: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  /** Links one batch of at most `most` entries. Returns whether all is linked, more may wait, or another process is linking. */
  async function linkBatch(most: number): Promise<'all' | 'more' | 'busy'> {
    const { rows } = await sql<Batch>`select * from audit_link(${most}::integer)`.execute(database.db);
    const [batch] = rows;
    if (!batch || batch.busy) return 'busy';
    if (batch.linked > 0) for (const listener of listeners) listener(batch.head);
    return batch.more ? 'more' : 'all';
  }

  async function run(): Promise<void> {
    let most = BATCH;
    while (!stopped && (await linkBatch(most)) === 'more') {
      most = BEHIND_BATCH;
      await delay(PAUSE_MS);
    }
  }

  function poll(): void {
    if (stopped || running) return;
    clearTimeout(timer);
    running = run()
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (stopped) return;
        timer = setTimeout(poll, POLL_MS);
        timer.unref();
      });
  }

  return {
    wake() {
      batching ??= setTimeout(() => {
        batching = undefined;
        poll();
      }, GATHER_MS).unref();
    },
    async linkNow() {
      for (let most = BATCH; ; ) {
        const outcome = await linkBatch(most);
        if (outcome === 'all') return;
        if (outcome === 'busy') await delay(BUSY_MS);
        else most = BEHIND_BATCH;
      }
    },
    onLinked(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start: poll,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(batching);
      await running;
    },
  };
}
