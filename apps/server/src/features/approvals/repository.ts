import type { ApprovalEntry, ApprovalId, ApprovalStatus, ApprovalType, Priority } from '@ec/contract/approvals/schemas';
import type { FileId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { PersonData } from '../../platform/database/tables/users.ts';

export interface NewRequest {
  id: ApprovalId;
  type: ApprovalType;
  priority: Priority;
  requester: { id: UserId; role: Role; area: LocationId | null };
  targetUserId: UserId;
  area: LocationId | null;
  userData: PersonData;
  previousData: PersonData | null;
  justification: string;
  now: Date;
}

export async function insertRequest(tx: Tx, request: NewRequest): Promise<void> {
  const { requester } = request;
  await tx
    .insertInto('approval_requests')
    .values({
      id: request.id,
      type: request.type,
      priority: request.priority,
      requester_id: requester.id,
      requester_role: requester.role,
      requester_area_id: requester.area,
      target_user_id: request.targetUserId,
      area_id: request.area,
      user_data: JSON.stringify(request.userData),
      previous_data: request.previousData && JSON.stringify(request.previousData),
      justification: request.justification,
      created_at: request.now,
      updated_at: request.now,
    })
    .execute();
}

/** The user the request is about, without a lock: the user is locked first, then the request. */
export async function targetOf(db: Db, id: ApprovalId): Promise<UserId | undefined> {
  const row = await db.selectFrom('approval_requests').select('target_user_id').where('id', '=', id).executeTakeFirst();
  return row?.target_user_id;
}

/** The request, locked until the transaction ends. */
export async function lockRequest(tx: Tx, id: ApprovalId) {
  return await tx.selectFrom('approval_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}
export type LockedRequest = NonNullable<Awaited<ReturnType<typeof lockRequest>>>;

/** The open request about a user, locked; undefined if there is none. */
export async function lockOpenRequest(tx: Tx, targetUserId: UserId): Promise<LockedRequest | undefined> {
  return await tx
    .selectFrom('approval_requests')
    .selectAll()
    .where('target_user_id', '=', targetUserId)
    .where('status', '=', 'PENDING')
    .forUpdate()
    .executeTakeFirst();
}

export async function decideRequest(
  tx: Tx,
  id: ApprovalId,
  decision: { status: Exclude<ApprovalStatus, 'PENDING'>; by: UserId | null; comment: string | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('approval_requests')
    .set({
      status: decision.status,
      decided_by: decision.by,
      decided_at: decision.now,
      decision_comment: decision.comment,
      required_info: null,
      updated_at: decision.now,
    })
    .where('id', '=', id)
    .execute();
}

/** Stores the approver's question; null once it was answered. */
export async function setRequiredInfo(
  tx: Tx,
  id: ApprovalId,
  wanted: { lines: readonly string[]; comment: string } | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('approval_requests')
    .set({
      required_info: wanted && JSON.stringify(wanted.lines),
      info_comment: wanted?.comment ?? null,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

export async function insertEntry(
  tx: Tx,
  entry: {
    requestId: ApprovalId;
    kind: ApprovalEntry['kind'];
    by: UserId | null;
    comment?: string | null;
    requiredInfo?: readonly string[] | null;
    attachments?: readonly FileId[];
    /** When it happened, if not now. */
    at?: Date;
  },
): Promise<void> {
  const { attachments = [] } = entry;
  const row = await tx
    .insertInto('approval_entries')
    .values({
      request_id: entry.requestId,
      kind: entry.kind,
      by_user_id: entry.by,
      comment: entry.comment ?? null,
      required_info: entry.requiredInfo ? JSON.stringify(entry.requiredInfo) : null,
      ...(entry.at && { created_at: entry.at }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (attachments.length === 0) return;
  await tx
    .insertInto('approval_entry_files')
    .values(attachments.map((file_id) => ({ file_id, entry_id: row.id })))
    .execute();
}
