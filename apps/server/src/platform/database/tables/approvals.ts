import type { ApprovalEntry, ApprovalId, ApprovalStatus, ApprovalType, Priority } from '@ec/contract/approvals/schemas';
import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { PersonData } from './users.ts';

/** The tables of approvals. */
export interface ApprovalsTables {
  approval_requests: ApprovalRequestsTable;
  approval_entries: ApprovalEntriesTable;
}

export interface ApprovalRequestsTable {
  id: ApprovalId;
  type: ApprovalType;
  status: Generated<ApprovalStatus>;
  priority: Priority;
  requester_id: UserId;
  requester_role: Role;
  requester_area_id: LocationId | null;
  target_user_id: UserId;
  area_id: LocationId | null;
  user_data: JSONColumnType<PersonData>;
  previous_data: JSONColumnType<PersonData> | null;
  justification: string;
  required_info: JSONColumnType<string[]> | null;
  info_comment: string | null;
  decided_by: UserId | null;
  decided_at: Date | null;
  decision_comment: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface ApprovalEntriesTable {
  id: GeneratedAlways<number>;
  request_id: ApprovalId;
  kind: ApprovalEntry['kind'];
  by_user_id: UserId | null;
  comment: string | null;
  required_info: JSONColumnType<string[]> | null;
  created_at: Generated<Date>;
}
