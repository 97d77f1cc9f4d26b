import type { AuditNote } from '@ec/contract/audit/schemas';
import { sql } from 'kysely';
import { NAMED_COLUMNS, type NamedEntry } from '../../platform/audit/audit-form.ts';
import type { Db } from '../../platform/database/database.ts';

/** Entries with numbers above `after` and up to `upTo`. */
export interface Numbers {
  after: number;
  upTo: number;
}

/** The first ranges of numbers without an entry, and one row for all others with their count. */
export async function listGaps(db: Db, { after, upTo }: Numbers, most: number): Promise<AuditNote[]> {
  if (upTo <= after) return [];
  const { rows } = await sql<{ first: number; last: number; count: number }>`
    with runs as (
      select before + 1 as first, id - 1 as last, row_number() over (order by id) as place
      from (select id, lag(id, 1, ${after}::bigint) over (order by id) as before from (
          select id from audit_entries where id > ${after}::bigint and id <= ${upTo}::bigint
          union all select ${upTo}::bigint + 1) numbers) pairs
      where id > before + 1)
    select min(first) as first, max(last) as last, sum(last - first + 1)::bigint as count
    from runs group by least(place, ${most}) order by 1`.execute(db);
  return rows.map((row) => ({ kind: 'gap', role: null, ...row }));
}

/** The database roles that stored entries, other than the current one. */
export async function listOtherRoles(db: Db, { after, upTo }: Numbers): Promise<AuditNote[]> {
  const { rows } = await sql<{ role: string; first: number; last: number; count: number }>`
    select role, min(id) as first, max(id) as last, count(*) as count
    from (select id, case when starts_with(session, quote_ident(session_user) || ' ') then null
        else coalesce(substring(session from '^"(?:[^"]|"")*"'), split_part(session, ' ', 1)) end as role
      from audit_entries where id > ${after}::bigint and id <= ${upTo}::bigint and session is not null) stored
    where role is not null group by role order by role`.execute(db);
  return rows.map((row) => ({ kind: 'role', ...row }));
}

/** Entries without a session among those that should have one. */
export async function listWithoutSession(db: Db, { after, upTo }: Numbers, most: number): Promise<NamedEntry[]> {
  const { rows } = await sql<NamedEntry>`select ${NAMED_COLUMNS} from audit_entries e
    where e.id > greatest(${after}::bigint, (select sessions_after from audit_chain)) and e.id <= ${upTo}::bigint
      and e.session is null
    order by e.id limit ${most}`.execute(db);
  return rows;
}

/** Blocks with links in this range whose row of times is missing or does not cover them. */
export async function listHiddenBlocks(
  db: Db,
  { from, to }: { from: number; to: number },
): Promise<{ first: number; last: number; missing: boolean }[]> {
  const { rows } = await sql<{ first: number; last: number; missing: boolean }>`
    select l.first, l.last, b.block is null as missing
    from (select block, min(position) as first, max(position) as last, min(created_at) as since, max(created_at) as until
      from audit_links where position > ${from}::bigint and position <= ${to}::bigint group by block) l
    left join audit_blocks b on b.block = l.block
    where b.block is null or b.first_at > l.since or b.last_at < l.until order by l.block`.execute(db);
  return rows;
}
