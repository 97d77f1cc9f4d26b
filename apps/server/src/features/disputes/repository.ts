import type { DisputeId, FileId, UserId } from '@ec/contract/common';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type {} from './tables.ts';

/** Keeps the dispute as it is until the transaction ends; answers whether it is still open, and who has it. */
export async function lockDispute(
  tx: Tx,
  id: DisputeId,
): Promise<{ isOpen: boolean; assignee: UserId | null } | undefined> {
  const { rows } = await sql<{ isOpen: boolean; assignee: UserId | null }>`
    select resolved_at is null as "isOpen", assignee_id as assignee from disputes where id = ${id} for update`.execute(
    tx,
  );
  return rows[0];
}

export async function storeComment(
  tx: Tx,
  comment: { id: DisputeId; by: UserId; text: string; fileId: FileId | null; at: Date },
): Promise<void> {
  const { id, by, text, fileId, at } = comment;
  await tx
    .insertInto('dispute_entries')
    .values({ dispute_id: id, kind: 'comment', by_user_id: by, text, file_id: fileId, created_at: at })
    .execute();
  await tx.updateTable('disputes').set({ updated_at: at }).where('id', '=', id).execute();
}

export async function storeAssignment(
  tx: Tx,
  assignment: { id: DisputeId; by: UserId; assignee: UserId | null; at: Date },
): Promise<void> {
  const { id, by, assignee, at } = assignment;
  await tx
    .insertInto('dispute_entries')
    .values({ dispute_id: id, kind: 'assigned', by_user_id: by, assignee_id: assignee, created_at: at })
    .execute();
  await tx.updateTable('disputes').set({ assignee_id: assignee, updated_at: at }).where('id', '=', id).execute();
}
