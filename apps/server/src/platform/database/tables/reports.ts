import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type {
  GeneratedReport,
  ReportId,
  ReportParameters,
  ReportStatus,
  ReportTemplateId,
} from '@ec/contract/reports/schemas';
import type { Generated, JSONColumnType } from 'kysely';

export type ReportFile = GeneratedReport['files'][number];
export type ParameterWords = GeneratedReport['parameters'];

/** The tables of reports. */
export interface ReportsTables {
  reports: ReportsTable;
}

export interface ReportsTable {
  id: ReportId;
  template: ReportTemplateId;
  title: string;
  parameters: JSONColumnType<ReportParameters>;
  words: JSONColumnType<ParameterWords>;
  areas: LocationId[];
  status: Generated<ReportStatus>;
  progress: Generated<number>;
  attempts: Generated<number>;
  requested_by: UserId;
  requested_at: Date;
  generated_at: Date | null;
  expires_at: Date | null;
  files: Generated<ReportFile[]>;
  error: string | null;
  audit_position: number | null;
  audit_hash: string | null;
}
