import type { AuditOrigin } from '../../platform/audit/audit.ts';
import type { Platform } from '../../platform/http/context.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { ReportRow } from './queries.ts';

/** A failure that whoever asked is told in these words. */
export class ReportFailure extends Error {}
/** The report is somebody else's, or gone: nothing is told. */
export class Abandoned extends Error {}

/** One beginning of a report. */
export interface Making {
  platform: Platform;
  store: FileStore;
  row: ReportRow;
  attempt: number;
  signal: AbortSignal;
  onError: (error: unknown) => void;
}

/** A report is made in the name of whoever asked. */
export const originOf = ({ row }: Making): AuditOrigin => ({ userId: row.requested_by, ip: null, userAgent: null });
