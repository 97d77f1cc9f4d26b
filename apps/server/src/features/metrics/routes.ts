import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Platform } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { createFigures, followReads } from './figures.ts';
import { createMeasurements } from './measure.ts';

/** What is known about the caller of the metrics. */
interface Asker {
  /** The remote address of the connection. */
  address: string | undefined;
  authorization: string | undefined;
  /** It came through a proxy, so the address is the proxy's. */
  forwarded: boolean;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

function isThisMachine(address: string | undefined): boolean {
  return address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address ?? '');
}

/**
 * Who can read the metrics: callers with the token; without a configured token, programs on this machine that connect directly. A forwarding header
 * only removes access: requests through a local proxy come from anywhere.
 */
export function mayReadMetrics({ address, authorization, forwarded }: Asker, token: string | undefined): boolean {
  if (token === undefined) return isThisMachine(address) && !forwarded;
  const given = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  // Digests have equal length, so the comparison's time reveals nothing about the token.
  return timingSafeEqual(digest(given), digest(token));
}

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
