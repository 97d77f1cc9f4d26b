import type { AuditEvent } from '@ec/contract/audit/events';
import { JUST_WROTE_HEADER } from '@ec/contract/base/freshness';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Actor } from './actor.ts';
import type { Platform, ReadContext, WriteContext } from './context.ts';
import { inTransaction, type Tx } from '../database/database.ts';
import { identify, identifyAfterBody, type RouteAccess } from './identify.ts';
import { type PerMinute, WRITES } from './limits/rate-limits.ts';
import { addressOf } from './input/request-address.ts';
import { PUBLIC_BODY, requireExpected, requirePostgresSafe, SIGNED_IN_BODY } from './input/request-checks.ts';
import { type SharedRoute, type SharedWriteTools, type Sharing, sharedWrite } from '../database/shared-write.ts';
import { requireStrict } from './input/strict-shapes.ts';
import { transactWrite } from '../database/transact.ts';
import type { RunningWall } from '../identity/walls.ts';

type Schema = z.ZodMiniType;
type Output<S> = S extends Schema ? z.output<S> : undefined;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Definition<P, Q, B, A extends Schema | undefined, N extends RouteAccess> {
  method: Method;
  /** Path below /api. */
  path: string;
  summary: string;
  access: N;
  params?: P;
  query?: Q;
  body?: B;
  /** The fields of a multipart form (see form.ts); without it the call takes no form. */
  form?: Schema;
  /** Shape of `data`; absent where the handler answers the reply itself. */
  answer?: A;
  /** The answer's fields stand at the top level beside `success` instead of under `data`. */
  flat?: boolean;
  status?: number;
  /** How often it may be made, where it costs much or lends itself to guessing. */
  perMinute?: PerMinute;
  bodyLimit?: number;
}

interface ReadDefinition<P, Q, B, A extends Schema | undefined, N extends RouteAccess>
  extends Definition<P, Q, B, A, N> {
  /** Reads from the primary always: where a moment decides, or it is so little that a replica saves nothing. */
  fresh?: boolean;
}

interface WriteDefinition<P, Q, B, A extends Schema | undefined, N extends RouteAccess>
  extends Definition<P, Q, B, A, N> {
  /** The audit events this write may leave; it must leave one of them or say noChange. */
  audit: readonly [AuditEvent, ...AuditEvent[]];
  /** Unique constraints whose violation means a race with an equal write: the transaction is run again. */
  retryOn?: readonly string[];
  /** Why a person may make the call as often as they like; all others have WRITES.any where `perMinute` names no number. */
  unlimited?: string;
}

type Input<P, Q, B, N> = {
  params: Output<P>;
  query: Output<Q>;
  body: Output<B>;
  actor: N extends 'public' ? Actor | null : N extends 'wall' ? null : Actor;
  wall: N extends 'wall' ? RunningWall : null;
};
type Answer<A> = A extends Schema ? z.input<A> : unknown;

export interface RouteInfo {
  method: Method;
  path: string;
  summary: string;
  access: RouteAccess | undefined;
  audit: readonly AuditEvent[] | null;
  /** Why a call that changes something leaves no audit entry; null for all others. */
  unaudited: string | null;
  perMinute: PerMinute | null;
  /** Why a person may make a call that leaves an audit entry as often as they like. */
  unlimited: string | null;
}

