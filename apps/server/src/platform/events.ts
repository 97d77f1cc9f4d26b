import { setTimeout as delay } from 'node:timers/promises';
import type { DomainEvent } from '@ec/contract/events';
import { sql } from 'kysely';
import pg from 'pg';
import { type Database, type Db, statement, type Tx } from './database.ts';
import type {} from './tables.ts';

const CHANNEL = 'ec_events';
const POLL_MS = 1000;
/** Events of a busy moment are read together. */
const GATHER_MS = 20;
/** How long a number that was skipped may still belong to a transaction that has not committed. */
const GAP_MS = 60_000;
const KEEP_HOURS = 24;

export interface StoredEvent {
  id: number;
  event: DomainEvent;
}

const insertEvent = statement('events.save', 'insert into events (payload) values ($1)');

/** Stores the event beside the change it tells of: it is told if, and only if, the change commits. */
export async function saveEvent(tx: Tx, event: DomainEvent): Promise<void> {
  await insertEvent(tx, [JSON.stringify(event)]);
}

type Listener = (events: readonly StoredEvent[]) => void;

export interface EventFeed {
  /** Calls the listener with each batch, every event once, whichever process wrote it. */
  subscribe(listener: Listener): () => void;
  /** Says that this process has just committed something. */
  wake(): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

async function lastEventId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

/**
 * Reads the events table as it grows. Numbers are given before a transaction commits, so a reader that only looked for
 * higher numbers would miss one that commits late: skipped numbers are asked for again until they appear or grow old.
 */
export function createEventFeed(database: Database, onError: (error: unknown) => void): EventFeed {
  const listeners = new Set<Listener>();
  const gaps = new Map<number, number>();
  let last = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let listening: pg.Client | undefined;
  let unannounced = false;

  async function readOnce(): Promise<void> {
    const open = [...gaps.keys()];
    const rows = await database.db
      .selectFrom('events')
      .select(['id', 'payload'])
      .where((eb) => eb.or([eb('id', '>', last), ...(open.length > 0 ? [eb('id', 'in', open)] : [])]))
      .orderBy('id')
      .limit(5000)
      .execute();
    const now = performance.now();
    for (const { id } of rows) {
      for (let skipped = last + 1; skipped < id; skipped++) gaps.set(skipped, now);
      gaps.delete(id);
      last = Math.max(last, id);
    }
    for (const [id, since] of gaps) if (now - since > GAP_MS) gaps.delete(id);
    if (rows.length > 0) {
      const batch = rows.map((row) => ({ id: row.id, event: row.payload }));
      for (const listener of listeners) listener(batch);
    }
    if (rows.length === 5000) again = true;
  }

  async function announce(): Promise<void> {
    if (!unannounced) return;
    unannounced = false;
    await database.pool.query(`notify ${CHANNEL}`);
  }

  async function run(): Promise<void> {
    for (;;) {
      again = false;
      await Promise.all([readOnce(), announce()]);
      if (!again || stopped) return;
      await delay(GATHER_MS);
    }
  }

  function poll(): void {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    clearTimeout(timer);
    running = delay(GATHER_MS)
      .then(run)
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (!stopped) timer = setTimeout(poll, POLL_MS);
      });
  }

  /** Other processes' commits are heard through LISTEN; while that connection is away the timer alone finds them. */
  async function listen(): Promise<void> {
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => {
      listening = undefined;
      if (!stopped) setTimeout(() => void listen().catch(onError), POLL_MS).unref();
    });
    client.on('notification', poll);
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    listening = client;
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    wake() {
      unannounced = true;
      poll();
    },
    async start() {
      last = await lastEventId(database.db);
      await listen();
      timer = setTimeout(poll, POLL_MS);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      await listening?.end();
    },
  };
}

/** Removes events that every process has long read. */
export async function pruneEvents(db: Db): Promise<void> {
  await db
    .deleteFrom('events')
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${KEEP_HOURS})`)
    .execute();
}
