import type { UserId } from '@ec/contract/base/common';
import type { Tx } from '../../platform/database/database.ts';

/** Held until the transaction ends, so that of two who begin at once the second sees the first. */
export async function lockOffice(tx: Tx): Promise<void> {
  await tx.selectFrom('national_office').select('may_begin').forUpdate().execute();
}

/** Notes who was made national admin by one person; a trigger notes that there is one. */
export async function noteFirst(tx: Tx, id: UserId): Promise<void> {
  await tx.updateTable('national_office').set({ first_user_id: id }).execute();
}

/** Lets the one super admin who is left make a national admin alone once more. */
export async function allowBeginning(tx: Tx): Promise<void> {
  await tx.updateTable('national_office').set({ may_begin: true }).execute();
}
