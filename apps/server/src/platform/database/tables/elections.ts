import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { ElectionConfiguration, ElectionStatus, ElectionType } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Generated, JSONColumnType } from 'kysely';

/** The tables of elections. */
export interface ElectionsTables {
  elections: ElectionsTable;
  election_areas: { election_id: ElectionId; location_id: LocationId };
}

export interface ElectionsTable {
  id: ElectionId;
  name: string;
  description: Generated<string>;
  type: ElectionType;
  status: Generated<ElectionStatus>;
  election_date: string;
  opens_at: Date;
  closes_at: Date;
  parties: string[];
  configuration: JSONColumnType<ElectionConfiguration>;
  created_by: UserId | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
