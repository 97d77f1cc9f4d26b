import { isIPv6 } from 'node:net';
import { UPLOADS_PER_MINUTE } from '@ec/contract/files/schemas';
import { type CompiledQuery, sql } from 'kysely';
import { bigintArray, type Db, statement, type Statements } from '../../database/database.ts';
import { AppError } from '../errors.ts';
import { batcher } from '../../runtime/batcher.ts';

/**
 * How often a call may be made in a minute: by one signed-in person, and from one address. Behind an address may be a
 * whole office, or all of a carrier's phones in a state, so its number is by far the larger.
 */
export interface PerMinute {
  person?: number;
  address?: number;
  /** Limit for one person in an hour, if the limit of a minute would be too much over an hour. */
  personPerHour?: number;
  /** Calls of the same name count together. */
  as?: string;
}

/**
 * Calls that change something. Each leaves an audit entry, so none may be repeated as fast as a program can; a person at
 * work stays far below these numbers.
 */
export const WRITES = {
  /** Every call that changes something and has no number of its own. */
  any: { person: 600 },
  /** What a person sets for themselves: preferences, muted chats, sessions of their own. */
  own: { person: 20 },
  /** A person is created, changed or requested, one form each; lists are imported. Each answer shows whether a phone is in use. */
  people: { person: 30, personPerHour: 600, as: 'people' },
} as const satisfies Record<string, PerMinute>;

/** The name under which uploads of all kinds count together. */
const UPLOADS = 'uploads';

/** Calls that cost the server much more than they cost the caller. */
export const COSTLY = {
  /** A password or a code is checked: costly by design, and an attempt at guessing. */
  proof: { person: 30, address: 600 },
  /** A file of all filtered rows is made. */
  export: { person: 30, address: 600 },
  /** Thousands of entries are read and hashed; the console asks part by part. */
  verify: { person: 240, address: 2400 },
  /** A list of people or a register is received, read and checked. */
  import: { person: 30, address: 600 },
  /** The results of a region are checked; the console asks region by region. */
  trial: { person: 60, address: 1200 },
  /** An image is received, decoded and stored. */
  upload: { person: UPLOADS_PER_MINUTE, address: 60_000, as: UPLOADS },
  /** A part of an upload arrives, or its progress is requested; parts are small on a slow network. */
  part: { person: 600 },
  /** An upload is finished; repeated while the image processes are busy. */
  finish: { person: 30 },
  /** An original photo, of up to 10 MB, is read into memory before it is sent. */
  original: { person: 60, address: 6000, as: 'originals' },
  /** A search over all records. */
  search: { person: 300, address: 12_000 },
  /** A dispute is raised or commented on: people of an area are notified of each. */
  dispute: { person: 30, personPerHour: 300, as: 'disputes' },
  comment: { person: 20, personPerHour: 200 },
  /** A stream is opened, by every console that was closed a moment ago at once. */
  ticket: { person: 120, address: 60_000 },
} as const satisfies Record<string, PerMinute>;

const MINUTE_MS = 60_000;

/** The subject that an address counts for: an IPv6 address for its /64 network, which a home owns as a whole. */
export function networkOf(address: string): string {
  return ipv4Of(address) ?? ipv6Network(address, 4);
}

/**
 * The network that failed sign-ins are counted for. A carrier changes the address of a phone within a block, so an IPv4
 * address counts with its 256 neighbours. Of IPv6 it is /48, the most that one customer is given: with /64 a single line
 * would have 65,536 networks to guess from.
 */
export function wideNetworkOf(address: string): string {
  const ipv4 = ipv4Of(address);
  return ipv4 === undefined ? ipv6Network(address, 3) : ipv4.replace(/\.\d+$/, '.0/24');
}

/** The address as one of IPv4, where it is one or stands for one. */
function ipv4Of(address: string): string | undefined {
  if (!isIPv6(address)) return address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
}

