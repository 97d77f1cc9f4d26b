import type { UserId } from '@ec/contract/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import type { ReadContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { newSecret, sha256 } from '../../platform/ids.ts';
import type { Transact } from '../../platform/router.ts';
import { frame } from '../../platform/stream-hub.ts';
import type { WriteContext } from '../../platform/context.ts';
import { holdersOf, notificationsAfter } from './queries.ts';
import { saveTicket, takeTicket } from './repository.ts';

export const TICKET_SECONDS = 60;
const RECONNECT_MS = 5000;
/** As many as the console's list keeps. */
const MAX_MISSED = 20;

/** A ticket that opens one stream once: the stream's address must carry a secret, and the access token never goes there. */
export async function issueTicket(write: WriteContext, actor: Actor): Promise<string> {
  const ticket = newSecret();
  const expiresAt = new Date(write.now.getTime() + TICKET_SECONDS * 1000);
  await saveTicket(write.tx, { hash: sha256(ticket), sessionId: actor.sessionId, expiresAt, now: write.now });
  await write.audit({ event: 'stream.opened', resourceId: actor.sessionId });
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

/** Takes the answer over from the framework, keeping the headers that it has set for every answer. */
function startEventStream(reply: FastifyReply): void {
  reply.hijack();
  const headers = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined);
  reply.raw.writeHead(200, {
    ...Object.fromEntries(headers),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    connection: 'keep-alive',
    // Proxies of the nginx kind would hold events back until a buffer is full.
    'x-accel-buffering': 'no',
  });
}

async function writeMissed(context: ReadContext, userId: UserId, after: number): Promise<void> {
  for (const notification of await notificationsAfter(context.db, userId, after, MAX_MISSED)) {
    context.reply.raw.write(frame({ type: 'notification', id: notification.id, notification }));
  }
}

/**
 * Opens the person's stream: a heartbeat at once, then what they missed since the last notification they have. The
 * stream joins the others before the missed ones are read, so one may come twice (the reader knows it by its id), none
 * never.
 */
export async function openStream(
  context: ReadContext & { transact: Transact },
  query: { token: string; lastEventId: number | undefined },
): Promise<void> {
  const actor = await redeem(context, query.token);
  const { reply, platform, now, organisation } = context;
  startEventStream(reply);
  reply.raw.write(`retry: ${RECONNECT_MS}\n\n`);
  reply.raw.write(frame({ type: 'heartbeat', at: now.toISOString(), electionMode: organisation.electionMode }));
  platform.hub.open(actor, reply.raw);
  if (query.lastEventId === undefined) return;
  await writeMissed(context, actor.userId, query.lastEventId).catch((error: unknown) => {
    context.request.log.error({ err: error }, 'missed notifications');
    reply.raw.destroy();
  });
}
