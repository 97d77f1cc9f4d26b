import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { bigintArray, type Db } from '../../platform/database/database.ts';
import { type Condition, conditionSql, isBroad, listedIds, type Sql } from './condition-queries.ts';

/** So many places of the chain are one block; as the column audit_links.block says. */
const BLOCK_BITS = 14;
const BLOCK = 2 ** BLOCK_BITS;

/** Which entries a list holds. */
export interface Selection {
  /** All of them hold. */
  conditions: readonly Condition[];
  /** At least one of them holds too, where there are any. */
  anyOf: readonly Condition[] | null;
  /** The part of the chain in which all of them lie; `last` below `first` is none. */
  first: number;
  last: number;
}

export interface Found {
  /** In the direction of the walk. */
  positions: number[];
  /** Where to go on; null where the end was reached. */
  next: number | null;
}

const blockOf = (position: number): number => Math.floor(position / BLOCK);

export interface Walk {
  newestFirst: boolean;
  limit: number;
  /** Look through so many blocks at most; all where not given. */
  blocks?: number;
}

/**
 * The places of the matching entries from one end of the selection towards the other. Each block is looked up along
 * whichever index finds least in it, and the walk ends with the block that fills the page, so neither a filter that few
 * entries match, nor one that most match, nor two that exclude each other make it read far.
 */
export async function walk(db: Db, selection: Selection, { newestFirst, limit, blocks }: Walk): Promise<Found> {
  const { conditions, anyOf, first, last } = selection;
  if (last < first || anyOf?.length === 0) return { positions: [], next: null };
  const all = blockOf(last) - blockOf(first) + 1;
  const most = Math.min(all, blocks ?? all);
  const from = newestFirst ? Math.max(first, (blockOf(last) - most + 1) * BLOCK) : first;
  const to = newestFirst ? last : Math.min(last, (blockOf(first) + most) * BLOCK - 1);
  const order = newestFirst ? sql`desc` : sql`asc`;
  const range = sql`l.position between ${from}::bigint and ${to}::bigint`;
  const required = conditions.map(conditionSql);

  /** Block by block. The rows of a block come in order, and the blocks in the order of the series. */
  const byBlock = (more: readonly Sql[]): Sql => {
    const [begin, end, step] = newestFirst ? [blockOf(to), blockOf(from), -1] : [blockOf(from), blockOf(to), 1];
    const inBlock = sql`l.block = b.block
      and l.position between (b.block::bigint << ${sql.lit(BLOCK_BITS)}) and (b.block::bigint << ${sql.lit(BLOCK_BITS)}) + ${sql.lit(BLOCK - 1)}`;
    return sql`select f.position from generate_series(${begin}::int, ${end}::int, ${step}::int) as b (block)
      cross join lateral (select l.position from audit_links l
        where ${sql.join([inBlock, range, ...required, ...more], sql` and `)} order by l.position ${order} limit ${limit}) f
      limit ${limit}`;
  };
  const byId = (column: Sql, ids: Sql): Sql => sql`select f.position from ${ids} as i (id)
    cross join lateral (select l.position from audit_links l
      where ${sql.join([sql`${column} = i.id`, range, ...required], sql` and `)} order by l.position ${order} limit ${limit}) f`;
  const branches = (anyOf ?? [undefined]).map((condition) => {
    const listed = condition && listedIds(condition);
    const found = listed ? byId(listed.column, listed.ids) : byBlock(condition ? [conditionSql(condition)] : []);
    return sql`(${found})`;
  });
  const { rows } = await sql<{ position: number }>`select position from (${sql.join(branches, sql` union `)}) found
    order by position ${order} limit ${limit}`.execute(db);
  const positions = rows.map(({ position }) => position);
  if (positions.length === limit) return { positions, next: positions.at(-1) ?? null };
  if (from === first && to === last) return { positions, next: null };
  return { positions, next: newestFirst ? from : to };
}

/** Blocks that are looked through first, and where each entry in them must be looked at. */
const FIRST_STEP = 4;
const BROAD_STEP = 1;
/** A step that took less makes the next twice as long, one that took more half as long. */
const STEP_MS = 10;

/**
 * The same, but it gives up after the time and says where to go on: for what is merely counted, and for what is found
 * only by looking at each entry.
 */
