import { type RawBuilder, sql } from 'kysely';
import { WRITTEN_COLUMNS, type WrittenEntry } from '../../platform/audit/audit-form.ts';
import type { Db } from '../../platform/database/database.ts';

/** The stored length of an entry; for entries linked without a length, that of their values. */
const BYTES = sql`coalesce(l.bytes, (
  select coalesce(octet_length(e.previous_values::text), 0) + coalesce(octet_length(e.new_values::text), 0)
  from audit_entries e where e.id = l.entry_id), 0)`;

/**
 * The position up to which links (audit_links as `l`) are read at once: where they reach the byte limit, or the last of `most`. Undefined if there
 * are none.
 */
export async function lastWithin(
  db: Db,
  links: RawBuilder<unknown>,
  { most, bytes }: { most: number; bytes: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`select max(position) as last
    from (select position, sum(bytes) over (order by position) - bytes as before
      from (select l.position, ${BYTES} as bytes from audit_links l where ${links} order by l.position limit ${most}) s) s
    where before < ${bytes}`.execute(db);
  return rows[0]?.last ?? undefined;
}

/** Bytes of entries per part: 20,000 ordinary entries have about 15 MB. */
const PART_BYTES = 32 * 1024 * 1024;

/** A link and its entry; null if the entry is missing. */
export interface LinkRow {
  position: number;
  entryId: number;
  hash: Buffer;
  event: string;
  createdAt: string;
  entry: WrittenEntry | null;
  /** The filter columns of the link differ from the entry. */
  listedOtherwise: boolean;
}

interface JoinedRow extends WrittenEntry {
  position: number;
  entryId: number;
  hash: Buffer;
  linkEvent: string;
  linkCreatedAt: string;
  found: boolean;
  listedOtherwise: boolean;
}

/** The links of a part of the chain in order: at most `most`, fewer if their entries are long. */
export async function readLinks(db: Db, after: number, most: number): Promise<LinkRow[]> {
  const last = await lastWithin(db, sql`l.position > ${after}::bigint`, { most, bytes: PART_BYTES });
  if (last === undefined) return [];
  const { rows } = await sql<JoinedRow>`
    select l.position, l.entry_id as "entryId", l.hash, l.event as "linkEvent", e.id is not null as found,
      to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "linkCreatedAt", ${WRITTEN_COLUMNS},
      (l.event, l.resource_id, l.user_id, l.area_id, l.ip, l.created_at)
        is distinct from (e.event, e.resource_id, e.user_id, e.area_id, e.ip, e.created_at) as "listedOtherwise"
    from audit_links l left join audit_entries e on e.id = l.entry_id
    where l.position > ${after}::bigint and l.position <= ${last}::bigint order by l.position limit ${most}`.execute(
    db,
  );
  return rows.map((row) => {
    const { position, entryId, hash, listedOtherwise, found, linkEvent, linkCreatedAt, ...entry } = row;
    return {
      position,
      entryId,
      hash,
      event: linkEvent,
      createdAt: linkCreatedAt,
      listedOtherwise,
      entry: found ? entry : null,
    };
  });
}

export interface ChainState {
  position: number;
  hash: Buffer;
  linkedThrough: number;
}

export async function readState(db: Db): Promise<ChainState> {
  const { rows } =
    await sql<ChainState>`select position, hash, linked_through as "linkedThrough" from audit_chain`.execute(db);
  const state = rows[0];
  if (!state) throw new Error('The audit chain has lost its head');
  return state;
}

/** The link at the position or, if missing, the last one before it. */
export async function lastLink(
  db: Db,
  position: number,
): Promise<{ position: number; entryId: number; hash: Buffer } | undefined> {
  const { rows } = await sql<{ position: number; entryId: number; hash: Buffer }>`
    select position, entry_id as "entryId", hash from audit_links where position <= ${position}::bigint
    order by position desc limit 1`.execute(db);
  return rows[0];
}

/** Unlinked entries with numbers above the first and up to the last. */
export async function strayEntries(db: Db, after: number, upTo: number, most: number): Promise<WrittenEntry[]> {
  if (upTo <= after) return [];
  const { rows } = await sql<WrittenEntry>`select ${WRITTEN_COLUMNS} from audit_entries e
    where e.id > ${after}::bigint and e.id <= ${upTo}::bigint
      and not exists (select from audit_links l where l.entry_id = e.id
        and l.entry_id > ${after}::bigint and l.entry_id <= ${upTo}::bigint)
    order by e.id limit ${most}`.execute(db);
  return rows;
}
