import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { bigintArray, type Db } from '../../platform/database/database.ts';
import { type Condition, conditionSql, isBroad, listedIds, type Sql } from './condition-queries.ts';
import { WRITTEN_COLUMNS, type WrittenEntry } from '../../platform/audit/audit-form.ts';
import { lastWithin } from './verify-queries.ts';

/** A block has 2^14 positions of the chain, as in the column audit_links.block. */
const BLOCK_BITS = 14;
const BLOCK = 2 ** BLOCK_BITS;

/** The entries of a list. */
export interface Selection {
  /** All of these must hold. */
  conditions: readonly Condition[];
  /** At least one of these must hold, if not null. */
  anyOf: readonly Condition[] | null;
  /** The range of positions; empty if `last` is below `first`. */
  first: number;
  last: number;
}

export interface Found {
  /** In the direction of the walk. */
  positions: number[];
  /** Where to continue; null at the end. */
  next: number | null;
}

const blockOf = (position: number): number => Math.floor(position / BLOCK);

export interface Walk {
  newestFirst: boolean;
  limit: number;
  /** Maximum number of blocks to search; all if absent. */
  blocks?: number;
}

/**
 * The positions of matching entries from one end of the selection to the other. Each block uses the most selective index, and the walk ends with the
 * block that fills the page. So it reads little whether few or most entries match, or two filters exclude each other.
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

  /** Block by block. The rows of a block are sorted, and so are the blocks. */
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

/** Number of blocks in the first step, if each entry must be compared. */
const FIRST_STEP = 4;
const BROAD_STEP = 1;
/** A faster step doubles the size of the next, a slower one halves it. */
const STEP_MS = 10;

/** Like walk, but stops after a time limit and returns where to continue: for counting, and for filters that compare each entry. */
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

/** The positions of a page. If each entry must be compared, the page may be short and say where to continue. */
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
  /** The last position to search. */
  end: number;
}

/** The range of positions that can contain entries of the period, and the period's start. A block without its row of times may contain any. */
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

/** The entries at the positions, newest first. */
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

/** One entry with its values; undefined if it does not exist or does not meet the conditions. */
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

export interface ExportRow extends WrittenEntry {
  position: number;
  userName: string | null;
  hash: string;
  previousHash: string;
}

/** The last of the positions up to which the entries together stay within that many bytes. */
export const lastAt = async (db: Db, positions: readonly number[], bytes: number): Promise<number | undefined> =>
  await lastWithin(db, sql`l.position = any (${bigintArray(positions)}::bigint[])`, { most: positions.length, bytes });

/** The entries at the positions in hashed form, oldest first. */
export async function readWritten(db: Db, positions: readonly number[]): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`select l.position, ${WRITTEN_COLUMNS}, u.name as "userName",
      encode(l.hash, 'hex') as hash, coalesce(encode(b.hash, 'hex'), repeat('0', 64)) as "previousHash"
    from audit_links l join audit_entries e on e.id = l.entry_id left join users u on u.id = e.user_id
    left join audit_links b on b.position = l.position - 1
    where l.position = any (${bigintArray(positions)}::bigint[]) order by l.position`.execute(db);
  return rows;
}
