import { type RawBuilder, sql } from 'kysely';
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
