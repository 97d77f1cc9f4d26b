import type { ContestDayId, ElectionId, FileId, UserId } from '@ec/contract/base/common';
import type { ConstituencyKind } from '@ec/contract/constituencies/kinds';
import type { ConstituencyId } from '@ec/contract/constituencies/schemas';
import type { ElectionConfiguration, ElectionStatus, ElectionType, FollowKind } from '@ec/contract/elections/schemas';
import type { FormLevel } from '@ec/contract/form-codes/codes';
import type { LawProfileId, ProvisionKey } from '@ec/contract/law/profiles';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { AffectedKind } from '@ec/contract/margin-of-lead/kinds';
import type { AffectedUnitEntry, AffectedUnitId } from '@ec/contract/margin-of-lead/schemas';

/** The tables of elections. */
export interface ElectionsTables {
  elections: ElectionsTable;
  election_areas: { election_id: ElectionId; location_id: LocationId };
  constituencies: ConstituenciesTable;
  constituency_wards: { ward_id: LocationId; kind: ConstituencyKind; constituency_id: ConstituencyId };
  law_confirmations: LawConfirmationsTable;
  ballots: BallotsTable;
  ballot_parties: BallotPartiesTable;
  ballot_candidates: {
    election_id: ElectionId;
    version: number;
    party: string;
    constituency_id: ConstituencyId | null;
    name: string;
    running_mate: string | null;
  };
  form_codes: { election_type: ElectionType; level: FormLevel; code: string | null; changes: Generated<number> };
  contest_days: ContestDaysTable;
}

export interface ConstituenciesTable {
  id: ConstituencyId;
  kind: ConstituencyKind;
  code: number;
  state_id: LocationId;
  name: string;
  named: Generated<boolean>;
}

export interface ElectionsTable {
  id: ElectionId;
  name: string;
  description: Generated<string>;
  type: ElectionType;
  status: Generated<ElectionStatus>;
  election_date: string;
  law_profile: LawProfileId;
  former_law_profiles: Generated<LawProfileId[]>;
  opens_at: Date;
  closes_at: Date;
  parties: string[];
  constituencies: Generated<ConstituencyId[]>;
  follows_id: Generated<ElectionId | null>;
  follows_as: Generated<FollowKind | null>;
  contest_day_id: Generated<ContestDayId | null>;
  configuration: JSONColumnType<ElectionConfiguration>;
  created_by: UserId | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface ContestDaysTable {
  id: ContestDayId;
  date: string;
  name: string;
  created_by: UserId | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface BallotsTable {
  election_id: ElectionId;
  version: number;
  reason: string | null;
  results: number;
  created_by: UserId | null;
  created_at: Date;
}

export interface BallotPartiesTable {
  election_id: ElectionId;
  version: number;
  position: number;
  code: string;
  name: string;
  colour: string;
  logo_file_id: FileId | null;
}

export interface LawConfirmationsTable {
  id: Generated<number>;
  profile: LawProfileId;
  provision: ProvisionKey;
  section: string;
  confirmed: Generated<boolean>;
  confirmed_by: UserId;
  confirmed_at: Date;
}

/** The tables of units that did not hold. */
export interface MarginOfLeadTables {
  affected_units: AffectedUnitsTable;
  affected_unit_entries: AffectedUnitEntriesTable;
  affected_unit_files: AffectedUnitFilesTable;
}

interface AffectedUnitsTable {
  id: AffectedUnitId;
  election_id: ElectionId;
  polling_unit_id: LocationId;
  kind: AffectedKind;
  ground: string;
  pvc_collected: number | null;
  version: Generated<number>;
  recorded_by: UserId;
  recorded_at: Date;
  updated_at: Date;
  withdrawn_at: Date | null;
}

interface AffectedUnitEntriesTable {
  id: GeneratedAlways<number>;
  affected_unit_id: AffectedUnitId;
  change: AffectedUnitEntry['change'];
  kind: AffectedKind;
  ground: string;
  pvc_collected: number | null;
  reason: string | null;
  by_user_id: UserId;
  created_at: Date;
}

interface AffectedUnitFilesTable {
  entry_id: number;
  file_id: FileId;
}
