import type { ReportId } from '@ec/contract/reports/schemas';
import type { Platform } from '../../platform/http/context.ts';
import { job, type JobDefinition } from '../../platform/jobs/jobs.ts';
import { systemWrite } from '../../platform/database/system-write.ts';
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

/** So many are marked in one look; the next look takes the rest. */
const BATCH = 500;

/** Takes away the files that have had their time; the record of the report stays. */
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

/** What is done for reports outside of calls: making them, and taking their files away in the end. */
export function reportJobs(platform: Platform, onError: (error: unknown) => void): JobDefinition[] {
  const store = platform.files;
  return [
    job('report.generate', ({ id }, signal) => generate(platform, store, id, signal, onError)),
    job('report.expire', () => expire(platform), '20 2 * * *'),
  ];
}
