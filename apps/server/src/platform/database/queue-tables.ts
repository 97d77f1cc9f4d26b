import { Logger, runMigrations } from 'graphile-worker';
import { openPool, type Primary } from './primary.ts';

/** Brings the job queue's own tables (schema graphile_worker) to its version. */
export async function migrateJobs(primary: Primary): Promise<void> {
  const logger = new Logger(() => () => undefined);
  const pgPool = openPool(primary, { max: 2 });
  try {
    await runMigrations({ pgPool, logger });
  } finally {
    await pgPool.end();
  }
}
