import { sql } from 'kysely';
import type { Platform } from './context.ts';
import type { Db } from '../database/database.ts';
import { AppError } from './errors.ts';
import type { Router } from './router.ts';

const fine = { status: 'ok' } as const;
const CLOCK = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`;

/** A probe usually gives up after this time. */
const LIMIT_MS = 3000;

/** By how many seconds this machine's clock is ahead of the database's. Throws UNAVAILABLE if the database does not answer, for any reason. */
async function requireReady(db: Db): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time')), LIMIT_MS);
  });
  const asked = sql<{ ready: boolean; ms: number }>`
    select to_regclass('results') is not null as ready, ${CLOCK} as ms`.execute(db);
  try {
    const { rows } = await Promise.race([asked, late]);
    const [row] = rows;
    if (!row?.ready) throw new Error('Not migrated');
    return Math.round((Date.now() - row.ms) / 1000);
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
    return { ...fine, clockAheadSeconds: await requireReady(platform.database.db) };
  });
}
