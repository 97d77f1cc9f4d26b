import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

export interface StoredSettings {
  value: unknown;
  version: number;
  updatedAt: Date;
  /** The name of who saved last; null where nobody did, or not by hand. */
  updatedBy: string | null;
}

/** The settings as they are stored, with who saved them; `forUpdate` holds them until the transaction ends. */
export async function storedSettings(db: Db, { forUpdate = false } = {}): Promise<StoredSettings> {
  const { rows } = await sql<StoredSettings>`select s.value, s.version, s.updated_at as "updatedAt",
      (select u.name from users u where u.id = s.updated_by) as "updatedBy"
    from settings s ${forUpdate ? sql`for update of s` : sql``}`.execute(db);
  return rows[0] ?? { value: {}, version: 0, updatedAt: new Date(0), updatedBy: null };
}
