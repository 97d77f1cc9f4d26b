import type { DisputeId, ElectionId, FileId, ResultId, UserId } from '@ec/contract/common';
import type { ResolvedAs } from '@ec/contract/disputes';
import type { Source } from '@ec/contract/elections';
import type { LocationId } from '@ec/contract/location-id';
import type { Role } from '@ec/contract/roles';
import type { Tx } from '../../platform/database.ts';
import type {} from '../disputes/tables.ts';

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

/** Opens the dispute; the caller has locked its result and moves it to disputed in the same transaction. */
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

/** Closes the dispute by the decision that moves its result out of disputed, in the same transaction. */
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
