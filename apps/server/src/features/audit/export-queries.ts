import { sql } from 'kysely';
import { WRITTEN_COLUMNS, type WrittenEntry } from '../../platform/audit/audit-form.ts';
import { bigintArray, type Db } from '../../platform/database/database.ts';
import { lastWithin } from './verify-queries.ts';

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
