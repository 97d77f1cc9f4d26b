import type { UserId } from '@ec/contract/base/common';
import type { Settings } from '@ec/contract/settings/schemas';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

export async function saveSettings(
  tx: Tx,
  saved: { settings: Settings; version: number; by: UserId; at: Date },
): Promise<void> {
  const { settings, version, by, at } = saved;
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(settings), version, updated_by: by, updated_at: at })
    .execute();
}

export interface StoredSettings {
  value: unknown;
  version: number;
  updatedAt: Date;
  /** The name of the user who saved last; null if none did, or not through the console. */
  updatedBy: string | null;
}

/** The stored settings with their last author; `forUpdate` locks them until the transaction ends. */
export async function storedSettings(db: Db, { forUpdate = false } = {}): Promise<StoredSettings> {
  const { rows } = await sql<StoredSettings>`select s.value, s.version, s.updated_at as "updatedAt",
      (select u.name from users u where u.id = s.updated_by) as "updatedBy"
    from settings s ${forUpdate ? sql`for update of s` : sql``}`.execute(db);
  return rows[0] ?? { value: {}, version: 0, updatedAt: new Date(0), updatedBy: null };
}
