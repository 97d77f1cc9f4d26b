import { setTimeout as delay } from 'node:timers/promises';
import type { DomainEvent } from '@ec/contract/events/schemas';
import { type CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { type Database, type Db, statement, type Tx } from '../database/database.ts';

const CHANNEL = 'ec_events';
const POLL_MS = 1000;
/** Delay before events are read, so that a burst is read together. */
const GATHER_MS = 20;
/** Minimum time for which a skipped number is looked up again; longer while transactions of its time are still open. */
const GAP_MS = 60_000;
/** A starting process checks this many numbers before the last one, for transactions that were open at that moment. */
const LOOK_BACK = 1000;
const BATCH = 5000;
const KEEP_HOURS = 24;

export interface StoredEvent {
  id: number;
  event: DomainEvent;
  /** Number of a transaction. All transactions below it had ended when the event was read, and their events are in this batch or an earlier one. */
  horizon: string;
}

const insertEvent = statement('events.save', 'insert into events (payload) values ($1)');

/** Stores the event in the transaction of its change: it is delivered if, and only if, the change commits. */
export async function saveEvent(tx: Tx, event: DomainEvent): Promise<void> {
  await insertEvent(tx, [JSON.stringify(event)]);
}

const insertEvents = statement(
  'events.save_all',
  `insert into events (payload) select payload from jsonb_array_elements($1::jsonb) with ordinality as each (payload, place)
   order by place`,
);

/** The query that stores the events of several changes in order. */
export function eventsWrite(events: readonly DomainEvent[]): CompiledQuery<unknown> {
  return insertEvents.of([JSON.stringify(events)]);
}

/** Stores the events of several changes in order, with one statement. */
export async function saveEvents(tx: Tx, events: readonly DomainEvent[]): Promise<void> {
  await tx.executeQuery(eventsWrite(events));
}

type Listener = (events: readonly StoredEvent[]) => void;

export interface EventFeed {
  /** Calls the listener with each batch: every event once, from all processes. Returns the unsubscribe function. */
  subscribe(listener: Listener): () => void;
  /** Signals that this process has just committed an event. */
  wake(): void;
  /** The highest number of an event that this process has published to its subscribers. */
  readonly lastPublished: number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const HORIZON = sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`.as('horizon');
/** The number of the first transaction that has not begun. */
const SNAPSHOT_END = sql<string>`pg_snapshot_xmax(pg_current_snapshot())::text`.as('end');
const LAST_GIVEN =
  sql<number>`coalesce(pg_sequence_last_value(pg_get_serial_sequence('events', 'id')::regclass), 0)`.as('given');

/** The last number issued, and the committed ones among the numbers shortly before it, ascending. */
async function startingPoint(db: Db): Promise<{ given: number; ids: number[]; horizon: string; end: bigint }> {
  const { given, horizon, end } = await db.selectNoFrom([LAST_GIVEN, HORIZON, SNAPSHOT_END]).executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('id', '>', given - LOOK_BACK)
    .orderBy('id')
    .execute();
  return { given, ids: rows.map(({ id }) => id), horizon, end: BigInt(end) };
}

/**
 * Reads the events table as it grows. A number is issued before its transaction commits, so a reader that only asks for higher numbers would miss a
 * late commit. Skipped numbers are therefore queried again until they appear, or until they are old and no transaction of their time is open.
 */
export function createEventFeed(database: Database, onError: (error: unknown) => void): EventFeed {
  const listeners = new Set<Listener>();
  const gaps = new Map<number, { since: number; end: bigint }>();
  let last = 0;
  let horizon = '0';
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
      .select(['id', 'payload', HORIZON, SNAPSHOT_END])
      .where((eb) => eb.or([eb('id', '>', last), ...(open.length > 0 ? [eb('id', 'in', open)] : [])]))
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id, end } of rows) passed(id, BigInt(end));
    // A full batch may omit events that the snapshot showed, so only the previous horizon is safe.
    if (rows.length === BATCH) again = true;
    else horizon = rows[0]?.horizon ?? horizon;
    const oldest = BigInt(horizon);
    const now = performance.now();
    for (const [id, gap] of gaps) if (now - gap.since > GAP_MS && gap.end <= oldest) gaps.delete(id);
    if (rows.length > 0) {
      const batch = rows.map((row) => ({ id: row.id, event: row.payload, horizon }));
      for (const listener of listeners) listener(batch);
    }
  }

  /** Records the skipped numbers up to this one; their transactions began before `end`. */
  function skip(upTo: number, end: bigint): void {
    for (let skipped = last + 1; skipped <= upTo; skipped++) gaps.set(skipped, { since: performance.now(), end });
    last = Math.max(last, upTo);
  }

  function passed(id: number, end: bigint): void {
    skip(id, end);
    gaps.delete(id);
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

  /** LISTEN reports commits of other processes. While that connection is down, only the timer finds them. */
  async function listen(): Promise<void> {
    const client = new pg.Client({ connectionString: database.url, connectionTimeoutMillis: 10_000 });
    let connected = false;
    client.on('error', () => {
      if (connected) listenAgain();
      connected = false;
      listening = undefined;
    });
    client.on('notification', poll);
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    connected = true;
    listening = client;
    if (stopped) await client.end();
  }

  function listenAgain(): void {
    if (stopped) return;
    const attempt = () =>
      listen().catch((error: unknown) => {
        onError(error);
        listenAgain();
      });
    setTimeout(() => void attempt(), POLL_MS).unref();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get lastPublished() {
      return last;
    },
    wake() {
      unannounced = true;
      poll();
    },
    async start() {
      const start = await startingPoint(database.db);
      last = Math.max(0, start.given - LOOK_BACK);
      for (const id of start.ids) passed(id, start.end);
      skip(start.given, start.end);
      horizon = start.horizon;
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

/** Deletes events that every process has read long ago. */
export async function pruneEvents(db: Db): Promise<void> {
  await db
    .deleteFrom('events')
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${KEEP_HOURS})`)
    .execute();
}
