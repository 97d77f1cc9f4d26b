import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from './database.ts';
import { AppError } from './errors.ts';

/**
 * How often a call may be made in a minute: by one signed-in person, and from one address. Behind an address may be a
 * whole office, or all of a carrier's phones in a state, so its number is by far the larger.
 */
export interface PerMinute {
  person?: number;
  address?: number;
}

/** Calls that cost the server much more than they cost whoever makes them. */
export const COSTLY = {
  /** A password or a code is checked: work by design, and something to guess. */
  proof: { person: 30, address: 600 },
  /** A file is made of everything that the filters leave. */
  export: { person: 30, address: 600 },
  /** Thousands of entries are read and hashed; the console asks part by part. */
  verify: { person: 240, address: 2400 },
  /** A file is received, opened and stored. */
  upload: { person: 120, address: 6000 },
  /** Text is looked for among everything. */
  search: { person: 300, address: 12_000 },
  /** A stream is opened, by every console that was closed a moment ago at once. */
  ticket: { person: 120, address: 60_000 },
} as const satisfies Record<string, PerMinute>;

const MINUTE_MS = 60_000;

/** Whom an address stands for: one of IPv6 for its whole network, of which a home has 2^64. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  const network = [...groups, ...zeros, ...rest].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/**
 * Counts the call for the person and the address, in the database, so that all servers count together. Throws
 * TOO_MANY_REQUESTS where either has made more of them in this minute than it may.
 */
export async function countCall(
  db: Db,
  call: { name: string; userId: string | null; address: string; perMinute: PerMinute; now: Date },
): Promise<void> {
  const { name, userId, address, perMinute, now } = call;
  const most = new Map<string, number>();
  if (perMinute.address !== undefined) most.set(`${name} from ${networkOf(address)}`, perMinute.address);
  if (perMinute.person !== undefined && userId !== null) most.set(`${name} by ${userId}`, perMinute.person);
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  // In the order of their names, so that two calls of one person from one address never wait for each other in a ring.
  const { rows } = await sql<{ subject: string; calls: number }>`
    insert into rate_limits as r (subject, minute, calls)
    select subject, ${minute}::bigint, 1 from unnest(${[...most.keys()].sort()}::text[]) as subject
    on conflict (subject) do update set
      calls = case when r.minute = excluded.minute then r.calls + 1 else 1 end, minute = excluded.minute
    returning subject, calls`.execute(db);
  if (rows.every(({ subject, calls }) => calls <= (most.get(subject) ?? 0))) return;
  const seconds = Math.ceil(((minute + 1) * MINUTE_MS - now.getTime()) / 1000);
  throw new AppError('TOO_MANY_REQUESTS', { seconds });
}

/** Forgets minutes that are over. */
export async function tidyRateLimits(db: Db): Promise<void> {
  const minute = Math.floor(Date.now() / MINUTE_MS);
  await sql`delete from rate_limits where minute < ${minute - 10}::bigint`.execute(db);
}
