import { sql } from 'kysely';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
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

/** The page's own policy knows the hashes of its scripts, but would let fonts, styles and frames of others in. */
function tightened(policy: string): string {
  const hashes = (directive: string) =>
    /'sha256-[^']+'/g[Symbol.match](policy.split(`${directive} `)[1]?.split(';')[0] ?? '') ?? [];
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes('script-src')].join(' '),
    ['style-src', "'self'", ...hashes('style-src')].join(' '),
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';');
}

/** GET /api/openapi.json and /api/docs, made from the schemas that validate. Register before the routes. */
export async function documentApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Election Console',
        version,
        description: 'Answers are { success, data } or { success: false, error, code, fields? }.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true, transformStaticCSP: tightened });
}
