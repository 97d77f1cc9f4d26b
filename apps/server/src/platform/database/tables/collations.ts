import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { CollationLevel } from '@ec/contract/collations/chain';
import type { PublishedCounts } from '@ec/contract/collations/published';
import type { CollationAgentId, CollationId, CollationSource, CollationStatus } from '@ec/contract/collations/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { ImportFailure, ImportState } from '@ec/contract/geography/register-import';
import type { Role } from '@ec/contract/permissions/roles';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** The tables of collations. Versions, rows and photos are written and read as text (features/collations). */
export interface CollationsTables {
  collations: CollationsTable;
  collation_decisions: CollationDecisionsTable;
  collation_agents: CollationAgentsTable;
  published_imports: PublishedImportsTable;
}

/** Files of published sheets; their lines are written and read as text. */
export interface PublishedImportsTable {
  id: string;
  election_id: ElectionId;
  parties: string[];
  file_name: string;
  file_sha256: Buffer;
  state: ImportState;
  done: Generated<number>;
  rows: Generated<number>;
  counts: JSONColumnType<PublishedCounts> | null;
  error: JSONColumnType<ImportFailure> | null;
  started_by: UserId;
  created_at: Generated<Date>;
  ended_at: Date | null;
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
  /** Null for decisions from before migration 0067. */
  decided_role: Generated<Role | null>;
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
