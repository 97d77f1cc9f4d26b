import * as z from 'zod/mini';
import { AreaReference } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import {
  AlertBatchId,
  AlertBulkAnswer,
  AlertBulkRequest,
  AlertGroupList,
  AlertGroupQuery,
  AlertUndoAnswer,
} from './bulk.ts';
import {
  AcknowledgeAlertRequest,
  Alert,
  AlertCounts,
  AlertExportQuery,
  AlertId,
  AlertList,
  AlertListQuery,
  AlertOwners,
  AlertOwnersQuery,
  RaiseAlertRequest,
  ReadAllAlertsRequest,
} from './schemas.ts';

const WithId = z.object({ id: AlertId });

export const ALERT_ENDPOINTS = {
  'GET /alerts': {
    summary: 'Alerts of the area, newest first',
    query: AlertListQuery,
    answer: AlertList,
  },
  'GET /alerts/export.csv': {
    summary: 'The alerts of the list as it is filtered, as CSV; audited',
    query: AlertExportQuery,
  },
  'GET /alerts/groups': {
    summary: 'Alerts by rule, priority and area, with counts',
    query: AlertGroupQuery,
    answer: AlertGroupList,
  },
  'GET /alerts/counts': {
    summary: 'How many alerts are unread and open',
    answer: AlertCounts,
  },
  'GET /alerts/:id': {
    summary: 'One alert',
    params: WithId,
    answer: Alert,
  },
  'POST /alerts': {
    summary: 'Raise an alert about a place of the own area',
    body: RaiseAlertRequest,
    answer: Alert,
    status: 201,
  },
  'PATCH /alerts/:id/read': {
    summary: 'Mark an alert as read',
    params: WithId,
    answer: AlertCounts,
  },
  'POST /alerts/read-all': {
    summary: 'Mark all alerts as read, or those up to one',
    body: ReadAllAlertsRequest,
    answer: AlertCounts,
  },
  'POST /alerts/bulk': {
    summary:
      'Acknowledge, assign, resolve, snooze or wake many alerts in one transaction; as a preview only count them',
    body: AlertBulkRequest,
    answer: AlertBulkAnswer,
  },
  'POST /alerts/bulk/:id/undo': {
    summary: 'Undo the own change of many alerts within 10 minutes',
    params: z.object({ id: AlertBatchId }),
    answer: AlertUndoAnswer,
  },
  'GET /alerts/owners': {
    summary: 'Who could be given all alerts of an area',
    query: z.extend(AlertOwnersQuery, { area: AreaReference }),
    answer: AlertOwners,
  },
  'GET /alerts/:id/owners': {
    summary: 'Whom the alert could be given to',
    params: WithId,
    query: AlertOwnersQuery,
    answer: AlertOwners,
  },
  'POST /alerts/:id/acknowledge': {
    summary: 'Acknowledge an alert and say who takes care of it',
    params: WithId,
    body: AcknowledgeAlertRequest,
    answer: Alert,
  },
} satisfies Endpoints;
