import { sql } from 'kysely';
import { NAMED_COLUMNS, type NamedEntry } from '../../platform/audit/audit-form.ts';
import { LATE_SECONDS } from '../../platform/audit/audit-stand.ts';
import { bigintArray, type Db } from '../../platform/database/database.ts';

/** Entries unlinked for too long, or with a time too far in the future; lowest numbers first. */
export async function listLate(db: Db, most: number): Promise<NamedEntry[]> {
  const { rows } = await sql<NamedEntry>`select ${NAMED_COLUMNS}
    from audit_chain c join audit_entries e on e.id > c.linked_through
    where abs(extract(epoch from clock_timestamp() - e.created_at)) > ${LATE_SECONDS}
      and not exists (select from audit_links l where l.entry_id = e.id and l.entry_id > c.linked_through)
    order by e.id limit ${most}`.execute(db);
  return rows;
}

/** Entries with numbers that the database has not issued yet. */
export async function listNeverGiven(db: Db, most: number): Promise<NamedEntry[]> {
  const { rows } = await sql<NamedEntry>`select ${NAMED_COLUMNS} from audit_entries e
    where e.id > coalesce(pg_sequence_last_value(pg_get_serial_sequence('audit_entries', 'id')::regclass), 0)
    order by e.id limit ${most}`.execute(db);
  return rows;
}

/** An externally stored head, and the chain's hash at its position. */
export interface KeptHead {
  /** Where it was stored, in words. */
  kept: string;
  position: number;
  hash: string;
  /** The hash of the link at its position; null if there is none. */
  stored: string | null;
}

/** The heads on reports that are not in the chain, earliest first. */
export async function listStrayReportHeads(db: Db, most: number): Promise<KeptHead[]> {
  const { rows } = await sql<KeptHead>`select format('Report %s', r.id) as kept, r.audit_position as position,
      r.audit_hash as hash, encode(l.hash, 'hex') as stored
    from reports r cross join audit_chain c
    left join audit_links l on l.position = r.audit_position and l.position <= c.position
    where r.audit_hash is not null and r.audit_position > 0 and encode(l.hash, 'hex') is distinct from r.audit_hash
    order by r.audit_position limit ${most}`.execute(db);
  return rows;
}

/** The hashes of the links at the positions. */
export async function hashesAt(db: Db, positions: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ position: number; hash: string }>`select l.position, encode(l.hash, 'hex') as hash
    from audit_links l join audit_chain c on l.position <= c.position
    where l.position = any (${bigintArray(positions)}::bigint[])`.execute(db);
  return new Map(rows.map(({ position, hash }) => [position, hash]));
}
