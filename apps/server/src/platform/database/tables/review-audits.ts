import type { ElectionId, ResultId, UserId } from '@ec/contract/base/common';
import type { AuditCounts, ReviewAuditId } from '@ec/contract/review-audits/schemas';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** The tables of audits of our own reviewing. */
export interface ReviewAuditsTables {
  review_audits: ReviewAuditsTable;
  review_audit_steps: ReviewAuditStepsTable;
  review_audit_sheets: { audit_id: ReviewAuditId; rank: number; result_id: ResultId; version: number };
}

export interface ReviewAuditsTable {
  id: ReviewAuditId;
  election_id: ElectionId;
  number: number;
  seed: string;
  seed_made: boolean;
  sheets: number;
  population: number;
  state: Generated<'open' | 'closed'>;
}

export interface ReviewAuditStepsTable {
  id: GeneratedAlways<number>;
  audit_id: ReviewAuditId;
  step: 'drawn' | 'extended' | 'closed';
  sheets: number;
  by_user_id: UserId;
  reason: string | null;
  counts: JSONColumnType<AuditCounts> | null;
  created_at: Date;
}
