import type { DisputeId, FileId, UserId } from '@ec/contract/base/common';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { ElectionId, ResultId } from '@ec/contract/base/common';
import type { ResolvedAs } from '@ec/contract/disputes/schemas';
import type { Source } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';

/** Locks the dispute until the transaction ends; returns whether it is open, and its assignee. */
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

export interface NewDispute {
  id: DisputeId;
  resultId: ResultId;
  electionId: ElectionId;
  source: Source;
  pollingUnitId: LocationId;
  version: number;
  reason: string;
  fileId: FileId | null;
  raisedBy: UserId;
  raisedRole: Role;
  raisedAt: Date;
}

/** Opens the dispute; the caller has locked its result and sets it to disputed in the same transaction. */
export async function openDispute(tx: Tx, dispute: NewDispute): Promise<void> {
  const { id, reason, raisedBy, raisedAt } = dispute;
  await tx
    .insertInto('disputes')
    .values({
      id,
      result_id: dispute.resultId,
      election_id: dispute.electionId,
      source: dispute.source,
      polling_unit_id: dispute.pollingUnitId,
      version: dispute.version,
      reason,
      raised_by: raisedBy,
      raised_role: dispute.raisedRole,
      raised_at: raisedAt,
      updated_at: raisedAt,
    })
    .execute();
  await tx
    .insertInto('dispute_entries')
    .values({
      dispute_id: id,
      kind: 'raised',
      by_user_id: raisedBy,
      text: reason,
      file_id: dispute.fileId,
      created_at: raisedAt,
    })
    .execute();
}

/** Closes the dispute, in the transaction of the decision that ends its result's status disputed. */
export async function closeDispute(
  tx: Tx,
  close: { id: DisputeId; resolvedAs: ResolvedAs; by: UserId; reason: string | null; at: Date },
): Promise<void> {
  const { id, resolvedAs, by, reason, at } = close;
  await tx
    .updateTable('disputes')
    .set({ resolved_as: resolvedAs, resolved_by: by, resolved_at: at, updated_at: at })
    .where('id', '=', id)
    .execute();
  await tx
    .insertInto('dispute_entries')
    .values({
      dispute_id: id,
      kind: 'resolved',
      by_user_id: by,
      text: reason,
      resolved_as: resolvedAs,
      created_at: at,
    })
    .execute();
}
