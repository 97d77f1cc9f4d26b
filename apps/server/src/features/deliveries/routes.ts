import type { Router } from '../../platform/http/router.ts';
import { listDeliveries, retryAllFailed, retryMessage, sendTest } from './service.ts';

const SUPER_ADMIN = { roles: ['super_admin'] } as const;

export function deliveryRoutes(router: Router): void {
  router.read(
    'GET /deliveries',
    { access: SUPER_ADMIN },
    async (context) => await listDeliveries(context, context.query),
  );
  router.write(
    'POST /deliveries/:id/retry',
    { access: SUPER_ADMIN, audit: ['delivery.retried'] },
    async (write) => await retryMessage(write, write.params.id),
  );
  router.write(
    'POST /deliveries/retry-failed',
    { access: SUPER_ADMIN, audit: ['delivery.retried'] },
    async (write) => await retryAllFailed(write),
  );
  router.write(
    'POST /deliveries/test',
    { access: SUPER_ADMIN, audit: ['delivery.tested'], perMinute: { person: 10 } },
    async (write) => await sendTest(write, write.actor, write.body.channel),
  );
}
