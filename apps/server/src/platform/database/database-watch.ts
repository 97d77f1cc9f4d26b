import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** How often the database is asked whether it is there. */
const EVERY_MS = 1000;
/** After this long without any answer on open connections, the database is probed over a new one. */
const SILENT_MS = 4000;
const CONNECT_MS = 3000;
/** Errors of a PostgreSQL that accepts no connections at the moment. */
const CANNOT_CONNECT_NOW = '57P03';

/** Pools whose database is known not to answer. */
const silent = new WeakSet<pg.Pool>();

function notAnswering(): Error {
  return Object.assign(new Error('The database does not answer'), { code: CANNOT_CONNECT_NOW });
}

/** Throws while the pool's database does not answer, with a code that is answered as UNAVAILABLE. */
export function requireAnswering(pool: pg.Pool): void {
  if (silent.has(pool)) throw notAnswering();
}

/** The connections of the pools, also those in use, which a pool does not expose. */
function followClients(pools: readonly pg.Pool[]): { breakOff: () => void } {
  const clients = new Set<pg.PoolClient>();
  for (const pool of pools) {
    // On acquire, not on connect: some connections are older than this watch.
    pool.on('acquire', (client) => clients.add(client));
    pool.on('remove', (client) => clients.delete(client));
  }
  return {
    breakOff() {
      for (const client of clients) {
        const { connection } = client as unknown as pg.Client;
        connection.stream.destroy(notAnswering());
      }
    },
  };
}

interface Watched {
  pools: readonly [pg.Pool, ...pg.Pool[]];
  /** Called when the database falls silent, and when it answers again. */
  onChange: (answers: boolean) => void;
}

/** An extra connection with the settings of the pool. */
async function connect(pool: pg.Pool, probes: Set<pg.Client>): Promise<pg.Client> {
  const { Client, options } = pool as unknown as {
    Client: new (options: pg.ClientConfig) => pg.Client;
    options: pg.PoolConfig;
  };
  const probe = new Client({ ...options, connectionTimeoutMillis: CONNECT_MS, query_timeout: SILENT_MS });
  probe.on('error', () => undefined); // the same trouble reaches the calls below
  probes.add(probe);
  probe.once('end', () => probes.delete(probe));
  await inTime(probe.connect(), CONNECT_MS);
  return probe;
}

async function inTime(work: Promise<unknown>, limit: number): Promise<void> {
  const over = new AbortController();
  const late = sleep(limit, undefined, { signal: over.signal, ref: false }).then(() => {
    throw notAnswering();
  });
  late.catch(() => undefined);
  try {
    await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}

/**
 * Probes the pools' database continuously. A server that is gone without closing its connections, or hangs, would let
 * every statement wait for ever: when it answers neither on an open connection nor on a new one, all connections are closed,
 * waiting callers get an error, and new callers are refused until it answers again. Returns the function that stops it.
 */
export function watchDatabase({ pools, onChange }: Watched): () => Promise<void> {
  const { breakOff } = followClients(pools);
  const stopping = new AbortController();
  const probes = new Set<pg.Client>();
  let probe: pg.Client | undefined;

  function drop(): void {
    for (const one of probes) one.connection.stream.destroy();
    probe = undefined;
  }

  async function ask(): Promise<void> {
    probe ??= await connect(pools[0], probes);
    await inTime(probe.query('select 1'), SILENT_MS);
  }

  /** Does it answer? A refused connection is an answer: callers get the same refusal at once. */
  async function answers(): Promise<boolean> {
    try {
      await ask();
      return true;
    } catch {
      drop();
    }
    try {
      await ask();
      return true;
    } catch (error) {
      drop();
      return (error as Error).message !== notAnswering().message && !/timeout/.test((error as Error).message);
    }
  }

  async function look(): Promise<void> {
    const was = !silent.has(pools[0]);
    const is = await answers();
    if (is === was || stopping.signal.aborted) return;
    for (const pool of pools) {
      if (is) silent.delete(pool);
      else silent.add(pool);
    }
    if (!is) breakOff();
    onChange(is);
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look();
      await sleep(EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  const watching = watch();
  return async () => {
    stopping.abort();
    await watching;
    const last = probe;
    await last?.end().catch(() => undefined);
  };
}

/** By how many milliseconds the database's clock is ahead of this machine's; half the way there and back is taken off. */
export async function measureSkewMs(db: Db): Promise<number> {
  const began = Date.now();
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  const ended = Date.now();
  return (rows[0]?.ms ?? ended) - (began + ended) / 2;
}
