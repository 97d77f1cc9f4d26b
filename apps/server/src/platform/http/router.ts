import type { AuditEvent } from '@ec/contract/audit/events';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Call, ENDPOINTS, type Received, type Sent } from '@ec/contract/endpoints';
import type { Endpoint, Method } from '@ec/contract/base/endpoint';
import * as z from 'zod/mini';
import type { Actor } from './actor.ts';
import type { Platform, ReadContext, WriteContext } from './context.ts';
import { inTransaction, type Tx } from '../database/database.ts';
import { identify, identifyAfterBody, type RouteAccess } from './identify.ts';
import { type PerMinute, WRITES } from './limits/rate-limits.ts';
import {
  addressOf,
  PUBLIC_BODY,
  requireExpected,
  requirePostgresSafe,
  SIGNED_IN_BODY,
} from './input/request-checks.ts';
import { type SharedRoute, sharedWrite, type SharedWriteTools, type Sharing } from '../database/shared-write.ts';
import { requireStrict } from './input/strict-shapes.ts';
import { transactWrite } from '../database/transact.ts';
import type { RunningWall } from '../identity/walls.ts';

interface Route<N extends RouteAccess> {
  access: N;
  /** Rate limit, for calls that are costly or allow guessing. */
  perMinute?: PerMinute;
  bodyLimit?: number;
}

interface ReadRoute<N extends RouteAccess> extends Route<N> {
  /** May read from a replica that is some seconds behind: only where no user expects to see at once what they have just done. */
  mayLag?: boolean;
}

interface WriteRoute<N extends RouteAccess> extends Route<N> {
  /** The audit events this write may leave; it must leave one of them or say noChange. */
  audit: readonly [AuditEvent, ...AuditEvent[]];
  /** Unique constraints whose violation means a race with an equal write: the transaction is run again. */
  retryOn?: readonly string[];
  /** Why a person may make the call as often as they like; all others have WRITES.any where `perMinute` names no number. */
  unlimited?: string;
}

/** The input of a handler: the request, validated by the contract's schemas, and its actor. */
type Input<C extends Call, N> = {
  params: Received<C, 'params'>;
  query: Received<C, 'query'>;
  body: Received<C, 'body'>;
  actor: N extends 'public' ? Actor | null : N extends 'wall' ? null : Actor;
  wall: N extends 'wall' ? RunningWall : null;
};
/** The result of a handler; any value if it sends the reply itself. */
export type Answer<C extends Call> = Sent<C, 'answer'> extends undefined ? unknown : Sent<C, 'answer'>;

export interface RouteInfo {
  method: Method;
  path: string;
  summary: string;
  access: RouteAccess;
  audit: readonly AuditEvent[] | null;
  /** Why a call that changes something leaves no audit entry; null for all others. */
  unaudited: string | null;
  perMinute: PerMinute | null;
  /** Why a person may make a call that leaves an audit entry as often as they like. */
  unlimited: string | null;
  bodyLimit: number | null;
}

