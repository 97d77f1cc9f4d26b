import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from './input/request-address.ts';
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

interface Ended {
  route: string;
  /** The caller went away before the answer was whole. */
  aborted: boolean;
  stream: boolean;
}

function writeLine(request: FastifyRequest, reply: FastifyReply, { route, aborted, stream }: Ended): void {
  const { method, refusal, actor } = request;
  const { statusCode: status, elapsedTime } = reply;
  const quiet = PROBES.has(route) || route === 'console';
  const level = status >= 500 ? 'warn' : quiet ? 'debug' : 'info';
  request.log[level](
    {
      method,
      route,
      status,
      ms: Math.round(elapsedTime * 10) / 10,
      ...(refusal !== null && { code: refusal }),
      ...(aborted && { aborted }),
      ...(actor && { userId: actor.userId }),
      ip: addressOf(request),
    },
    stream ? 'stream ended' : 'request',
  );
}

/**
 * Follows each request to its end: its id in the answer, a line in the log, and a word to `observe`. The line names the
 * route's pattern and the person's id. Addresses, queries and bodies hold tickets, phone numbers and names: none is written.
 */
export function followRequests(app: FastifyInstance, observe: (answer: Answer) => void): void {
  const ended = new WeakSet<FastifyRequest>();

  function end(request: FastifyRequest, reply: FastifyReply, whole: boolean): void {
    if (ended.has(request)) return;
    ended.add(request);
    const route = routeOf(request);
    const { method, refusal: code } = request;
    const { statusCode: status, elapsedTime } = reply;
    const stream = STREAMS.has(route) && code === null;
    const aborted = !whole && !stream;
    if (!aborted && !stream) observe({ method, route, status, code, seconds: elapsedTime / 1000 });
    writeLine(request, reply, { route, aborted, stream });
  }

  app.decorateRequest('refusal', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // The framework reports only complete answers; streams and aborted calls are seen here alone.
    reply.raw.once('close', () => end(request, reply, reply.raw.writableFinished));
  });
  app.addHook('onResponse', async (request, reply) => {
    end(request, reply, true);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error that it was answered with. */
    refusal: string | null;
  }
}
