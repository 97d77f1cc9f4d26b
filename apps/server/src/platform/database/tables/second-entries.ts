import type { ElectionId, ResultId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { ReviewAuditId, AuditCounts } from '@ec/contract/review-audits/schemas';
import type { DeskGround } from '@ec/contract/second-entry/desk';
import type { SecondEntryGround, SecondEntryId, SecondEntryStep } from '@ec/contract/second-entry/schemas';
import type { SecondEntryState } from '@ec/contract/second-entry/states';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** The tables of second entries. */
export interface SecondEntriesTables {
  second_entries: SecondEntriesTable;
  second_entry_steps: SecondEntryStepsTable;
  desk_versions: DeskVersionsTable;
  second_entry_progress: { only_row: Generated<boolean>; position: Generated<number> };
}

export interface SecondEntriesTable {
  id: SecondEntryId;
  result_id: ResultId;
  version: number;
  election_id: ElectionId;
  polling_unit_id: LocationId;
  ground: SecondEntryGround;
  state: SecondEntryState;
  flagged: boolean;
  total_votes: number;
  submitted_at: Date;
  submitted_by: UserId;
  transcriber_id: Generated<UserId | null>;
  lease_until: Generated<Date | null>;
  corrections: Generated<number>;
  figures: JSONColumnType<Record<string, number | null>> | null;
  fields: Generated<string[]>;
  arbiter_id: Generated<UserId | null>;
  /** Null: of the policy. */
  audit_id: Generated<ReviewAuditId | null>;
  barred: Generated<UserId[]>;
  updated_at: Generated<Date>;
  /** When the end of the officer's time was noticed. */
  reminded_at: Generated<Date | null>;
}

export interface SecondEntryStepsTable {
  id: GeneratedAlways<number>;
  entry_id: SecondEntryId;
  step: SecondEntryStep['step'];
  by_user_id: UserId;
  transcriber_id: UserId | null;
  figures: JSONColumnType<Record<string, number | null>> | null;
  fields: string[];
  reason: string | null;
  created_at: Date;
}

/** Where a version came from that the desk entered. */
export interface DeskVersionsTable {
  result_id: ResultId;
  version: number;
  entry_id: SecondEntryId;
  officer_id: UserId;
  typed_by: UserId;
  arbiter_id: UserId;
  decided_by: UserId;
  ground: DeskGround;
  reason: string | null;
  created_at: Date;
}

/** The tables of audits of our own reviewing. */
export interface ReviewAuditsTables {
  review_audits: ReviewAuditsTable;
  review_audit_steps: ReviewAuditStepsTable;
  review_audit_sheets: { audit_id: ReviewAuditId; rank: number; result_id: ResultId; version: number };
}

interface ReviewAuditsTable {
  id: ReviewAuditId;
  election_id: ElectionId;
  number: number;
  seed: string;
  seed_made: boolean;
  sheets: number;
  population: number;
  state: Generated<'open' | 'closed'>;
}

interface ReviewAuditStepsTable {
  id: GeneratedAlways<number>;
  audit_id: ReviewAuditId;
  step: 'drawn' | 'extended' | 'closed';
  sheets: number;
  by_user_id: UserId;
  reason: string | null;
  counts: JSONColumnType<AuditCounts> | null;
  created_at: Date;
}
