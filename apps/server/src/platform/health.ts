import { sql } from 'kysely';
import * as z from 'zod/mini';
import { AppError } from './errors.ts';
import type { Router } from './router.ts';

/** GET /health: the process answers. GET /ready: the database is reachable and migrated. */
export function healthRoutes(router: Router): void {
  const alive = z.object({ status: z.literal('ok') });
  router.read(
    { method: 'GET', path: '/health', summary: 'Is the process alive', access: 'public', answer: alive },
    async () => ({
      status: 'ok' as const,
    }),
  );
  router.read(
    {
      method: 'GET',
      path: '/ready',
      summary: 'Is the database reachable and migrated',
      access: 'public',
      answer: alive,
    },
    async ({ db }) => {
      const { rows } = await sql<{ ready: boolean }>`select to_regclass('results') is not null as ready`.execute(db);
      if (!rows[0]?.ready) throw new AppError('UNAVAILABLE');
      return { status: 'ok' as const };
    },
  );
}
