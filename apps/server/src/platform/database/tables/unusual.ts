import type { ElectionId, ResultId, UserId } from '@ec/contract/base/common';
import type { ElectionType } from '@ec/contract/elections/schemas';
import type { ImportFailure, ImportState } from '@ec/contract/geography/register-import';
import type { UnusualCheck } from '@ec/contract/unusual/checks';
import type { EarlierElectionId } from '@ec/contract/unusual/earlier';
import type { UnusualStep } from '@ec/contract/unusual/schemas';
import type { CheckSettings } from '@ec/contract/unusual/settings';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** The tables of unusual results. */
export interface UnusualTables {
  unusual_steps: UnusualStepsTable;
  unusual_settings: UnusualSettingsTable;
  unusual_progress: { only_row: Generated<boolean>; position: Generated<number> };
  earlier_elections: EarlierElectionsTable;
}

/** Elections whose results are compared with; the results are written and read as text. */
export interface EarlierElectionsTable {
  id: EarlierElectionId;
  name: string;
  type: ElectionType;
  election_date: string;
  parties: string[];
  file_name: string;
  file_sha256: Buffer;
  state: ImportState;
  done: Generated<number>;
  rows: Generated<number>;
  error: JSONColumnType<ImportFailure> | null;
  imported_by: UserId;
  created_at: Date;
  ended_at: Date | null;
}

export interface UnusualSettingsTable {
  election_id: ElectionId;
  checks: JSONColumnType<CheckSettings>;
  earlier_id: EarlierElectionId | null;
  explains: boolean;
  alerts: boolean;
  version: number;
  changed_by: UserId;
  changed_at: Date;
}

export interface UnusualStepsTable {
  id: GeneratedAlways<number>;
  result_id: ResultId;
  version: number;
  check_name: UnusualCheck;
  change: UnusualStep['change'];
  explanation: string;
  covers: string[];
  by_user_id: UserId;
  created_at: Date;
}