/** The only way to add a call to the API. The contract's endpoints define its request and answer. */
export interface Router {
  /** A public call that also answers while the database is down. */
  probe<C extends Call>(call: C, handler: () => Promise<Answer<C>> | Answer<C>): void;
  /** A call that changes nothing; where it reads, see reads.ts. */
  read<C extends Call, const N extends RouteAccess>(
    call: C,
    route: ReadRoute<N>,
    handler: (context: ReadContext & Input<C, N>) => Promise<Answer<C>>,
  ): void;
  /** A call that changes something, in one transaction with its audit entry. */
  write<C extends Call, const N extends RouteAccess>(
    call: C,
    route: WriteRoute<N>,
    handler: (context: WriteContext & Input<C, N>) => Promise<Answer<C>>,
  ): void;
  /**
   * A write that thousands of users make in the same minutes: calls that arrive at the same time share a transaction (see
   * shared-write.ts). `handler` is the use case of one call.
   */
  shared<C extends Call, const N extends RouteAccess, Reads, Saved>(
    call: C,
    route: WriteRoute<N> & Sharing<ReadContext & Input<C, N>, Reads, Saved>,
    handler: (call: ReadContext & Input<C, N> & SharedWriteTools<Reads, Saved>) => Promise<Answer<C>>,
  ): void;
  /**
   * A write whose work cannot be one transaction (a stream of a file, an import that reports progress). The handler
   * opens its own with `transact`; `reason` says why. A file arrives while the handler runs, so a handler that receives one acts from then
   * on for `present()`: the person as they are now, refused if their session or the right for the call has ended.
   */
  longWrite<C extends Call, const N extends RouteAccess>(
    call: C,
    route: WriteRoute<N> & { reason: string },
    handler: (context: ReadContext & Input<C, N> & LongWork<Input<C, N>['actor']>) => Promise<Answer<C>>,
  ): void;
  /**
   * A person's own bookkeeping, such as how far they have read: one transaction, no events, and no audit entry, because
   * such entries would hide acts among reads; `reason` says why the write is no more than that.
   */
  mark<C extends Call, const N extends RouteAccess>(
    call: C,
    route: Route<N> & { reason: string },
    handler: (context: ReadContext & { tx: Tx } & Input<C, N>) => Promise<Answer<C>>,
  ): void;
  /**
   * A part of an incomplete upload: no transaction, because it arrives as slowly as a phone sends it, and no audit entry,
   * because it has no effect yet; `reason` says so.
   */
  progress<C extends Call, const N extends RouteAccess>(
    call: C,
    route: Route<N> & { reason: string },
    handler: (context: ReadContext & Input<C, N>) => Promise<Answer<C>>,
  ): void;
  readonly routes: readonly RouteInfo[];
}

export type Transact = <T>(work: (context: WriteContext) => Promise<T>) => Promise<T>;

interface LongWork<A> {
  transact: Transact;
  present: () => Promise<A>;
}

/** A call of a signed-in person that leaves an audit entry has a limit, unless its route says why it needs none. */
function limitOf({ access, audit, unlimited, perMinute }: AnyRoute): PerMinute | null {
  const signedIn = access !== 'public' && access !== 'wall';
  const standard = signedIn && audit !== undefined && unlimited === undefined ? WRITES.any : null;
  return standard || perMinute ? { ...standard, ...perMinute } : null;
}

/** A call as added, with its endpoint of the contract. */
export function routeInfo(call: Call, route: AnyRoute): RouteInfo {
  const [method, path] = call.split(' ', 2) as [Method, string];
  const { access, audit, unlimited, reason, bodyLimit } = route;
  return {
    method,
    path,
    summary: ENDPOINTS[call].summary,
    access,
    audit: audit ?? null,
    unaudited: (!audit && reason) || null,
    perMinute: limitOf(route),
    unlimited: unlimited ?? null,
    bodyLimit: bodyLimit ?? null,
  };
}

/** Counts the call where the route is limited, before any of its body is read. */
async function countRequest(
  { rateLimits, clock }: Platform,
  request: FastifyRequest,
  { method, path, perMinute }: Pick<RouteInfo, 'method' | 'path' | 'perMinute'>,
): Promise<void> {
  if (!perMinute) return;
  const userId = request.actor?.userId ?? null;
  await rateLimits.count({
    name: `${method} ${path}`,
    userId,
    address: addressOf(request),
    perMinute,
    now: clock.now(),
  });
}

async function readContext(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor | null,
): Promise<ReadContext> {
  return {
    db: platform.database.db,
    now: platform.clock.now(),
    organisation: await platform.organisation.current(),
    origin: {
      userId: actor?.userId ?? null,
      ip: addressOf(request),
      userAgent: request.headers['user-agent']?.slice(0, 400) ?? null,
    },
    request,
    reply,
    platform,
  };
}

type AnyRoute = Route<RouteAccess> & { audit?: readonly AuditEvent[]; unlimited?: string; reason?: string };
/** The input of a call whose type is not known here. */
type AnyInput = Pick<FastifyRequest, 'params' | 'query' | 'body' | 'actor' | 'wall'>;

/** Runs a write: one transaction, checked for its audit entry, then what waits for the commit. */
async function runWrite<T>(
  read: ReadContext,
  actor: Actor | null,
  route: { call: Call; audit: readonly AuditEvent[]; retryOn?: readonly string[] | undefined },
  work: (context: WriteContext) => Promise<T>,
): Promise<T> {
  const { answer } = await transactWrite(
    read,
    actor,
    async (record) => {
      const answer = await work(record.context);
      const audited = record.audits.length > 0 && record.audits.every(({ event }) => route.audit.includes(event));
      if (!audited && !(record.unchanged && record.audits.length === 0)) {
        throw new Error(`${route.call}: a write must leave one of its audit entries (${route.audit.join(', ')})`);
      }
      return answer;
    },
    route.retryOn,
  );
  return answer;
}

