import { pageOf } from '../../platform/http/requests.ts';
import { COSTLY, WRITES } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { readPosition, type StreamPosition } from '../../platform/events/stream-hub.ts';
import { chooseDelivery, readDelivery } from './delivery-service.ts';
import { listNotifications } from './queries.ts';
import { readAll, readOne } from './service.ts';
import { issueTicket, openStream, TICKET_SECONDS } from './stream.ts';

const STANDARD_PAGE = 20;
const own = { roles: 'any', own: true } as const;

/** The last event that the reader received; a header is the browser's own and newer than what stands in the address. */
function sinceOf(header: string | string[] | undefined, query: string | undefined): StreamPosition | undefined {
  return readPosition((Array.isArray(header) ? header[0] : header) ?? query ?? '');
}

/** The person's own notifications, and the stream that keeps their console current. */
export function notificationRoutes(router: Router): void {
  router.read(
    'GET /notifications',
    { access: own },
    async ({ db, actor, query }) => await listNotifications(db, actor.userId, pageOf(query, STANDARD_PAGE), query),
  );
  router.write('PATCH /notifications/:id/read', { access: own, audit: ['notification.read'] }, async (write) => ({
    unread: await readOne(write, write.actor, write.params.id),
  }));
  router.write('POST /notifications/read-all', { access: own, audit: ['notification.read'] }, async (write) => {
    await readAll(write, write.actor);
    return { unread: 0 };
  });
  deliveryRoutes(router);
  streamRoutes(router);
}

function deliveryRoutes(router: Router): void {
  router.read(
    'GET /notifications/preferences',
    { access: own },
    async (context) => await readDelivery(context, context.actor),
  );
  router.write(
    'PATCH /notifications/preferences',
    { perMinute: WRITES.own, access: own, audit: ['user.preferences_changed'] },
    async (write) => await chooseDelivery(write, write.actor, write.body),
  );
}

function streamRoutes(router: Router): void {
  router.write(
    'POST /notifications/stream-ticket',
    { perMinute: COSTLY.ticket, access: own, audit: ['stream.opened'] },
    async (context) => ({ ticket: await issueTicket(context, context.actor), expiresInSeconds: TICKET_SECONDS }),
  );
  router.longWrite(
    'GET /notifications/stream',
    {
      access: 'public',
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
