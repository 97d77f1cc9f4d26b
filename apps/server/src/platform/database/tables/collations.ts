import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { CollationLevel } from '@ec/contract/collations/chain';
import type { CollationAgentId, CollationId, CollationSource, CollationStatus } from '@ec/contract/collations/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Generated, GeneratedAlways } from 'kysely';

/** The tables of collations. Versions, rows and photos are written and read as text (features/collations). */
export interface CollationsTables {
  collations: CollationsTable;
  collation_decisions: CollationDecisionsTable;
  collation_agents: CollationAgentsTable;
}

export interface CollationsTable {
  id: CollationId;
  election_id: ElectionId;
  level: CollationLevel;
  form_code: string;
  area_id: LocationId;
  constituency_id: string | null;
  source: CollationSource;
  status: CollationStatus;
  version: number;
  submitted_by: UserId;
  submitted_at: Date;
  decided_by: UserId | null;
  decided_at: Date | null;
  reason: string | null;
  out_of_date_at: Date | null;
  updated_at: Generated<Date>;
}

export interface CollationDecisionsTable {
  id: GeneratedAlways<number>;
  collation_id: CollationId;
  version: number;
  action: 'verified' | 'returned' | 'disputed' | 'out_of_date' | 'acknowledged';
  ground: string | null;
  reason: string | null;
  decided_by: UserId | null;
  decided_at: Date;
}

export interface CollationAgentsTable {
  id: CollationAgentId;
  election_id: ElectionId;
  user_id: UserId;
  area_id: LocationId;
  assigned_by: UserId | null;
  assigned_at: Date;
}
