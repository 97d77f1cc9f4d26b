import {
  AcknowledgeAlertRequest,
  Alert,
  AlertCounts,
  AlertId,
  AlertList,
  AlertListQuery,
  AlertOwners,
  AlertOwnersQuery,
  RaiseAlertRequest,
  ReadAllAlertsRequest,
} from '@ec/contract/alerts/schemas';
import { ADMIN_ROLES } from '@ec/contract/permissions/roles';
import * as z from 'zod/mini';
import type { Router } from '../../platform/http/router.ts';
import { acknowledge, alertOwners } from './acknowledge-service.ts';
import { alertCounts, alertList, oneAlert, raiseByHand, readAlert, readAllAlerts } from './service.ts';

const READERS = { module: 'alerts' } as const;
const WRITERS = { module: 'alerts', level: 'write', privilege: 'canManageAlerts' } as const;
const CARETAKERS = { roles: ADMIN_ROLES, ...WRITERS } as const;
const WithId = z.object({ id: AlertId });

export function alertRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/alerts',
      summary: 'Alerts of the area, newest first',
      access: READERS,
      query: AlertListQuery,
      answer: AlertList,
    },
    async (context) => await alertList(context, context.actor, context.query),
  );

  router.read(
    {
      method: 'GET',
      path: '/alerts/counts',
      summary: 'How many alerts are unread and open',
      access: READERS,
      answer: AlertCounts,
    },
    async (context) => await alertCounts(context, context.actor),
  );

  router.read(
    {
      method: 'GET',
      path: '/alerts/:id',
      summary: 'One alert',
      access: READERS,
      params: WithId,
      answer: Alert,
    },
    async (context) => await oneAlert(context, context.actor, context.params.id),
  );

  router.write(
    {
      method: 'POST',
      path: '/alerts',
      summary: 'Raise an alert about a place of the own area',
      access: WRITERS,
      audit: ['alert.raised'],
      body: RaiseAlertRequest,
      answer: Alert,
      status: 201,
    },
    async (context) => await raiseByHand(context, context.actor, context.body),
  );

  router.write(
    {
      method: 'PATCH',
      path: '/alerts/:id/read',
      summary: 'Mark an alert as read',
      access: READERS,
      audit: ['alert.read'],
      params: WithId,
      answer: AlertCounts,
    },
    async (context) => await readAlert(context, context.actor, context.params.id),
  );

  router.write(
    {
      method: 'POST',
      path: '/alerts/read-all',
      summary: 'Mark all alerts as read, or those up to one',
      access: READERS,
      audit: ['alert.read'],
      body: ReadAllAlertsRequest,
      answer: AlertCounts,
    },
    async (context) => await readAllAlerts(context, context.actor, context.body.upTo),
  );

  router.read(
    {
      method: 'GET',
      path: '/alerts/:id/owners',
      summary: 'Whom the alert could be given to',
      access: CARETAKERS,
      params: WithId,
      query: AlertOwnersQuery,
      answer: AlertOwners,
    },
    async (context) => await alertOwners(context, context.actor, context.params.id, context.query.q),
  );

  router.write(
    {
      method: 'POST',
      path: '/alerts/:id/acknowledge',
      summary: 'Acknowledge an alert and say who takes care of it',
      access: CARETAKERS,
      audit: ['alert.acknowledged'],
      params: WithId,
      body: AcknowledgeAlertRequest,
      answer: Alert,
    },
    async (context) => await acknowledge(context, context.actor, context.params.id, context.body),
  );
}
