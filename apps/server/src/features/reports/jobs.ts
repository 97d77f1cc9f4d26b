import type { ReportId } from '@ec/contract/reports/schemas';
import type { Platform } from '../../platform/http/context.ts';
import { job, type JobDefinition } from '../../platform/jobs/jobs.ts';
import { systemWrite } from '../../platform/database/transact.ts';
import { reportChanged } from './answers.ts';
import { removeFiles } from './documents/files.ts';
import { generate } from './generate-service.ts';
import { listExpired } from './queries.ts';
import { expireReport } from './repository.ts';

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'report.generate': { id: ReportId };
    'report.expire': Record<string, never>;
  }
}

/** Reports per transaction; the next run takes the rest. */
const BATCH = 500;

/** Deletes expired files; the report's record stays. */
async function expire(platform: Platform): Promise<void> {
  const store = platform.files;
  for (const row of await listExpired(platform.database.db, platform.clock.now(), BATCH)) {
    await systemWrite(platform, async (write) => {
      if (!(await expireReport(write.tx, row.id))) return;
      await write.audit({
        event: 'report.expired',
        resourceId: row.id,
        areaId: row.areas[0],
        previous: { files: row.files },
        next: { template: row.template, title: row.title },
      });
      await write.emit(reportChanged(row));
    });
    await removeFiles(store, row);
  }
}

/** The background jobs of reports: generating them, and deleting expired files. */
export function reportJobs(platform: Platform, onError: (error: unknown) => void): JobDefinition[] {
  const store = platform.files;
  return [
    job('report.generate', ({ id }, signal) => generate(platform, store, id, signal, onError)),
    job('report.expire', () => expire(platform), '20 2 * * *'),
  ];
}
