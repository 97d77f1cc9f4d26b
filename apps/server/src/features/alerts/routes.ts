import { ADMIN_ROLES } from '@ec/contract/permissions/roles';
import { IdempotencyKey } from '@ec/contract/results/schemas';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { acknowledge, alertOwners, ownersOfArea } from './acknowledge-service.ts';
import { changeMany, undoMany } from './bulk-service.ts';
import { exportAlerts } from './export/export-service.ts';
import { alertGroups } from './group-service.ts';
import { alertCounts, alertList, oneAlert, raiseByHand, readAlert, readAllAlerts } from './service.ts';

const READERS = { module: 'alerts' } as const;
const WRITERS = { module: 'alerts', level: 'write', privilege: 'canManageAlerts' } as const;
const CARETAKERS = { roles: ADMIN_ROLES, ...WRITERS } as const;

export function alertRoutes(router: Router): void {
  router.read(
    'GET /alerts',
    { access: READERS },
    async (context) => await alertList(context, context.actor, context.query),
  );

  router.read(
    'GET /alerts/groups',
    { access: READERS },
    async (context) => await alertGroups(context, context.actor, context.query),
  );

  router.longWrite(
    'GET /alerts/export.csv',
    {
      perMinute: COSTLY.export,
      access: READERS,
      audit: ['alert.exported'],
      reason: 'records who exports in a transaction of its own and then sends a stream that may take minutes',
    },
    async (context) => {
      const content = await exportAlerts(context, context.query);
      context.reply.header('content-disposition', 'attachment; filename="alerts.csv"').type('text/csv; charset=utf-8');
      return content;
    },
  );

  router.read('GET /alerts/counts', { access: READERS }, async (context) => await alertCounts(context, context.actor));

  router.read(
    'GET /alerts/:id',
    { access: READERS },
    async (context) => await oneAlert(context, context.actor, context.params.id),
  );

  router.write('POST /alerts', { access: WRITERS, audit: ['alert.raised'] }, async (write) => {
    // Consoles that were opened before an update send none.
    const key = IdempotencyKey.safeParse(write.request.headers['idempotency-key']).data ?? newId<string>();
    const { alert, repeated } = await raiseByHand(write, write.actor, write.body, key);
    write.reply.code(repeated ? 200 : 201);
    return alert;
  });

  router.write(
    'PATCH /alerts/:id/read',
    { access: READERS, audit: ['alert.read'] },
    async (context) => await readAlert(context, context.actor, context.params.id),
  );

  router.write(
    'POST /alerts/read-all',
    { access: READERS, audit: ['alert.read'] },
    async (context) => await readAllAlerts(context, context.actor, context.body.upTo),
  );

  router.write(
    'POST /alerts/bulk',
    {
      access: CARETAKERS,
      audit: ['alert.acknowledged', 'alert.assigned', 'alert.resolved', 'alert.snoozed'],
    },
    async (context) => await changeMany(context, context.actor, context.body),
  );

  router.write(
    'POST /alerts/bulk/:id/undo',
    { access: CARETAKERS, audit: ['alert.restored'] },
    async (context) => await undoMany(context, context.actor, context.params.id),
  );

  router.read(
    'GET /alerts/owners',
    { access: CARETAKERS },
    async (context) => await ownersOfArea(context, context.actor, context.query),
  );

  router.read(
    'GET /alerts/:id/owners',
    { access: CARETAKERS },
    async (context) => await alertOwners(context, context.actor, context.params.id, context.query.q),
  );

  router.write(
    'POST /alerts/:id/acknowledge',
    { access: CARETAKERS, audit: ['alert.acknowledged'] },
    async (context) => await acknowledge(context, context.actor, context.params.id, context.body),
  );
}
