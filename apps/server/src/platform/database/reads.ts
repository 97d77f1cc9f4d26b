import { setTimeout as delay } from 'node:timers/promises';
import type { UserId } from '@ec/contract/base/common';
import { LRUCache } from 'lru-cache';
import type { Database, Db } from './database.ts';
import { splitHosts } from './database-hosts.ts';
import type { EventFeed } from '../events/events.ts';
import { PrimaryClient } from './primary.ts';
import { createProbe, PROBE_LIMITS, WRITTEN } from './probe.ts';
import { openReplica, type Replica } from './replica.ts';

/** Maximum age of data read from a replica; a replica further behind is not used. */
const MOST_BEHIND_MS = 500;
/** How often the primary is asked for its position, whether or not a change is known. */
const LOOK_MS = 100;
const LOOK_SOON_MS = 5;
/** The interval while it does not answer. */
const LOOK_AGAIN_MS = 500;

/** Where one call reads. */
export interface Reading {
  db: Db;
  /** Call when the answer is sent. */
  end(): void;
}

export interface ReplicaState {
  name: string;
  up: boolean;
  /** How long ago it was last known to hold every commit; undefined if that is unknown. */
  behindMs: number | undefined;
}

export interface ReadCounts {
  primary: number;
  replica: number;
  /** Statements that a replica failed and the primary answered. */
  failed: number;
}

/**
 * Chooses the server to read from: a replica only if it is known to hold everything that this process has published and
 * written (submissions: for their author), and everything that the person has been shown; otherwise the primary.
 */
export interface Reads {
  /** For a call; `fresh` asks for the primary. */
  begin(call: { userId: UserId | null; fresh: boolean }): Reading;
  /** For answers shared by many readers: later reads never show less than earlier ones. */
  shared<T>(read: (db: Db) => Promise<T>): Promise<T>;
  /** For what must hold all that was committed before the moment (performance.now()); waits briefly for a replica. */
  since(moment: number): Promise<Db>;
  /** How old, in milliseconds, what is read at this moment may be: 0 without replicas. */
  age(): number;
  /** Reports a possible commit: by this person, visible to all or to this person only. */
  wrote(userId: UserId | null, concerns: 'everybody' | 'author'): void;
  readonly counts: Readonly<ReadCounts>;
  readonly replicas: readonly ReplicaState[];
  start(): void;
  stop(): Promise<void>;
}

/** Without replicas: everything from the primary. */
function fromPrimary({ db }: Database, counts: ReadCounts): Reads {
  const reading: Reading = { db, end: () => undefined };
  return {
    begin() {
      counts.primary += 1;
      return reading;
    },
    async shared(read) {
      counts.primary += 1;
      return await read(db);
    },
    async since() {
      counts.primary += 1;
      return db;
    },
    age: () => 0,
    wrote: () => undefined,
    counts,
    replicas: [],
    start: () => undefined,
    stop: async () => undefined,
  };
}

interface Options {
  /** Address of one replica or several; absent: everything is read from the primary. */
  url: string | undefined;
  /** Connections to each replica. */
  max: number;
  events: EventFeed;
  warn: (text: string) => void;
}

export function createReads(database: Database, { url, max, events, warn }: Options): Reads {
  const counts: ReadCounts = { primary: 0, replica: 0, failed: 0 };
  if (url === undefined) return fromPrimary(database, counts);
  const replicas = (splitHosts(url) ?? []).map((one) =>
    openReplica({
      url: one,
      max,
      primary: database,
      mostBehindMs: MOST_BEHIND_MS,
      onFailure: () => (counts.failed += 1),
      onStatus: warn,
    }),
  );
  return fromReplicas(database, replicas, events, counts);
}

function fromReplicas(database: Database, replicas: readonly Replica[], events: EventFeed, counts: ReadCounts): Reads {
  const probe = createProbe(() => new PrimaryClient(database.primary, PROBE_LIMITS), WRITTEN);
  /** The moments that later reads must include: for all, for shared answers, and by person. */
  let neededByAll = -Infinity;
  let neededByShared = -Infinity;
  const neededBy = new LRUCache<UserId, number>({ max: 100_000, ttl: 4 * MOST_BEHIND_MS });
  /** Each process starts with a different replica. */
  const first = Math.floor(Math.random() * replicas.length);
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let again = false;
  let stopped = false;

  const isRecent = (replica: Replica) => performance.now() - replica.completeAt <= MOST_BEHIND_MS;

  /** A replica that holds all that was committed before the moment; the same one for a person as long as it does. */
  function pick(userId: UserId | null, moment: number): Replica | undefined {
    const from = userId === null ? first : Number.parseInt(userId.slice(-6), 16);
    const order = replicas.map((_, index) => replicas[(from + index) % replicas.length]);
    return order.find((replica) => replica && replica.completeAt >= moment && isRecent(replica));
  }

  async function look(): Promise<void> {
    const at = performance.now();
    const place = await probe.ask();
    for (const replica of replicas) replica.follow({ ...place, at });
  }

  /** Asks the primary now or, if a request is open, once more after it. */
  function lookNow(): void {
    if (stopped) return;
    if (looking) {
      again = true;
      return;
    }
    clearTimeout(timer);
    looking = true;
    let pause = LOOK_MS;
    void look()
      // While the primary is away no replica is known to be recent, so none is used.
      .catch(() => (pause = LOOK_AGAIN_MS))
      .finally(() => {
        looking = false;
        if (!stopped) timer = setTimeout(lookNow, again ? Math.min(pause, LOOK_SOON_MS) : pause);
        again = false;
      });
  }

  function needByAll(): void {
    neededByAll = performance.now();
    lookNow();
  }

  const unsubscribe = events.subscribe(needByAll);

  return {
    begin({ userId, fresh }) {
      const own = userId === null ? undefined : neededBy.get(userId);
      const replica = fresh ? undefined : pick(userId, Math.max(neededByAll, own ?? -Infinity));
      if (replica) {
        counts.replica += 1;
        return { db: replica.db, end: () => undefined };
      }
      counts.primary += 1;
      return {
        db: database.db,
        end() {
          // A reader never sees an older state than the primary has shown them.
          if (userId !== null) neededBy.set(userId, performance.now());
        },
      };
    },
    async shared(read) {
      const replica = pick(null, Math.max(neededByAll, neededByShared));
      if (replica) {
        counts.replica += 1;
        return await read(replica.db);
      }
      counts.primary += 1;
      try {
        return await read(database.db);
      } finally {
        neededByShared = performance.now();
      }
    },
    async since(moment) {
      lookNow();
      const end = performance.now() + MOST_BEHIND_MS;
      while (performance.now() < end && replicas.some(isRecent)) {
        const replica = pick(null, moment);
        if (replica) {
          counts.replica += 1;
          return replica.db;
        }
        await delay(LOOK_SOON_MS);
      }
      counts.primary += 1;
      return database.db;
    },
    age: () => Math.max(0, ...replicas.filter(isRecent).map(({ completeAt }) => performance.now() - completeAt)),
    wrote(userId, concerns) {
      // For one person the next probe is soon enough: until then the primary answers them.
      if (userId !== null) neededBy.set(userId, performance.now());
      if (concerns === 'everybody') needByAll();
    },
    counts,
    get replicas() {
      return replicas.map(({ name, up, completeAt }) => ({
        name,
        up,
        behindMs: completeAt === -Infinity ? undefined : performance.now() - completeAt,
      }));
    },
    start: lookNow,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      unsubscribe();
      probe.close();
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}
