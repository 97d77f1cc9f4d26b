import type { ElectionId, UserId } from '@ec/contract/common';
import type { ElectionConfiguration, ElectionStatus, ElectionType } from '@ec/contract/elections';
import type { LocationId } from '@ec/contract/location-id';
import type { Generated, JSONColumnType } from 'kysely';

declare module '../../platform/database.ts' {
  interface Tables {
    elections: ElectionsTable;
    election_areas: { election_id: ElectionId; location_id: LocationId };
  }
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
