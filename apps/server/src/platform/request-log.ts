import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Answer } from './request-metrics.ts';

/** Asked for again and again by programs; a line about each would hide the others. */
const PROBES = new Set(['/api/health', '/api/ready', '/api/metrics']);

/** Open for hours: their time is no time of an answer. */
const STREAMS = new Set(['/api/notifications/stream']);

/** The pattern of the route; one name for all that is no call of the API, and one for what is nothing at all. */
function routeOf(request: FastifyRequest): string {
  const pattern = request.routeOptions.url;
  if (pattern === undefined || (pattern === '/*' && request.url.startsWith('/api/'))) return 'none';
  if (!pattern.startsWith('/api/')) return 'console';
  return pattern.startsWith('/api/docs') ? '/api/docs' : pattern;
}

/**
 * Follows each request to its end: its id in the answer, a line in the log, and a word to `observe`. The line names the
 * route's pattern and the person's id. Addresses, queries and bodies hold tickets, phone numbers and names: none is written.
 */
export function followRequests(app: FastifyInstance, observe: (answer: Answer) => void): void {
  app.decorateRequest('refusal', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, refusal } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    const route = routeOf(request);
    const stream = STREAMS.has(route) && status === 200;
    if (!stream) observe({ method, route, status, code: refusal, seconds: ms / 1000 });
    const quiet = PROBES.has(route) || route === 'console';
    const level = status >= 500 ? 'warn' : quiet ? 'debug' : 'info';
    request.log[level](
      {
        method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        ...(refusal !== null && { code: refusal }),
        ...(request.actor && { userId: request.actor.userId }),
        ip: request.ip,
      },
      stream ? 'stream ended' : 'request',
    );
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error that it was answered with. */
    refusal: string | null;
  }
}
