import type { AlertBatchId, AlertBulkAction } from '@ec/contract/alerts/bulk';
import type { AlertId, AlertPriority, AlertRule, AlertType } from '@ec/contract/alerts/schemas';
import type { ElectionId, ResultId, UserId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** The tables of alerts. */
export interface AlertsTables {
  alerts: AlertsTable;
  alert_reads: { user_id: UserId; alert_seq: number };
  alert_read_marks: { user_id: UserId; read_through: number; reach: string | null };
  alert_progress: { only_row: Generated<boolean>; position: Generated<number>; after_entry: number };
  photo_progress: { only_row: Generated<boolean>; position: Generated<number> };
  alert_sheets: { sha256: Buffer; polling_unit_id: LocationId; position: number };
  alert_batches: AlertBatchesTable;
  alert_batch_items: { batch_id: AlertBatchId; alert_id: AlertId; previous: JSONColumnType<Record<string, unknown>> };
  alert_snoozes: { user_id: UserId; alert_id: AlertId; until: Date; batch_id: AlertBatchId };
}

export interface AlertsTable {
  id: AlertId;
  seq: GeneratedAlways<number>;
  rule: AlertRule;
  type: AlertType;
  priority: AlertPriority;
  title: string;
  message: string;
  area_id: LocationId;
  election_id: ElectionId | null;
  source: Source | null;
  result_id: ResultId | null;
  user_id: UserId | null;
  dedupe_key: string;
  raised_by: UserId | null;
  created_at: Date;
  acknowledged_by: UserId | null;
  acknowledged_at: Date | null;
  owner_id: UserId | null;
  note: string | null;
  level_id: LocationId;
  escalates: boolean;
  escalated_at: Date | null;
  resolved_at: Generated<Date | null>;
  resolved_by: UserId | null;
  batch_id: AlertBatchId | null;
}

interface AlertBatchesTable {
  id: AlertBatchId;
  action: Exclude<AlertBulkAction, 'wake'>;
  user_id: UserId;
  changed: number;
  created_at: Date;
  undone_at: Date | null;
}
