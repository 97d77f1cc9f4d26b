import type { AuditOrigin } from '../../platform/audit/audit.ts';
import type { Platform } from '../../platform/http/context.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { ReportRow } from './queries.ts';

/** A failure with a sentence for the requester. */
export class ReportFailure extends Error {}
/** Another attempt owns the report, or it was removed: nothing is reported. */
export class Abandoned extends Error {}

/** One attempt to generate a report. */
export interface Making {
  platform: Platform;
  store: FileStore;
  row: ReportRow;
  attempt: number;
  signal: AbortSignal;
  onError: (error: unknown) => void;
}

/** A report is generated in the requester's name. */
export const originOf = ({ row }: Making): AuditOrigin => ({ userId: row.requested_by, ip: null, userAgent: null });
