import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { newId } from '../runtime/ids.ts';
import { addressOf } from './input/request-checks.ts';

const FORM = /^[\w.:+/=-]{8,64}$/;

function trusted(proxies: false | readonly string[]): (address: string) => boolean {
  if (proxies === false) return () => false;
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    if (isIP(address) === 0) continue;
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '');
    return isIP(plain) !== 0 && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}

/** Gives each request its id: the one of a trusted proxy, else a new one. No other id reaches the log. */
export function requestIds(proxies: false | readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trusted(proxies);
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const usable = typeof given === 'string' && FORM.test(given) && isTrusted(socket.remoteAddress ?? '');
    return usable ? given : newId();
  };
}

/** One answer that was sent. */
interface Answer {
  method: string;
  /** The route's pattern, never the URL, so that there are as many series as routes. */
  route: string;
  status: number;
  /** The code of a refusal. */
  code: string | null;
  seconds: number;
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Submissions, the most important call, are counted by outcome. */
const SUBMISSIONS = 'POST /api/results';

function outcomeOf({ status, code }: Answer): string {
  if (code !== null) return code;
  return status === 200 ? 'repeated' : status < 300 ? 'stored' : 'other';
}

/** Counts answers, and how long they took, into the registry. */
export function createRequestMetrics(registry: Registry): (answer: Answer) => void {
  const registers = [registry];
  const durations = new Histogram({
    name: 'ec_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by route pattern and class of status; streams are left out',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const submissions = new Counter({
    name: 'ec_submissions_total',
    help: 'Submissions of results: stored, repeated (the same key and body again), or the code of the refusal',
    labelNames: ['outcome'],
    registers,
  });
  // Alerts watch the growth of these counters, so the series must exist from the start.
  for (const outcome of ['stored', 'repeated']) submissions.inc({ outcome }, 0);
  return (answer) => {
    const { route, status, seconds } = answer;
    const method = METHODS.has(answer.method) ? answer.method : 'other';
    durations.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds);
    if (`${method} ${route}` === SUBMISSIONS) submissions.inc({ outcome: outcomeOf(answer) });
  };
}

/** Requested continuously by programs; a line for each would hide the others. */
const PROBES = new Set(['/api/health', '/api/ready', '/api/metrics']);

/** Open for hours: their duration is no response time. */
const STREAMS = new Set(['/api/notifications/stream']);

/** The pattern of the route; one name for all outside the API, and one for unknown paths. */
function routeOf(request: FastifyRequest): string {
  const pattern = request.routeOptions.url;
  if (pattern === undefined || (pattern === '/*' && request.url.startsWith('/api/'))) return 'none';
  if (!pattern.startsWith('/api/')) return 'console';
  return pattern.startsWith('/api/docs') ? '/api/docs' : pattern;
}

interface Ended {
  route: string;
  /** The caller disconnected before the answer was complete. */
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
 * Follows each request to its end: its id in the answer, a line in the log, and a report to `observe`. The line names the
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
