import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Platform } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { createFigures } from './figures.ts';
import { createMeasurements } from './measure.ts';
import { followReads } from './reads.ts';
import { mayReadMetrics } from './guard.ts';

/** What a proxy adds to what it passes on. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
] as const;

let ofProcess: Registry | undefined;

/** Memory, time, event loop and the like: of the process, however many applications are built in it. */
function processMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/**
 * GET /api/metrics, in Prometheus' text form. It is no call of the API: it is for a program that watches, must answer while the
 * database does not, and has a guard of its own.
 */
export function metricRoutes(app: FastifyInstance, platform: Platform, registry: Registry): void {
  const { metricsToken } = platform.config;
  const measure = createMeasurements(platform, createFigures(registry));
  followReads(registry, platform.reads);
  const all = Registry.merge([registry, processMetrics()]);
  app.get('/api/metrics', { schema: { hide: true } }, async ({ headers, raw }, reply) => {
    const forwarded = FORWARDED.some((name) => headers[name] !== undefined);
    const asker = { address: raw.socket.remoteAddress, authorization: headers.authorization, forwarded };
    // Without a configured token the path does not exist.
    if (!mayReadMetrics(asker, metricsToken)) throw new AppError(metricsToken ? 'UNAUTHENTICATED' : 'NOT_FOUND');
    await measure();
    return await reply.type(all.contentType).send(await all.metrics());
  });
}
