import type { UserId } from '@ec/contract/base/common';
import { notificationMessage } from '@ec/contract/events/schemas';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { newSecret, sha256 } from '../../platform/runtime/ids.ts';
import type { Transact } from '../../platform/http/router.ts';
import { frame, type StreamPosition } from '../../platform/events/stream-hub.ts';
import { currentPosition, holdersOf, notificationsSince, streamIsNoted } from './queries.ts';
import { saveTicket, takeTicket } from './repository.ts';

export const TICKET_SECONDS = 60;
const RECONNECT_MS = 5000;
/** A subscriber that missed more gets the newest here, and all of them from the list. */
const MAX_MISSED = 200;
/** Streams per user and server: enough for many tabs, too few for an attack. */
export const MOST_STREAMS = 40;

/** Issues a ticket that opens one stream once: the stream's URL must carry a secret, and must not carry the access token. */
export async function issueTicket(write: WriteContext, actor: Actor): Promise<string> {
  const ticket = newSecret();
  const expiresAt = new Date(write.now.getTime() + TICKET_SECONDS * 1000);
  await saveTicket(write.tx, { hash: sha256(ticket), sessionId: actor.sessionId, expiresAt, now: write.now });
  // A phone on a poor network reconnects a hundred times a day: what matters is which session listened, when and from where.
  const { ip } = write.origin;
  const zone = write.organisation.settings.general.timezone;
  if (await streamIsNoted(write.tx, { sessionId: actor.sessionId, ip, zone })) write.noChange();
  else await write.audit({ event: 'stream.opened', resourceId: actor.sessionId });
  return ticket;
}

async function redeem(context: ReadContext & { transact: Transact }, ticket: string): Promise<Actor> {
  const { db, now, organisation } = context;
  const sessionId = await context.transact(async (write) => {
    write.noChange();
    return await takeTicket(write.tx, sha256(ticket), now);
  });
  if (!sessionId) throw new AppError('UNAUTHENTICATED');
  const actor = (await holdersOf(db, [sessionId], organisation, now)).get(sessionId);
  if (!actor) throw new AppError('SESSION_ENDED');
  if (actor.mustChangePassword) throw new AppError('PASSWORD_CHANGE_REQUIRED');
  return actor;
}

/** Takes over the raw response from the framework, with the headers already set. */
function startEventStream(reply: FastifyReply): void {
  reply.hijack();
  const headers = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined);
  reply.raw.writeHead(200, {
    ...Object.fromEntries(headers),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    connection: 'keep-alive',
    // Proxies such as nginx would hold events back until a buffer is full.
    'x-accel-buffering': 'no',
  });
}

/** Writes the events that the subscriber missed, oldest first; returns its new position and the most recent numbers. */
async function writeMissed(
  context: ReadContext,
  userId: UserId,
  since: StreamPosition | undefined,
): Promise<{ position: StreamPosition; known: ReadonlySet<string> }> {
  const { db, reply, organisation } = context;
  // Read the position first: a notification saved between the two reads is sent now and again after a reconnect, but never lost.
  const now = await currentPosition(db, userId);
  const position = { newest: Math.max(now.newest, since?.newest ?? 0), horizon: now.horizon };
  if (!since) return { position, known: new Set() };
  const known = new Set(now.ids);
  if (!organisation.settings.notifications.pushNotifications) return { position, known };
  for (const notification of await notificationsSince(db, userId, since, MAX_MISSED)) {
    const newest = Math.max(since.newest, Number(notification.id));
    position.newest = Math.max(position.newest, newest);
    known.add(notification.id);
    // The old horizon until all are written: a subscriber disconnected in between requests the rest from there.
    const resumeFrom = { newest, horizon: since.horizon };
    reply.raw.write(frame(notificationMessage(notification), resumeFrom));
  }
  return { position, known };
}

/**
 * Opens the user's stream: first the events missed since the given position, then a heartbeat with the position from which the stream is live. The
 * stream is registered before the missed events are read, so that none is lost; an event may come twice, which the subscriber detects by its id.
 */
export async function openStream(
  context: ReadContext & { transact: Transact },
  query: { token: string; since: StreamPosition | undefined },
): Promise<void> {
  const actor = await redeem(context, query.token);
  const { reply, platform, now, organisation } = context;
  if (platform.hub.countOf(actor.userId) >= MOST_STREAMS * platform.config.rateLimitFactor) {
    throw new AppError('TOO_MANY_REQUESTS', { seconds: TICKET_SECONDS });
  }
  startEventStream(reply);
  reply.raw.write(`retry: ${RECONNECT_MS}\n\n`);
  const follow = platform.hub.open(actor, reply.raw);
  try {
    const { position, known } = await writeMissed(context, actor.userId, query.since);
    const { electionMode } = organisation;
    reply.raw.write(frame({ type: 'heartbeat', at: now.toISOString(), electionMode }, position));
    follow(position, known);
  } catch (error) {
    context.request.log.error({ err: error }, 'missed notifications');
    reply.raw.destroy();
  }
}
