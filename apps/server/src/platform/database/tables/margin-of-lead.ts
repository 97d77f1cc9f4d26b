import type { ElectionId, FileId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { AffectedKind } from '@ec/contract/margin-of-lead/kinds';
import type { AffectedUnitEntry, AffectedUnitId } from '@ec/contract/margin-of-lead/schemas';
import type { Generated, GeneratedAlways } from 'kysely';

/** The tables of units that did not hold. */
export interface MarginOfLeadTables {
  affected_units: AffectedUnitsTable;
  affected_unit_entries: AffectedUnitEntriesTable;
  affected_unit_files: AffectedUnitFilesTable;
}

export interface AffectedUnitsTable {
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

export interface AffectedUnitEntriesTable {
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

export interface AffectedUnitFilesTable {
  entry_id: number;
  file_id: FileId;
}
