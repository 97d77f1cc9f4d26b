import { setTimeout as delay } from 'node:timers/promises';
import { Kysely } from 'kysely';
import pg from 'pg';
import { hostsOf } from './database-hosts.ts';
import { type Database, type Db, openDatabase } from './database.ts';
import type { Tables } from './tables.ts';
import { createProbe, PROBE_LIMITS, type Place, REPLAYED } from './probe.ts';
import { ReadingDialect } from './reading-driver.ts';

/** Pauses between two probes while the replica lacks what is awaited: short at first. */
const SOON_MS = 10;
const LATER_MS = 100;
/** A replica that does not answer is probed again after this time. */
const AGAIN_MS = 1000;
/** While it is behind, marks are kept this far apart, so many of them at most: enough to measure a lag of a minute. */
const SPACING_MS = 250;
const MOST_MARKS = 240;

/** How far the primary had written at a moment of this process (performance.now()). */
export interface Mark extends Place {
  at: number;
}

/** One replica and its last known position. */
export interface Replica {
  /** Its host and port. */
  readonly name: string;
  /** Reads from it, and from the primary if it fails. */
  readonly db: Db;
  /** Everything committed before this moment (performance.now()) is known to be on it; -Infinity while it is away. */
  readonly completeAt: number;
  /** Whether it answers, as a replica of this primary. */
  readonly up: boolean;
  /** Probes until it has reached the mark. */
  follow(mark: Mark): void;
  close(): Promise<void>;
}

interface Options {
  url: string;
  /** Connections at most. */
  max: number;
  primary: Database;
  /** Maximum age of data read from it, in milliseconds. */
  mostBehindMs: number;
  onFailure: () => void;
  /** Called, once each time it changes, with the reason why the replica is not used. */
  onStatus: (why: string) => void;
}

/** The connections to a replica, all closed together when it no longer answers. */
function openConnections(url: string, max: number) {
  const database = openDatabase(url, { max });
  const clients = new Set<pg.PoolClient>();
  const waiting = new Set<() => void>();
  database.pool.on('connect', (client) => void clients.add(client));
  database.pool.on('remove', (client) => void clients.delete(client));
  return {
    pool: database.pool,
    async unlessLost<T>(work: Promise<T>): Promise<T> {
      return await new Promise<T>((resolve, reject) => {
        const lose = () => reject(new Error('The replica does not answer'));
        waiting.add(lose);
        work.then(resolve, reject).finally(() => waiting.delete(lose));
      });
    },
    /** Rejects the waiting callers now; a connection that hangs would never end by itself. */
    lose(): void {
      for (const lose of waiting) lose();
      for (const client of clients) client.connection.stream.destroy();
    },
    close: () => database.close(),
  };
}

export function openReplica(options: Options): Replica {
  const { url, primary, mostBehindMs, onFailure, onStatus } = options;
  const name = hostsOf(url);
  const connections = openConnections(url, options.max);
  const probe = createProbe(() => new pg.Client({ connectionString: url, ...PROBE_LIMITS }), REPLAYED);
  let completeAt = -Infinity;
  let marks: Mark[] = [];
  let asking = false;
  let up = false;
  let askAgainAt = 0;
  let lastReason: string | undefined;
  let closed = false;

  const db = new Kysely<Tables>({
    dialect: new ReadingDialect({
      replica: connections.pool,
      primary: primary.pool,
      usable: () => performance.now() - completeAt <= mostBehindMs,
      unlessLost: (work) => connections.unlessLost(work),
      onFailure,
    }),
  });

  function giveUp(why: string): void {
    completeAt = -Infinity;
    marks = [];
    up = false;
    askAgainAt = performance.now() + AGAIN_MS;
    connections.lose();
    if (why !== lastReason && !closed) onStatus(`replica ${name} is not read from: ${why}`);
    lastReason = why;
  }

  /** Why the server's position cannot be compared with the mark; undefined if it can. */
  function unlike({ position, timeline, system }: Place, mark: Mark): string | undefined {
    if (system !== mark.system) return 'it is no replica of this database';
    if (position === null) return 'it is not a replica, or not any more';
    // A role without the right to read the timeline sees none at all.
    if (timeline === null) return 'it receives nothing, or its role may not see that (grant pg_read_all_stats to it)';
    return timeline === mark.timeline ? undefined : 'it does not follow the server that takes the writes';
  }

  function reached(place: Place): void {
    const mark = marks.findLast(({ position }) => (position ?? Infinity) <= (place.position ?? -1));
    if (!mark) return;
    completeAt = mark.at;
    marks = marks.filter(({ at }) => at > mark.at);
  }

  async function ask(): Promise<void> {
    while (!closed) {
      const place = await probe.ask();
      const [oldest] = marks;
      const newest = marks.at(-1);
      if (!oldest || !newest) return;
      const why = unlike(place, newest);
      if (why !== undefined) return giveUp(why);
      up = true;
      lastReason = undefined;
      reached(place);
      if (marks.length === 0) return;
      await delay(performance.now() - oldest.at < LATER_MS * 2 ? SOON_MS : LATER_MS);
    }
  }

  async function askWhileBehind(): Promise<void> {
    asking = true;
    try {
      await ask();
    } catch (error) {
      giveUp(error instanceof Error && error.message ? error.message : 'it does not answer');
    } finally {
      asking = false;
    }
  }

  return {
    name,
    db,
    get completeAt() {
      return completeAt;
    },
    get up() {
      return up;
    },
    follow(mark) {
      if (closed || mark.at < askAgainAt) return;
      const last = marks.at(-1);
      const crowded = marks.length >= 20 && last && mark.at - last.at < SPACING_MS;
      if (!crowded) marks.push(mark);
      if (marks.length > MOST_MARKS) marks.shift();
      if (!asking) void askWhileBehind();
    },
    async close() {
      closed = true;
      probe.close();
      connections.lose();
      await connections.close();
    },
  };
}