/** The only way to add a call to the API. */
export function createRouter(app: FastifyInstance, platform: Platform): Router {
  const routes: RouteInfo[] = [];

  function serve(
    call: Call,
    route: AnyRoute,
    handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void {
    const { params, query, body, form, stream, answer, flat }: Endpoint = ENDPOINTS[call];
    requireStrict(call, { body, form });
    const info = routeInfo(call, route);
    const { method, path, summary, access } = info;
    routes.push(info);
    const envelope = flat ? answer : answer && z.object({ success: z.literal(true), data: answer });
    app.route({
      method,
      url: `/api${path}`,
      schema: {
        summary,
        tags: [path.split('/')[1] ?? ''],
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(body && { body }),
        ...(envelope && { response: { '2xx': envelope } }),
        ...(access !== 'public' && { security: [{ bearer: [] }] }),
      },
      bodyLimit: info.bodyLimit ?? (access === 'public' ? PUBLIC_BODY : SIGNED_IN_BODY),
      // Identity first: a caller without a session learns nothing of what a call takes, and its body is not read.
      onRequest: async (request) => {
        await identify(platform, request, access);
        await countRequest(platform, request, info);
      },
      // A body that may be left out whole has a default; validation itself would take an absent one for null.
      preValidation: async (request) => {
        await identifyAfterBody(platform, request, access);
        requireExpected(request, { body, form, stream });
        if (body?.def.type === 'default') request.body ??= {};
        requirePostgresSafe([request.params, request.query, request.body]);
      },
      handler: async (request, reply) => {
        const data = await handle(request, reply);
        if (!answer) return reply.sent ? reply : await reply.send(data);
        return flat ? data : { success: true, data };
      },
    });
  }

  function add(call: Call, route: AnyRoute, run: (context: ReadContext & AnyInput) => Promise<unknown>): void {
    const { status }: Endpoint = ENDPOINTS[call];
    const handle = async (request: FastifyRequest, reply: FastifyReply) => {
      const { actor, wall, params, query, body } = request;
      const context = await readContext(platform, request, reply, actor);
      if (status !== undefined) reply.code(status);
      return await run({ ...context, params, query, body, actor, wall });
    };
    serve(call, route, handle);
  }

  type Handler<C> = (context: C & AnyInput) => Promise<unknown>;
  return {
    routes,
    probe(call, handler) {
      serve(call, { access: 'public' }, async () => await handler());
    },
    read(call, route, handler) {
      add(call, route, async (context) => {
        const read = handler as Handler<ReadContext>;
        if (route.mayLag !== true) return await read(context);
        return await platform.reads.lagging((db) => read({ ...context, db }));
      });
    },
    write(call, route, handler) {
      add(call, route, async (context) => {
        const { params, query, body, actor, wall } = context;
        return await runWrite(context, actor, { ...route, call }, (write) =>
          (handler as Handler<WriteContext>)({ ...write, params, query, body, actor, wall }),
        );
      });
    },
    shared(call, route, handler) {
      type Shared = ReadContext & AnyInput;
      const shared = { ...route, call, run: handler } as unknown as SharedRoute<Shared, unknown, unknown, unknown>;
      const run = sharedWrite(platform, shared);
      add(call, route, run);
    },
    mark(call, route, handler) {
      const run = async (context: ReadContext & AnyInput) => {
        return await inTransaction(platform.database.writes, (tx) =>
          (handler as Handler<ReadContext & { tx: Tx }>)({ ...context, db: tx, tx }),
        );
      };
      add(call, route, run);
    },
    progress(call, route, handler) {
      add(call, route, handler as Handler<ReadContext>);
    },
    longWrite(call, route, handler) {
      add(call, route, async (context) => {
        const transact: Transact = (work) => runWrite(context, context.actor, { ...route, call }, work);
        const present = async () => {
          await identifyAfterBody(platform, context.request, route.access);
          return context.request.actor;
        };
        const work = { ...context, transact, present };
        return await (handler as Handler<ReadContext & LongWork<Actor | null>>)(work);
      });
    },
  };
}