/** The first so many groups of 16 bits, written in one way. */
function ipv6Network(address: string, length: number): string {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  const network = [...groups, ...zeros, ...rest].slice(0, length);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${length * 16}`;
}

/** A number of calls in a window of minutes; windows follow each other from the same minute for everyone. */
export interface Limit {
  subject: string;
  most: number;
  minutes: number;
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
   * TOO_MANY_REQUESTS, or TOO_MANY_UPLOADS, where either has made more of them in this minute than it may.
   */
  count(call: Call): Promise<void>;
  /** The same for limits of any window, as for attempts at a code. Throws TOO_MANY_REQUESTS. */
  countWithin(limits: readonly Limit[], now: Date): Promise<void>;
}

/** The refusal of an upload names the limit, so that the user knows how long to wait. */
function uploadRefusal(error: unknown, factor: number): unknown {
  if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') return error;
  return new AppError('TOO_MANY_UPLOADS', {
    limit: UPLOADS_PER_MINUTE * factor,
    seconds: Number(error.details['seconds']),
  });
}

const minuteOf = (now: Date) => Math.floor(now.getTime() / MINUTE_MS);

/** The last minute of the window in which the minute lies: a window's rows are kept until it is over. */
const endOf = (minute: number, minutes: number) => (Math.floor(minute / minutes) + 1) * minutes - 1;

/** The subjects that the call counts for, and their limits. */
function limitsOf({ name, userId, address, perMinute }: Call): Limit[] {
  const { as = name, person, personPerHour, address: fromAddress } = perMinute;
  const limits: (Limit | false)[] = [
    fromAddress !== undefined && { subject: `${as} from ${networkOf(address)}`, most: fromAddress, minutes: 1 },
    person !== undefined && userId !== null && { subject: `${as} by ${userId}`, most: person, minutes: 1 },
    personPerHour !== undefined &&
      userId !== null && { subject: `${as} by ${userId} in an hour`, most: personPerHour, minutes: 60 },
  ];
  return limits.filter((limit) => limit !== false);
}

interface Added {
  calls: number;
  /** The last minute of the window that they are counted in. */
  end: number;
}

/** Adds to each subject's calls of its window; answers what they are now. */
async function addCalls(db: Db, more: ReadonlyMap<string, Added>): Promise<Map<string, number>> {
  // In the order of their names, so that two servers cannot deadlock.
  const subjects = [...more.keys()].sort();
  const { rows } = await sql<{ subject: string; calls: number }>`/* rate_limits.add */
    insert into rate_limits as r (subject, minute, calls)
    select subject, minute, calls from unnest(${subjects}::text[],
      ${bigintArray(subjects.map((subject) => more.get(subject)?.end ?? 0))}::bigint[],
      ${bigintArray(subjects.map((subject) => more.get(subject)?.calls ?? 0))}::int[]) as n (subject, minute, calls)
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
  const add = batcher(async (calls: readonly { limits: readonly Limit[]; now: Date }[]) => {
    const minute = Math.max(...calls.map(({ now }) => minuteOf(now)));
    const more = new Map<string, Added>();
    const places = calls.map(({ limits }) =>
      limits.map(({ subject, most, minutes }) => {
        const place = (more.get(subject)?.calls ?? 0) + 1;
        more.set(subject, { calls: place, end: endOf(minute, minutes) });
        return { subject, place, most };
      }),
    );
    const now = await addCalls(db, more);
    return places.map((each) =>
      each.every(({ subject, place, most }) => {
        const before = (now.get(subject) ?? 0) - (more.get(subject)?.calls ?? 0);
        return before + place <= most * factor;
      }),
    );
  });

  async function countWithin(limits: readonly Limit[], now: Date): Promise<void> {
    if (limits.length === 0 || (await add({ limits, now }))) return;
    const minute = minuteOf(now);
    // The shortest wait after which another call can be accepted; a longer window may still be full then.
    const ends = limits.map(({ minutes }) => endOf(minute, minutes) + 1);
    const left = Math.min(...ends) * MINUTE_MS - now.getTime();
    throw new AppError('TOO_MANY_REQUESTS', { seconds: Math.ceil(left / 1000) });
  }

  return {
    countWithin,
    async count(call) {
      if (call.perMinute.as !== UPLOADS) return await countWithin(limitsOf(call), call.now);
      try {
        await countWithin(limitsOf(call), call.now);
      } catch (error) {
        throw uploadRefusal(error, factor);
      }
    },
  };
}

const callsOf = statement<{ calls: number }>(
  'rate_limits.calls',
  'select calls from rate_limits where subject = $1 and minute = $2::bigint',
);

const addOne = statement<never>(
  'rate_limits.add_one',
  `insert into rate_limits as r (subject, minute, calls) values ($1, $2::bigint, 1)
   on conflict (subject) do update set
     calls = case when r.minute = excluded.minute then r.calls + 1 else 1 end, minute = excluded.minute`,
);

/** True if fewer calls were counted. */
export async function isWithin(db: Statements, { subject, most, minutes }: Limit, now: Date): Promise<boolean> {
  const [counted] = await callsOf(db, [subject, endOf(minuteOf(now), minutes)]);
  return (counted?.calls ?? 0) < most;
}

/**
 * Throws TOO_MANY_REQUESTS where as many were counted already. For what is counted with the transaction that does it, by
 * countWrite: the caller holds a row that others of the same subject wait for.
 */
export async function requireWithin(db: Statements, limit: Limit, now: Date): Promise<void> {
  if (await isWithin(db, limit, now)) return;
  const end = endOf(minuteOf(now), limit.minutes);
  throw new AppError('TOO_MANY_REQUESTS', { seconds: Math.ceil(((end + 1) * MINUTE_MS - now.getTime()) / 1000) });
}

/** The write that counts one call. */
export function countWrite({ subject, minutes }: Limit, now: Date): CompiledQuery<unknown> {
  return addOne.of([subject, endOf(minuteOf(now), minutes)]);
}

/** Deletes all counts of names with the prefix; returns the number of calls. */
export async function forgetCalls(db: Db, prefix: string): Promise<number> {
  const { rows } = await sql<{ calls: number }>`delete from rate_limits where starts_with(subject, ${prefix})
    returning calls`.execute(db);
  return rows.reduce((sum, { calls }) => sum + calls, 0);
}

/** Deletes past minutes. */
export async function tidyRateLimits(db: Db): Promise<void> {
  const minute = minuteOf(new Date());
  await sql`delete from rate_limits where minute < ${minute - 10}::bigint`.execute(db);
}
