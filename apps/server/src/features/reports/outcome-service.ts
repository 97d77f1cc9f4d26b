import { REPORT_KEPT_DAYS } from '@ec/contract/reports/schemas';
import type { AuditOrigin } from '../../platform/audit/audit.ts';
import { systemWrite } from '../../platform/database/transact.ts';
import type { ReportFile } from '../../platform/database/tables/reports.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Platform } from '../../platform/http/context.ts';
import { notify } from '../notifications/notify.ts';
import { reportChanged } from './answers.ts';
import type { Imprint } from './documents/document.ts';
import type { ReportRow } from './queries.ts';
import { completeReport, failReport } from './repository.ts';
import { pageOf } from './rules.ts';

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
const originOf = ({ row }: Making): AuditOrigin => ({ userId: row.requested_by, ip: null, userAgent: null });

const DAY_MS = 86_400_000;

/** Completes the report with its files and notifies the requester, in one transaction; throws if another attempt took it over. */
export async function complete(making: Making, imprint: Imprint, files: readonly ReportFile[]): Promise<void> {
  const { platform, row, attempt } = making;
  const done = await systemWrite(
    platform,
    async (write) => {
      const { generatedAt, auditHead } = imprint;
      const expiresAt = new Date(generatedAt.getTime() + REPORT_KEPT_DAYS * DAY_MS);
      const mine = await completeReport(write.tx, row.id, attempt, { files, generatedAt, expiresAt, auditHead });
      if (!mine) return false;
      await write.audit({
        event: 'report.completed',
        resourceId: row.id,
        areaId: row.areas[0],
        next: { template: row.template, title: row.title, files, auditHead },
      });
      await write.emit(reportChanged(row));
      await notify(write, {
        userIds: [row.requested_by],
        topic: 'reports',
        type: 'success',
        title: 'Report ready',
        message: `${row.title} can be viewed and downloaded.`,
        actionUrl: pageOf(row.requester.role, row.id),
      });
      return true;
    },
    { origin: originOf(making) },
  );
  if (!done) throw new Abandoned();
}

/** Marks the report as failed with the reason, and notifies the requester. */
export async function fail(making: Making, sentence: string): Promise<void> {
  const { platform, row, attempt } = making;
  await systemWrite(
    platform,
    async (write) => {
      if (!(await failReport(write.tx, row.id, attempt, sentence))) return;
      await write.audit({
        event: 'report.failed',
        resourceId: row.id,
        areaId: row.areas[0],
        next: { template: row.template, title: row.title, error: sentence },
      });
      await write.emit(reportChanged(row));
      await notify(write, {
        userIds: [row.requested_by],
        topic: 'reports',
        type: 'error',
        title: 'Report failed',
        message: `${row.title}: ${sentence}`,
        actionUrl: pageOf(row.requester.role, row.id),
      });
    },
    { origin: originOf(making) },
  );
}
