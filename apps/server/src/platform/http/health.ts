import { sql } from 'kysely';
import type { Platform } from './context.ts';
import type { Db } from '../database/database.ts';
import { AppError } from './errors.ts';
import type { Router } from './router.ts';

const fine = { status: 'ok' } as const;

/** A probe usually gives up after this time. */
const LIMIT_MS = 3000;

/** Throws UNAVAILABLE if the database does not answer, for any reason. */
async function requireReady(db: Db): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time')), LIMIT_MS);
  });
  const asked = sql<{ ready: boolean }>`select to_regclass('results') is not null as ready`.execute(db);
  try {
    const { rows } = await Promise.race([asked, late]);
    if (!rows[0]?.ready) throw new Error('Not migrated');
  } catch (cause) {
    const error = new AppError('UNAVAILABLE');
    error.cause = cause;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * GET /health: the process answers, even without the database: a supervisor restarts a process that fails it, and an outage
 * of the database must not restart every server. GET /ready: the database is reachable and migrated, so calls may be sent here.
 */
export function healthRoutes(router: Router, platform: Pick<Platform, 'database'>): void {
  router.probe('GET /health', () => fine);
  router.probe('GET /ready', async () => {
    await requireReady(platform.database.db);
    return fine;
  });
}
