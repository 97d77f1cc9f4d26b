import type { UserId } from '@ec/contract/base/common';
import type { Tx } from '../../platform/database/database.ts';

/** Held until the transaction ends, so that of two concurrent callers the second sees the first. */
export async function lockOffice(tx: Tx): Promise<void> {
  await tx.selectFrom('national_office').select('may_begin').forUpdate().execute();
}

/** Records the national admin created without a second approval; a trigger records that there is one. */
export async function noteFirst(tx: Tx, id: UserId): Promise<void> {
  await tx.updateTable('national_office').set({ first_user_id: id }).execute();
}

/** Lets the only remaining super admin create a national admin alone once more. */
export async function allowBeginning(tx: Tx): Promise<void> {
  await tx.updateTable('national_office').set({ may_begin: true }).execute();
}
