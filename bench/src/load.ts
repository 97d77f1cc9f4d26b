import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';

export interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  /** Absent before the first sign-in. */
  token?: string;
  /** JSON, unless it has another type. */
  body?: string | Buffer;
  contentType?: string;
  idempotencyKey?: string;
}

export interface Reply {
  status: number;
  text: string;
  milliseconds: number;
}

export interface Client {
  send(call: Call): Promise<Reply>;
  close(): Promise<void>;
}

/** Load is only for this machine. */
export function requireLoopback(origin: string): void {
  if (!/^127(\.\d{1,3}){3}$/.test(new URL(origin).hostname)) throw new Error(`${origin} is not this machine`);
}

/** The longest time of a load. */
const LONGEST_MS = 15 * 60_000;

/** Keeps this many connections open, one call at a time on each; further calls wait, and the wait counts. */
export function openClient(origin: string, connections: number): Client {
  requireLoopback(origin);
  const pool = new Pool(origin, { connections, pipelining: 1 });
  return {
    async send({ method, path, token, body, contentType = 'application/json', idempotencyKey }) {
      const begin = performance.now();
      const reply = await pool.request({
        method,
        path: `/api${path}`,
        body: body ?? null,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          'user-agent': 'Mozilla/5.0 (Linux; Android 14; Mobile) bench',
          ...(body !== undefined && { 'content-type': contentType }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
      });
      const text = await reply.body.text();
      return { status: reply.statusCode, text, milliseconds: performance.now() - begin };
    },
    close: () => pool.close(),
  };
}

/** Everybody asks again as soon as they are answered; `work` says when there is no more by answering false. */
export async function closedLoop(people: number, work: (person: number) => Promise<boolean>): Promise<number> {
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: people }, async (_, person) => {
      while ((await work(person)) && performance.now() - begin < LONGEST_MS);
    }),
  );
  return (performance.now() - begin) / 1000;
}

export interface Arrivals {
  /** Starts no more, waits for those in progress, and fails if any of all failed. */
  stop(): Promise<void>;
}

/** Beyond so many, no more are started: who waits for them is answered too late already. */
const MOST_UNDER_WAY = 10_000;

/** Starts one piece of work after the other at a constant rate, without waiting for earlier ones. */
export function constantRate(perSecond: number, work: () => Promise<void>, longestMs = LONGEST_MS): Arrivals {
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let stopped = false;
  async function run(): Promise<void> {
    const begin = performance.now();
    for (let started = 0; !stopped && performance.now() - begin < longestMs; ) {
      const due = ((performance.now() - begin) / 1000) * perSecond;
      for (; started < due && underWay.size < MOST_UNDER_WAY; started++) {
        const one = work()
          .catch((error: unknown) => void failures.push(error))
          .finally(() => underWay.delete(one));
        underWay.add(one);
      }
      await delay(5);
    }
  }
  const running = run();
  return {
    async stop() {
      stopped = true;
      await running;
      await Promise.all(underWay);
      if (failures.length > 0) throw new Error(`${failures.length} calls failed`, { cause: failures[0] });
    },
  };
}
