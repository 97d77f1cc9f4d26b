import type { DisputeId, ElectionId, FileId, ResultId, UserId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Flag, ResultStatus } from '@ec/contract/results/schemas';
import type { Ec8aBoxes } from '@ec/contract/results/sheet';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { DisputeEntry, ResolvedAs } from '@ec/contract/disputes/schemas';
import type { Role } from '@ec/contract/permissions/roles';

/** The tables of results. */
export interface ResultsTables {
  results: ResultsTable;
  result_versions: ResultVersionsTable;
  result_decisions: ResultDecisionsTable;
  version_photos: VersionPhotosTable;
  original_requests: OriginalRequestsTable;
  result_takeovers: ResultTakeoversTable;
  takeover_requests: OriginalRequestsTable;
  tallies: TalliesTable;
}

export interface ResultsTable {
  id: ResultId;
  election_id: ElectionId;
  polling_unit_id: LocationId;
  source: Source;
  status: ResultStatus;
  version: number;
  votes: number[];
  void_votes: number;
  total_votes: number;
  accredited: number;
  registered: number | null;
  leading_party: string | null;
  flags: string[];
  submitted_by: UserId;
  submitted_at: Date;
  decided_by: UserId | null;
  decided_at: Date | null;
  reason: string | null;
  updated_at: Generated<Date>;
}

/** A photo that joined the version that had declared it. */
export interface VersionPhotosTable {
  result_id: ResultId;
  version: number;
  part: 'sheet' | 'original';
  file_id: FileId;
  received_at: Date;
}

export interface ResultTakeoversTable {
  id: GeneratedAlways<number>;
  result_id: ResultId;
  version: number;
  after_decisions: number;
  taken_by: UserId;
  taken_role: string;
  taken_area: LocationId;
  reason: string;
  taken_at: Date;
}

/** Also of takeovers: the request for a version and its author. */
export interface OriginalRequestsTable {
  result_id: ResultId;
  version: number;
  asked_by: UserId;
  asked_at: Date;
}

export interface ResultVersionsTable {
  result_id: ResultId;
  version: number;
  submission_id: string;
  votes: number[];
  void_votes: number;
  accredited: number;
  registered: number | null;
  boxes: JSONColumnType<Ec8aBoxes> | null;
  flags: JSONColumnType<Flag[]>;
  sheet_file_id: FileId | null;
  sheet_sha256: Buffer | null;
  photo_declared: Generated<boolean>;
  original_sha256: Buffer | null;
  late: Generated<boolean>;
  accepted_as: Generated<ResultStatus>;
  idempotency_key: string;
  request_hash: Buffer;
  digest: Buffer;
  /** SHA-256 of the key of the browser that sent it. */
  device: Buffer | null;
  submitted_by: UserId;
  submitted_at: Date;
}

export interface ResultDecisionsTable {
  id: GeneratedAlways<number>;
  result_id: ResultId;
  version: number;
  action: 'verified' | 'returned' | 'disputed' | 'cancelled';
  decided_by: UserId | null;
  reason: string | null;
  decided_at: Date;
}

export interface TalliesTable {
  election_id: ElectionId;
  source: Source;
  level: 'lga' | 'ward';
  area_id: LocationId;
  status: ResultStatus;
  units: number;
  votes: number[];
  void_votes: number;
  accredited: number;
  registered: number;
  /** How many of the results have known registered voters, and the accredited voters of these. */
  registered_units: Generated<number>;
  registered_accredited: Generated<number>;
  /** When a result of the area last came into this status, changed in it or left it. */
  changed_at: Generated<Date>;
}

/** The tables of disputes. */
export interface DisputesTables {
  disputes: DisputesTable;
  dispute_entries: DisputeEntriesTable;
}

interface DisputesTable {
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

interface DisputeEntriesTable {
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
