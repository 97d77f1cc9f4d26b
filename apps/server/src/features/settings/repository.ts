import type { UserId } from '@ec/contract/base/common';
import type { Settings } from '@ec/contract/settings/schemas';
import type { Tx } from '../../platform/database/database.ts';

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
