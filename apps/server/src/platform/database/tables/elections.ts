import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { ElectionConfiguration, ElectionStatus, ElectionType } from '@ec/contract/elections/schemas';
import type { LawProfileId, ProvisionKey } from '@ec/contract/law/profiles';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Generated, JSONColumnType } from 'kysely';

/** The tables of elections. */
export interface ElectionsTables {
  elections: ElectionsTable;
  election_areas: { election_id: ElectionId; location_id: LocationId };
  law_confirmations: LawConfirmationsTable;
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
  configuration: JSONColumnType<ElectionConfiguration>;
  created_by: UserId | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface LawConfirmationsTable {
  id: Generated<number>;
  profile: LawProfileId;
  provision: ProvisionKey;
  section: string;
  confirmed_by: UserId;
  confirmed_at: Date;
}