export async function walkFor(
  db: Db,
  selection: Selection,
  { newestFirst, limit }: Omit<Walk, 'blocks'>,
  milliseconds: number,
): Promise<Found> {
  const end = performance.now() + milliseconds;
  let blocks = isLong(selection) ? BROAD_STEP : FIRST_STEP;
  const positions: number[] = [];
  let left = selection;
  for (let began = performance.now(); ; ) {
    const found = await walk(db, left, { newestFirst, limit: limit - positions.length, blocks });
    positions.push(...found.positions);
    const { next } = found;
    const now = performance.now();
    if (next === null || positions.length >= limit || now > end) return { positions, next };
    blocks = now - began < STEP_MS ? blocks * 2 : Math.max(1, Math.floor(blocks / 2));
    began = now;
    left = newestFirst ? { ...left, last: next - 1 } : { ...left, first: next + 1 };
  }
}

const isLong = ({ conditions, anyOf }: Selection): boolean => [...conditions, ...(anyOf ?? [])].some(isBroad);

const BROAD_MS = 60;

/** The places of a page; where each entry must be looked at, it may be short and say where to go on. */
export async function findPage(
  db: Db,
  selection: Selection,
  { newestFirst, limit }: Omit<Walk, 'blocks'>,
): Promise<Found> {
  if (!isLong(selection)) return await walk(db, selection, { newestFirst, limit });
  return await walkFor(db, selection, { newestFirst, limit }, BROAD_MS);
}

export interface Period {
  from?: string;
  to?: string;
  unit?: 'day' | 'week' | 'month';
  zone: string;
  /** The last position that is looked at. */
  end: number;
}

/**
 * The part of the chain that can hold entries of the time, and the moment from which the period runs. A block without its
 * row of times may hold any.
 */
export async function findPeriod(
  db: Db,
  { from, to, unit, zone, end }: Period,
): Promise<{ from: string | undefined; first: number; last: number }> {
  const { rows } = await sql<{ begin: Date | null; first: number | null; last: number | null }>`
    with period as (
      select greatest(${from ?? null}::timestamptz, date_trunc(${unit ?? null}::text, now(), ${zone}::text)) as begin,
        ${to ?? null}::timestamptz as until)
    select p.begin, min(n.block) as first, max(n.block) as last from period p
    left join (generate_series(0, ${blockOf(end)}::integer) as n (block) left join audit_blocks b using (block))
      on b.last_at is null
        or ((p.begin is null or b.last_at >= p.begin) and (p.until is null or b.first_at < p.until))
    group by p.begin`.execute(db);
  const { begin = null, first = null, last = null } = rows[0] ?? {};
  const start = begin?.toISOString();
  if (first === null || last === null) return { from: start, first: 1, last: 0 };
  return { from: start, first: Math.max(1, first * BLOCK), last: (last + 1) * BLOCK - 1 };
}

export interface EntryRow {
  id: number;
  position: number;
  event: string;
  resourceId: string | null;
  userId: UserId | null;
  userName: string | null;
  userRole: string | null;
  areaId: LocationId | null;
  ip: string | null;
  createdAt: Date;
}

const ENTRY = sql`l.entry_id as id, l.position, l.event, l.resource_id as "resourceId", l.user_id as "userId",
  u.name as "userName", u.role as "userRole", l.area_id as "areaId", l.ip, l.created_at as "createdAt"`;

/** The entries at the places, the newest first. */
export async function readEntries(db: Db, positions: readonly number[]): Promise<EntryRow[]> {
  if (positions.length === 0) return [];
  const { rows } = await sql<EntryRow>`select ${ENTRY} from audit_links l left join users u on u.id = l.user_id
    where l.position = any (${bigintArray(positions)}::bigint[]) order by l.position desc`.execute(db);
  return rows;
}

export interface DetailRow extends EntryRow {
  userAgent: string | null;
  session: string | null;
  /** PostgreSQL's text of the jsonb value. */
  previousValues: string | null;
  newValues: string | null;
  hash: string;
  previousHash: string;
}

/** One entry whole; undefined where there is none, or none that meets the conditions. */
export async function findEntry(db: Db, id: number, conditions: readonly Condition[]): Promise<DetailRow | undefined> {
  const scope = sql.join([sql`l.entry_id = ${id}::bigint`, ...conditions.map(conditionSql)], sql` and `);
  const { rows } = await sql<DetailRow>`select ${ENTRY}, e.user_agent as "userAgent", e.session,
      e.previous_values::text as "previousValues", e.new_values::text as "newValues", encode(l.hash, 'hex') as hash,
      coalesce(encode(b.hash, 'hex'), repeat('0', 64)) as "previousHash"
    from audit_links l join audit_entries e on e.id = l.entry_id left join users u on u.id = l.user_id
    left join audit_links b on b.position = l.position - 1
    where ${scope}`.execute(db);
  return rows[0];
}
