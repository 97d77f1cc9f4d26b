import type { DisputeId, ElectionId, FileId, ResultId, UserId } from '@ec/contract/base/common';
import type { DisputeEntry, ResolvedAs } from '@ec/contract/disputes/schemas';
import type { Source } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import type { GeneratedAlways } from 'kysely';

/** The tables of disputes. */
export interface DisputesTables {
  disputes: DisputesTable;
  dispute_entries: DisputeEntriesTable;
}

export interface DisputesTable {
  id: DisputeId;
  result_id: ResultId;
  election_id: ElectionId;
  source: Source;
  polling_unit_id: LocationId;
  version: number;
  reason: string;
  raised_by: UserId | null;
  raised_role: Role | null;
  raised_at: Date;
  assignee_id: UserId | null;
  resolved_as: ResolvedAs | null;
  resolved_by: UserId | null;
  resolved_at: Date | null;
  updated_at: Date;
}

export interface DisputeEntriesTable {
  id: GeneratedAlways<number>;
  dispute_id: DisputeId;
  kind: DisputeEntry['kind'];
  by_user_id: UserId | null;
  text: string | null;
  file_id: FileId | null;
  assignee_id: UserId | null;
  resolved_as: ResolvedAs | null;
  created_at: Date;
}
