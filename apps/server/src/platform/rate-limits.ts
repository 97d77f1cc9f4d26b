import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { bigintArray, type Db } from './database.ts';
import { AppError } from './errors.ts';
import { gathering } from './gathering.ts';

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
  upload: { person: 120, address: 60_000 },
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

interface Call {
  name: string;
  userId: string | null;
  address: string;
  perMinute: PerMinute;
  now: Date;
}

export interface RateLimits {
  /**
   * Counts the call for the person and the address, in the database, so that all servers count together. Throws
   * TOO_MANY_REQUESTS where either has made more of them in this minute than it may.
   */
  count(call: Call): Promise<void>;
}

const minuteOf = (now: Date) => Math.floor(now.getTime() / MINUTE_MS);

/** Whom the call counts for, and how often each may make it in a minute. */
function subjectsOf({ name, userId, address, perMinute }: Call): Map<string, number> {
  const most = new Map<string, number>();
  if (perMinute.address !== undefined) most.set(`${name} from ${networkOf(address)}`, perMinute.address);
  if (perMinute.person !== undefined && userId !== null) most.set(`${name} by ${userId}`, perMinute.person);
  return most;
}

/** Adds to each subject's calls of the minute; answers what they are now. */
async function addCalls(db: Db, minute: number, more: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  // In the order of their names, so that two servers never wait for each other in a ring.
  const subjects = [...more.keys()].sort();
  const { rows } = await sql<{ subject: string; calls: number }>`/* rate_limits.add */
    insert into rate_limits as r (subject, minute, calls)
    select subject, ${minute}::bigint, calls from unnest(${subjects}::text[],
      ${bigintArray(subjects.map((subject) => more.get(subject) ?? 0))}::int[]) as n (subject, calls)
    on conflict (subject) do update set
      calls = case when r.minute = excluded.minute then r.calls + excluded.calls else excluded.calls end,
      minute = excluded.minute
    returning subject, calls`.execute(db);
  return new Map(rows.map(({ subject, calls }) => [subject, calls]));
}

/**
 * Limits kept in the database. Calls of one moment are counted together: all phones of a carrier may come from one
 * address, and they are not to queue for its row. `factor` multiplies every limit.
 */
export function createRateLimits(db: Db, factor: number): RateLimits {
  const add = gathering(async (calls: readonly Call[]) => {
    const minute = Math.max(...calls.map(({ now }) => minuteOf(now)));
    const subjects = calls.map(subjectsOf);
    const more = new Map<string, number>();
    const places = subjects.map((each) =>
      [...each].map(([subject, most]) => {
        const place = (more.get(subject) ?? 0) + 1;
        more.set(subject, place);
        return { subject, place, most };
      }),
    );
    const now = await addCalls(db, minute, more);
    return places.map((each) =>
      each.every(({ subject, place, most }) => {
        const before = (now.get(subject) ?? 0) - (more.get(subject) ?? 0);
        return before + place <= most * factor;
      }),
    );
  });

  return {
    async count(call) {
      if (subjectsOf(call).size === 0 || (await add(call))) return;
      const left = (minuteOf(call.now) + 1) * MINUTE_MS - call.now.getTime();
      throw new AppError('TOO_MANY_REQUESTS', { seconds: Math.ceil(left / 1000) });
    },
  };
}

/** Forgets minutes that are over. */
export async function tidyRateLimits(db: Db): Promise<void> {
  const minute = minuteOf(new Date());
  await sql`delete from rate_limits where minute < ${minute - 10}::bigint`.execute(db);
}
