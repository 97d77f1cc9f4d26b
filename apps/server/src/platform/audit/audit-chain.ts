import { setTimeout as delay } from 'node:timers/promises';
import type { AuditHead } from '@ec/contract/audit/schemas';
import { sql } from 'kysely';
import type { Database, Db } from '../database/database.ts';

/** Entries of a busy moment are linked together. */
const GATHER_MS = 200;
/** As often each process looks for what others stored. */
const POLL_MS = 500;
const BATCH = 1000;
/** The next batches, while more waits than fits in one: what is new waits behind what is old, so that is to be short. */
const BEHIND_BATCH = 5000;
/** Between them, so that a long backlog is linked beside everything else. */
const PAUSE_MS = 20;
const BUSY_MS = 20;

type Listener = (position: number) => void;

export interface AuditChain {
  /** Says that this process has just committed an entry. */
  wake(): void;
  /** Links everything that is stored at this moment, and answers when it is linked, by whichever process. */
  linkNow(): Promise<void>;
  /** Calls the listener with the chain's newest position after this process linked a batch. */
  onLinked(listener: Listener): () => void;
  start(): void;
  stop(): Promise<void>;
}

/** The newest link of the chain; what an entry of a moment ago changes within a second. */
export async function readAuditHead(db: Db): Promise<AuditHead> {
  const { rows } = await sql<{ position: number; hash: string; sealedAt: Date | null }>`
    select c.position, encode(c.hash, 'hex') as hash, l.linked_at as "sealedAt"
    from audit_chain c left join audit_links l on l.position = c.position`.execute(db);
  const head = rows[0];
  if (!head) throw new Error('The audit chain has lost its head');
  return { ...head, sealedAt: head.sealedAt?.toISOString() ?? null };
}

interface Batch {
  /** Another session links at this moment. */
  busy: boolean;
  linked: number;
  head: number;
  /** As many, or as many bytes, as one call takes: others may wait. */
  more: boolean;
}

/**
 * Links stored entries into one chain, one process at a time, without ever making a writer wait. The database does it itself
 * (audit_link, migration 0024): the application's role could not.
 */
export function createAuditChain(database: Database, onError: (error: unknown) => void): AuditChain {
  const listeners = new Set<Listener>();
  let timer: NodeJS.Timeout | undefined;
  let batching: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  /** Links one batch of that many at most; answers whether more may wait, or that another process is at it. */
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
