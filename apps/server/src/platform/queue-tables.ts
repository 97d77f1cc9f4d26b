import { Logger, runMigrations } from 'graphile-worker';

/** Brings the job queue's own tables (schema graphile_worker) to its version. */
export async function migrateJobs(url: string): Promise<void> {
  const logger = new Logger(() => () => undefined);
  await runMigrations({ connectionString: url, logger });
}
