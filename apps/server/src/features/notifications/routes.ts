import {
  Delivery,
  DeliveryChoices,
  DeliveryRequest,
  NotificationList,
  NotificationQuery,
  StreamTicket,
  UnreadAnswer,
} from '@ec/contract/notifications/schemas';
import * as z from 'zod/mini';
import { pageOf } from '../../platform/http/requests.ts';
import { COSTLY, WRITES } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { readPosition, type StreamPosition } from '../../platform/events/stream-position.ts';
import { chooseDelivery, readDelivery } from './delivery-service.ts';
import { listNotifications } from './queries.ts';
import { readAll, readOne } from './service.ts';
import { issueTicket, openStream, TICKET_SECONDS } from './stream.ts';

const STANDARD_PAGE = 20;
const own = { roles: 'any', own: true } as const;

const NotificationParams = z.object({
  id: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
});
const StreamQuery = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(200)),
  lastEventId: z.optional(z.string().check(z.maxLength(40))),
});

/** Up to where the reader has been told; a header is the browser's own and newer than what stands in the address. */
function sinceOf(header: string | string[] | undefined, query: string | undefined): StreamPosition | undefined {
  return readPosition((Array.isArray(header) ? header[0] : header) ?? query ?? '');
}

/** The person's own notifications, and the stream that keeps their console current. */
export function notificationRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/notifications',
      summary: 'The own notifications, newest first',
      access: own,
      query: NotificationQuery,
      answer: NotificationList,
    },
    async ({ db, actor, query }) => await listNotifications(db, actor.userId, pageOf(query, STANDARD_PAGE), query),
  );
  router.write(
    {
      method: 'PATCH',
      path: '/notifications/:id/read',
      summary: 'Mark one as read',
      access: own,
      params: NotificationParams,
      answer: UnreadAnswer,
      audit: ['notification.read'],
    },
    async (write) => ({ unread: await readOne(write, write.actor, write.params.id) }),
  );
  router.write(
    {
      method: 'POST',
      path: '/notifications/read-all',
      summary: 'Mark all as read',
      access: own,
      answer: UnreadAnswer,
      audit: ['notification.read'],
    },
    async (write) => {
      await readAll(write, write.actor);
      return { unread: 0 };
    },
  );
  deliveryRoutes(router);
  streamRoutes(router);
}

function deliveryRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/notifications/preferences',
      summary: 'What arrives by SMS and e-mail, by topic',
      access: own,
      answer: Delivery,
    },
    async (context) => await readDelivery(context, context.actor),
  );
  router.write(
    {
      method: 'PATCH',
      path: '/notifications/preferences',
      summary: 'Choose what arrives by SMS and e-mail; what is absent stays',
      perMinute: WRITES.own,
      access: own,
      body: DeliveryRequest,
      answer: z.object({ choices: DeliveryChoices }),
      audit: ['user.preferences_changed'],
    },
    async (write) => ({ choices: await chooseDelivery(write, write.actor, write.body) }),
  );
}

function streamRoutes(router: Router): void {
  router.write(
    {
      method: 'POST',
      path: '/notifications/stream-ticket',
      summary: 'A ticket that opens the stream once, within a minute',
      perMinute: COSTLY.ticket,
      access: own,
      answer: StreamTicket,
      audit: ['stream.opened'],
    },
    async (context) => ({ ticket: await issueTicket(context, context.actor), expiresInSeconds: TICKET_SECONDS }),
  );
  router.longWrite(
    {
      method: 'GET',
      path: '/notifications/stream',
      summary: 'Server-sent events; the ticket of the query is the credential',
      access: 'public',
      query: StreamQuery,
      audit: ['stream.opened'],
      reason: 'the ticket is used up at once, while the stream stays open',
    },
    async (context) => {
      const { token, lastEventId } = context.query;
      await openStream(context, {
        token,
        since: sinceOf(context.request.headers['last-event-id'], lastEventId),
      });
    },
  );
}