export interface Router {
  /** A call for anybody that answers also while the database is away, for it asks nothing of it. */
  probe<A extends Schema>(
    route: { path: string; summary: string; answer: A },
    handler: () => Promise<z.input<A>> | z.input<A>,
  ): void;
  /** A call that changes nothing; where it reads, see reads.ts. */
  read<P extends Schema, Q extends Schema, B extends Schema, A extends Schema, const N extends RouteAccess>(
    route: ReadDefinition<P, Q, B, A, N>,
    handler: (context: ReadContext & Input<P, Q, B, N>) => Promise<Answer<A>>,
  ): void;
  /** A call that changes something, in one transaction with its audit entry. */
  write<P extends Schema, Q extends Schema, B extends Schema, A extends Schema, const N extends RouteAccess>(
    route: WriteDefinition<P, Q, B, A, N>,
    handler: (context: WriteContext & Input<P, Q, B, N>) => Promise<Answer<A>>,
  ): void;
  /**
   * A write that thousands make in the same minutes: calls that arrive at the same time share a transaction (see
   * shared-write.ts). `handler` is the use case of one call.
   */
  shared<
    P extends Schema,
    Q extends Schema,
    B extends Schema,
    A extends Schema,
    const N extends RouteAccess,
    Reads,
    Saved,
  >(
    route: WriteDefinition<P, Q, B, A, N> & Sharing<ReadContext & Input<P, Q, B, N>, Reads, Saved>,
    handler: (call: ReadContext & Input<P, Q, B, N> & SharedWriteTools<Reads, Saved>) => Promise<Answer<A>>,
  ): void;
  /**
   * A write whose work cannot be one transaction (a stream of a file, an import that reports progress). The handler
   * opens its own with `transact`; `reason` says why. A file comes while the handler runs, so whoever takes one acts from then
   * on for `present()`: the person as they are now, refused where their session or what the call needs has ended.
   */
  longWrite<P extends Schema, Q extends Schema, B extends Schema, A extends Schema, const N extends RouteAccess>(
    route: WriteDefinition<P, Q, B, A, N> & { reason: string },
    handler: (context: ReadContext & Input<P, Q, B, N> & LongWork<Input<P, Q, B, N>['actor']>) => Promise<Answer<A>>,
  ): void;
  /**
   * A person's own bookkeeping, such as how far they have read: one transaction, told to nobody, and no audit entry. Whoever
   * looks into the log would look for what people did among what they saw; `reason` says why it is no more than that.
   */
  mark<P extends Schema, Q extends Schema, B extends Schema, A extends Schema, const N extends RouteAccess>(
    route: Definition<P, Q, B, A, N> & { reason: string },
    handler: (context: ReadContext & { tx: Tx } & Input<P, Q, B, N>) => Promise<Answer<A>>,
  ): void;
  readonly routes: readonly RouteInfo[];
}

export type Transact = <T>(work: (context: WriteContext) => Promise<T>) => Promise<T>;

interface LongWork<A> {
  transact: Transact;
  present: () => Promise<A>;
}

/** A call of a signed-in person that leaves an audit entry has a limit, unless its route says why it needs none. */
function limitOf({ access, audit, unlimited, perMinute }: LimitedRoute): PerMinute | null {
  const signedIn = access !== 'public' && access !== 'wall';
  const standard = signedIn && audit !== undefined && unlimited === undefined ? WRITES.any : null;
  return standard || perMinute ? { ...standard, ...perMinute } : null;
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

type AnyRoute = Definition<Schema, Schema, Schema, Schema, RouteAccess> & {
  audit?: readonly AuditEvent[];
  unlimited?: string;
};
type LimitedRoute = Pick<AnyRoute, 'access' | 'audit' | 'unlimited' | 'perMinute'>;

/** Runs a write: one transaction, checked for its audit entry, then what waits for the commit. */
async function runWrite<T>(
  read: ReadContext,
  actor: Actor | null,
  route: { path: string; audit: readonly AuditEvent[]; retryOn?: readonly string[] | undefined },
  work: (context: WriteContext) => Promise<T>,
): Promise<T> {
  const { answer, record } = await transactWrite(
    read,
    actor,
    async (record) => {
      const answer = await work(record.context);
      const audited = record.audits.length > 0 && record.audits.every(({ event }) => route.audit.includes(event));
      if (!audited && !(record.unchanged && record.audits.length === 0)) {
        throw new Error(`${route.path}: a write must leave one of its audit entries (${route.audit.join(', ')})`);
      }
      return answer;
    },
    route.retryOn,
  );
  if (!record.unchanged) read.platform.reads.wrote(actor?.userId ?? null, 'everybody');
  return answer;
}

/** The one way to add a call to the API. */
export function createRouter(app: FastifyInstance, platform: Platform): Router {
  const routes: RouteInfo[] = [];

  function serve(
    route: AnyRoute,
    handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    unaudited: string | null = null,
  ): void {
    const { method, path, summary, access, answer } = route;
    requireStrict(`${method} ${path}`, { body: route.body, form: route.form });
    const info: RouteInfo = {
      method,
      path,
      summary,
      access,
      audit: route.audit ?? null,
      unaudited,
      perMinute: limitOf(route),
      unlimited: route.unlimited ?? null,
    };
    routes.push(info);
    const envelope = route.flat ? answer : answer && z.object({ success: z.literal(true), data: answer });
    app.route({
      method,
      url: `/api${path}`,
      schema: {
        summary,
        tags: [path.split('/')[1] ?? ''],
        ...(route.params && { params: route.params }),
        ...(route.query && { querystring: route.query }),
        ...(route.body && { body: route.body }),
        ...(envelope && { response: { '2xx': envelope } }),
        ...(access !== 'public' && { security: [{ bearer: [] }] }),
      },
      bodyLimit: route.bodyLimit ?? (access === 'public' ? PUBLIC_BODY : SIGNED_IN_BODY),
      // Identity first: whoever is not signed in learns nothing of what a call takes, and no body of theirs is read.
      onRequest: async (request) => {
        await identify(platform, request, access);
        await countRequest(platform, request, info);
      },
      // A body that may be left out whole has a default; validation itself would take an absent one for null.
      preValidation: async (request) => {
        await identifyAfterBody(platform, request, access);
        requireExpected(request, route);
        if (route.body?.def.type === 'default') request.body ??= {};
        requirePostgresSafe([request.params, request.query, request.body]);
      },
      handler: async (request, reply) => {
        const data = await handle(request, reply);
        if (!answer) return reply.sent ? reply : await reply.send(data);
        return route.flat ? data : { success: true, data };
      },
    });
  }

  function add(
    route: AnyRoute,
    run: (context: ReadContext & Input<Schema, Schema, Schema, RouteAccess>) => Promise<unknown>,
    unaudited: string | null = null,
  ): void {
    const handle = async (request: FastifyRequest, reply: FastifyReply) => {
      const { actor, wall, params, query, body } = request;
      const context = await readContext(platform, request, reply, actor);
      const input = { params, query, body, actor, wall } as Input<Schema, Schema, Schema, RouteAccess>;
      if (route.status !== undefined) reply.code(route.status);
      return await run({ ...context, ...input });
    };
    serve(route, handle, unaudited);
  }

  type Handler<C> = (context: C & Input<Schema, Schema, Schema, RouteAccess>) => Promise<unknown>;
  return {
    routes,
    probe(route, handler) {
      serve({ ...route, method: 'GET', access: 'public' }, async () => await handler());
    },
    read(route, handler) {
      add(route, async (context) => {
        const fresh = route.fresh === true || context.request.headers[JUST_WROTE_HEADER] !== undefined;
        const reading = platform.reads.begin({ userId: context.actor?.userId ?? null, fresh });
        try {
          const { db } = reading;
          return await (handler as Handler<ReadContext>)(db === context.db ? context : { ...context, db });
        } finally {
          reading.end();
        }
      });
    },
    write(route, handler) {
      add(route, async (context) => {
        const { params, query, body, actor, wall } = context;
        try {
          return await runWrite(context, actor, route, (write) =>
            (handler as Handler<WriteContext>)({ ...write, params, query, body, actor, wall }),
          );
        } finally {
          // Whoever was refused because somebody else was first looks next at what that one has done.
          platform.reads.wrote(actor?.userId ?? null, 'author');
        }
      });
    },
    shared(route, handler) {
      type Call = ReadContext & Input<Schema, Schema, Schema, RouteAccess>;
      const shared = { ...route, run: handler } as unknown as SharedRoute<Call, unknown, unknown, unknown>;
      const run = sharedWrite(platform, shared);
      add(route, async (call) => {
        const answer = await run(call);
        // Hundreds arrive each second; other readers learn of them by their events.
        platform.reads.wrote(call.actor?.userId ?? null, 'author');
        return answer;
      });
    },
    mark(route, handler) {
      const run = async (context: ReadContext & Input<Schema, Schema, Schema, RouteAccess>) => {
        const answer = await inTransaction(platform.database.writes, (tx) =>
          (handler as Handler<ReadContext & { tx: Tx }>)({ ...context, db: tx, tx }),
        );
        platform.reads.wrote(context.actor?.userId ?? null, 'author');
        return answer;
      };
      add(route, run, route.reason);
    },
    longWrite(route, handler) {
      add(route, async (context) => {
        const transact: Transact = (work) => runWrite(context, context.actor, route, work);
        const present = async () => {
          await identifyAfterBody(platform, context.request, route.access);
          return context.request.actor;
        };
        const work = { ...context, transact, present };
        const answer = await (handler as Handler<ReadContext & LongWork<Actor | null>>)(work);
        // What it has written beside its transactions, such as the record of an import that goes on.
        if (route.method !== 'GET') platform.reads.wrote(context.actor?.userId ?? null, 'everybody');
        return answer;
      });
    },
  };
}
